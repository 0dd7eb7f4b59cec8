"""The caller's pages in a real browser: draw, undo, reload, resume, follow, keyboard, languages."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from test_game_referee import LAND
from test_game_rules import game
from web_running import Running, served

from mapkit import folder
from mapkit.errors import MapkitError
from mapkit.games.announce import plain
from mapkit.games.caller import calls
from mapkit.games.rolling import again, apply, legal, score, start
from mapkit.games.rules import Move, read_game
from mapkit.games.vocabulary import word
from mapkit.map import Cell, Map, Region
from mapkit.web.page import page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if not CHROMIUM and not os.environ.get("CI"):
    pytest.skip("no Chromium on this machine", allow_module_level=True)
if not os.environ.get("CI"):
    pytest.importorskip("playwright.sync_api")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        found = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def lines(place: Path, seed: str = "fuji") -> list[str]:
    """Every call as "6 5 ..." of its numbers with their letters, as the history shows it."""
    declared = folder.read(place)
    rules = read_game(declared.game, declared.regions, "m")
    return [re.sub(r"^R\d+ T\d+", "", plain(c)) for c in calls(rules, seed)]


def offline(place: Path, tmp_path: Path, **options: Any) -> str:
    declared = folder.read(place)
    rules = read_game(declared.game, declared.regions, "m")
    path = tmp_path / "offline.html"
    path.write_text(page("offline", declared.title, rules, declared.regions, ("en",), "tiny", **options), "utf-8")
    return path.as_uri()


def shown(tab: Page) -> str:
    """The dice in view, as "  red 4  blue 2"."""
    faces = tab.locator(".face").all_inner_texts()
    names = tab.evaluate("[...document.querySelectorAll('.names > span:first-child')].map(n => n.firstChild.data)")
    return "".join(f"  {n} {f}" for n, f in zip(names, faces, strict=True))


def press(tab: Page, name: str) -> None:
    tab.click(f'[data-do="{name}"]')


def wait(tab: Page, n: int) -> None:
    tab.wait_for_selector(f'.dice[data-n="{n}"]', timeout=5000, state="attached")


def opened(browser: Browser, address: str, **size: int) -> tuple[Page, list[str]]:
    view: Any = {"width": size.get("width", 1280), "height": size.get("height", 720)}
    tab = browser.new_context(viewport=view, locale="en-US").new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda e: errors.append(str(e)))
    tab.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    tab.goto(address)
    tab.wait_for_selector(".dice[data-n]", timeout=5000, state="attached")
    return tab, errors


def test_the_offline_page_calls_the_same_game_and_keeps_it_over_a_reload(
    browser: Browser, place: Path, tmp_path: Path
) -> None:
    address = offline(place, tmp_path, seed="fuji")
    tab, errors = opened(browser, address)
    asked: list[str] = []
    tab.on("request", lambda r: asked.append(r.url))
    expected = lines(place)
    for n in range(1, 11):
        press(tab, "next")
        assert shown(tab) == expected[n - 1]
    press(tab, "back")
    assert shown(tab) == expected[8]
    tab.reload()
    wait(tab, 9)
    assert shown(tab) == expected[8]
    for n in range(10, 25):
        press(tab, "next")
        assert shown(tab) == expected[n - 1]
    assert tab.locator('[data-do="next"]').is_disabled()
    assert tab.locator(".history li").count() == 12
    assert errors == []
    assert [a for a in asked if not a.startswith(("file:", "data:"))] == []
    tab.context.close()


def test_the_offline_page_begins_a_new_game_with_a_typed_seed(browser: Browser, place: Path, tmp_path: Path) -> None:
    tab, errors = opened(browser, offline(place, tmp_path))
    press(tab, "next")
    tab.on("dialog", lambda d: d.accept())
    tab.fill(".seed", "富士山")
    press(tab, "new")
    wait(tab, 0)
    press(tab, "next")
    assert shown(tab) == lines(place, "富士山")[0]
    first = shown(tab)
    press(tab, "new")  # the same seed in the field: a fresh game by chance
    wait(tab, 0)
    assert tab.input_value(".seed") != "富士山"
    assert first and errors == []
    tab.context.close()


def test_followers_see_what_the_presenter_calls_and_cannot_call(browser: Browser, server: Running, place: Path) -> None:
    host, errors = opened(browser, f"{server.base}/present#{server.secret}")
    assert server.secret not in host.url  # not on the projector
    one, _ = opened(browser, f"{server.base}/")
    two, _ = opened(browser, f"{server.base}/", width=390, height=844)
    expected = lines(place)
    for n in range(1, 6):
        press(host, "next")
        for tab in (host, one, two):
            wait(tab, n)
            assert shown(tab) == expected[n - 1]
    press(host, "back")
    wait(two, 4)
    assert one.locator('[data-do="next"]').count() == 0
    status = one.evaluate("fetch('/act', {method: 'POST', body: '{\"do\":\"next\",\"seen\":7}'}).then(r => r.status)")
    assert status == 403
    host.reload()
    wait(host, 4)
    press(host, "next")
    wait(one, 5)
    assert shown(one) == expected[4]
    assert [e for e in errors if "403" not in e] == []
    stranger, _ = opened(browser, f"{server.base}/present")
    press(stranger, "next")
    stranger.wait_for_selector(".message:has-text('presenter')", timeout=5000)
    assert shown(two) == expected[4]
    for tab in (host, one, two, stranger):
        tab.context.close()


def test_pages_go_on_after_the_server_was_killed(browser: Browser, place: Path, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    first = served(place, tmp_path, "--seed", "fuji", "--log", str(log))
    host, _ = opened(browser, f"{first.base}/present#{first.secret}")
    follower, _ = opened(browser, f"{first.base}/")
    for n in (1, 2, 3):
        press(host, "next")
        wait(follower, n)
    first.kill()
    follower.wait_for_selector(".status:not([hidden])", timeout=5000)
    again = served(place, tmp_path, "--resume", str(log), "--port", str(first.port))
    host2, _ = opened(browser, f"{again.base}/present#{again.secret}")
    press(host2, "next")
    wait(follower, 4)  # it found the way back by itself
    assert shown(follower) == lines(place)[3]
    again.stop()
    for tab in (host, host2, follower):
        tab.context.close()


def test_the_keyboard_alone_is_enough(browser: Browser, server: Running) -> None:
    tab, errors = opened(browser, f"{server.base}/present#{server.secret}")
    for n, key in enumerate(("Space", "ArrowRight", "n"), 1):
        tab.keyboard.press(key)
        wait(tab, n)
    tab.keyboard.press("ArrowLeft")
    wait(tab, 2)
    tab.keyboard.press("h")
    assert tab.locator(".history li").first.is_visible()
    tab.focus(".seconds")
    tab.keyboard.type("3")
    tab.keyboard.press("n")
    tab.wait_for_timeout(150)
    assert tab.locator(".dice").get_attribute("data-n") == "2"  # keys in a field stay in it
    assert errors == []
    tab.context.close()


def test_autoplay_calls_by_itself_and_a_manual_call_restarts_its_clock(
    browser: Browser, place: Path, tmp_path: Path
) -> None:
    tab, errors = opened(browser, offline(place, tmp_path, seed="fuji", seconds=2))
    tab.clock.install()
    tab.reload()
    tab.wait_for_selector(".dice[data-n]", state="attached")
    press(tab, "auto")
    tab.clock.run_for(1500)
    press(tab, "next")
    assert tab.locator(".dice").get_attribute("data-n") == "1"
    tab.clock.run_for(1500)
    assert tab.locator(".dice").get_attribute("data-n") == "1"
    tab.clock.run_for(900)
    assert tab.locator(".dice").get_attribute("data-n") == "2"
    press(tab, "auto")
    tab.clock.run_for(9000)
    assert tab.locator(".dice").get_attribute("data-n") == "2"
    press(tab, "auto")
    tab.clock.run_for(100_000)
    assert tab.locator(".dice").get_attribute("data-n") == "24"
    assert errors == []
    tab.context.close()


def test_the_language_changes_every_word_and_a_second_one_is_shown_below(
    browser: Browser, place: Path, tmp_path: Path
) -> None:
    tab, _ = opened(browser, offline(place, tmp_path, seed="fuji"))
    press(tab, "next")
    selects = tab.locator("select.lang")
    selects.nth(0).select_option("ja")
    assert tab.inner_text(".head") == "第1ラウンド・1ターン目"
    assert tab.inner_text("h1") == "小国"
    assert tab.get_attribute("html", "lang") == "ja"
    selects.nth(1).select_option("de")
    assert tab.locator(".names").first.locator("> span").count() == 2
    tab.reload()
    assert tab.inner_text('[data-do="next"]') == "次へ"
    tab.context.close()


def test_a_title_is_text_and_a_call_is_told_to_screen_readers(browser: Browser, place: Path, tmp_path: Path) -> None:
    tab, _ = opened(browser, offline(place, tmp_path, seed="fuji"))
    assert tab.inner_text("h1") == "Tiny <b>land</b>"
    assert tab.locator("h1 b").count() == 0
    press(tab, "next")
    live = tab.locator("[aria-live]")
    assert live.get_attribute("aria-live") == "assertive"
    assert re.match(r"Round 1, turn 1: \w+", live.inner_text())
    tab.context.close()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390), (1024, 768), (1920, 1080)])
def test_dice_names_and_the_next_button_are_in_view_on_every_screen(
    browser: Browser, place: Path, tmp_path: Path, width: int, height: int
) -> None:
    tab, _ = opened(browser, offline(place, tmp_path, seed="fuji"), width=width, height=height)
    for _ in range(5):
        press(tab, "next")
    boxes = [tab.locator(".face").nth(i).bounding_box() for i in (0, 1)]
    boxes += [tab.locator(".what").nth(i).bounding_box() for i in (0, 1)]
    boxes.append(tab.locator('[data-do="next"]').bounding_box())
    for box in boxes:
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.context.close()


def test_speech_is_cancelled_before_each_call_and_a_chime_stands_in_for_a_missing_voice(
    browser: Browser, place: Path, tmp_path: Path
) -> None:
    tab, errors = opened(browser, offline(place, tmp_path, seed="fuji"))
    tab.evaluate("""() => {
        window.heard = [];
        const voices = [{ lang: "en-US", name: "one" }];
        Object.defineProperty(window.speechSynthesis, "getVoices", { value: () => voices });
        window.speechSynthesis.cancel = () => window.heard.push("cancel");
        window.speechSynthesis.speak = (u) => window.heard.push(u.text);
        window.SpeechSynthesisUtterance = function (text) { this.text = text; };
    }""")
    press(tab, "next")
    assert tab.evaluate("heard") == []  # silent until it is turned on
    press(tab, "voice")
    press(tab, "next")
    heard = tab.evaluate("heard")
    assert [h == "cancel" for h in heard] == [True, False, True, False]
    tab.locator("select.lang").nth(0).select_option("ja")  # no Japanese voice here
    press(tab, "next")
    assert tab.evaluate("heard").count("cancel") == 3
    assert len(tab.evaluate("heard")) == 5
    assert errors == []
    tab.context.close()


def test_a_fair_game_takes_a_word_on_the_page_and_reveals(browser: Browser, place: Path, tmp_path: Path) -> None:
    running = served(place, tmp_path, "--fair", "--log", str(tmp_path / "fair.log"))
    tab, _ = opened(browser, f"{running.base}/present#{running.secret}")
    assert tab.locator('[data-do="next"]').is_disabled()
    tab.fill(".fair input", "Lake Biwa")
    tab.click(".fair form button")
    for n in range(1, 25):
        press(tab, "next")
        wait(tab, n)
    press(tab, "reveal")
    tab.wait_for_selector(".fair p:has-text('Secret: ')", timeout=5000)
    tab.context.close()
    running.stop()


def sheet_of(land: Map) -> str:
    """A plain sheet of a map, as the SVG of a sheet names its cells and boxes."""
    parts = []
    for i, cell in enumerate(land.cells):
        x, y = 10 + i % 6 * 20, 10 + i // 6 * 20
        parts.append(f'<path id="cell-{cell.id}" d="M{x} {y}h20v20h-20z" fill="#eee" stroke="#000"/>')
        parts.append(
            f'<path id="box-{cell.id}" d="M{x + 5} {y + 5}h10v10h-10z" fill="#fff" stroke="#000" stroke-width=".3"/>'
        )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 130">{"".join(parts)}</svg>'


def test_a_player_fills_the_sheet_on_the_page_by_the_rules_to_the_end(browser: Browser, tmp_path: Path) -> None:
    rules = game(LAND, abilities={"color_change": 1, "guard": 1, "dupe": 1})
    path = tmp_path / "play.html"
    text = page("offline", {}, rules, LAND.regions, ("en",), "land", "fuji", play=(LAND, sheet_of(LAND)))
    path.write_text(text, "utf-8")
    tab, errors = opened(browser, path.as_uri(), width=1280, height=800)
    state, lit = start(rules), tab.locator('[id^="box-"].lit')
    used: set[str] = set()

    def tap(move: Move) -> None:
        for ability in move.spend:
            tab.click(f".bar button:has-text('{word(ability, 'en')}')")
        if move.cell is None:
            tab.click(".bar button:has-text('Nothing')")
        else:
            tab.locator(f"#box-{move.cell}").click()

    for call in calls(rules, "fuji"):
        press(tab, "next")
        for roll in call.rolls:
            found = legal(LAND, state, roll)
            free = {m.cell for m in found if not m.spend and m.cell}
            ids = tab.evaluate("""[...document.querySelectorAll('[id^="box-"].lit')].map(n => n.id.slice(4))""")
            assert set(ids) == free  # exactly the legal cells are lit
            special = [m for m in found if m.spend and m.spend[0] not in used and len(m.spend) == 1 and m.number]
            move = special[0] if special and call.round > 1 else found[0]
            used |= set(move.spend)
            tap(move)
            state = apply(state, move)
            if again(LAND, state) and call.round == 3:
                tap(again(LAND, state)[0])
                state = apply(state, again(LAND, state)[0])
    assert used >= {"color_change", "guard"}
    assert lit.count() == 0
    assert tab.inner_text(".bar b") == f"The end: {score(LAND, state)} X"
    assert tab.locator(".written").count() == len(LAND.cells)
    tab.reload()
    tab.wait_for_selector(".written")
    assert tab.inner_text(".bar b") == f"The end: {score(LAND, state)} X"
    assert tab.locator(".bar button:has-text('Print')").count() == 1
    assert errors == []
    tab.context.close()


def test_a_sheet_of_another_map_or_with_a_script_is_refused() -> None:
    rules = game(LAND)
    for svg in (
        "<svg/>",
        sheet_of(LAND).replace("<path", "<script>1</script><path", 1),
        sheet_of(LAND).replace("d=", "onclick='x' d=", 1),
        sheet_of(LAND).replace("<path", "<svg:SCRIPT xmlns:svg='http://www.w3.org/2000/svg'/><path", 1),
        sheet_of(LAND).replace("<path", "<a href='java&#10;script:x'/><path", 1),
        sheet_of(LAND)[:-9],
    ):
        with pytest.raises(MapkitError):
            page("offline", {}, rules, LAND.regions, play=(LAND, svg))


def test_a_sheet_of_cells_with_any_ids_is_played_and_none_of_them_reaches_the_page_as_html() -> None:
    from mapkit.press.svg import to_svg
    from mapkit.sheet.marks import Path, Sheet, polyline

    odd = (
        "</script><script>alert(1)</script>",
        "\"'&<img src=x onerror=alert(1)>",
        "a&amp;b",
        "javascript:x",
        "日本 1",
    )
    land = Map(
        "odd",
        {},
        tuple(Cell(c, {"en": c}, "red") for c in odd),
        (Region("red", {}, "red", "R"), *LAND.regions[1:]),
        (),
    )
    square = polyline(((1, 1), (9, 1), (9, 9)), close=True)
    svg = to_svg(Sheet("odd", "Odd", (20.0, 20.0), 0.0, tuple(Path(f"cell-{c}", square) for c in odd)))
    text = page("offline", {}, game(LAND), land.regions, play=(land, svg))
    assert text.count("<script") == 2 and "<img" not in text
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    assert [c for c, _ in data["play"]["map"]["cells"]] == list(odd)
    assert data["play"]["svg"] in svg
