"""What stands far off is set apart in a frame, what lies off the coast stays: real lands as rectangles, in km."""

from __future__ import annotations

import resource

import pytest
import shapely
from shapely.geometry import MultiPolygon, box

from mapkit.carto.spread import spread
from mapkit.carto.start import start

UPRIGHT, ACROSS = 0.69, 1.45  # width / height of the page

# land (width, height), then islands: west and north edge counted from the land's north-west corner, width, height
FAR = {
    "Hawaii": ((4500, 2500), [(-3300, 1200, 600, 400)]),
    "Galapagos": ((420, 700), [(-1200, 150, 250, 200)]),
    "Easter Island": ((400, 4300), [(-3700, 1000, 25, 20)]),
    "Canaries": ((900, 800), [(-1000, 1200, 400, 200)]),
    "Azores": ((200, 560), [(-1400, 200, 65, 15)]),
    "Svalbard across": ((1000, 1750), [(400, -1150, 450, 500)]),
}
NEAR = {
    "Corsica": ((950, 970), [(1060, 850, 85, 180)]),
    "Sicily": ((700, 900), [(420, 905, 280, 180)]),
    "Sardinia": ((900, 1000), [(150, 700, 140, 260)]),
    "Crete": ((600, 650), [(250, 730, 260, 60)]),
    "Tasmania": ((4000, 3100), [(2800, 3330, 300, 290)]),
    "Ireland": ((600, 950), [(-180, 350, 170, 130)]),
    "Gotland": ((400, 1500), [(430, 1150, 50, 120)]),
    "Jeju": ((300, 420), [(30, 510, 70, 40)]),
    "Hokkaido": ((900, 1200), [(500, -420, 450, 400)]),
    "Andaman": ((2900, 3200), [(2500, 2300, 60, 450)]),
}


def lands(land: tuple[int, int], islands: list[tuple[int, int, int, int]]) -> dict[str, object]:
    """The land as four cells, every island one more; y down."""
    w, h = land
    quarters = {f"L{i}{k}": box(i * w / 2, k * h / 2, (i + 1) * w / 2, (k + 1) * h / 2) for i in (0, 1) for k in (0, 1)}
    return {**quarters, **{f"I{n}": box(x, y, x + a, y + b) for n, (x, y, a, b) in enumerate(islands)}}


@pytest.mark.parametrize("name", FAR)
def test_land_far_off_is_set_apart_where_the_rest_gains(name: str) -> None:
    (w, h), _ = FAR[name]
    page = UPRIGHT if h > 2 * w else ACROSS
    assert spread(lands(*FAR[name]), page, None, 0.001).insets == (("I0",),)


@pytest.mark.parametrize("page", [UPRIGHT, ACROSS])
@pytest.mark.parametrize("name", NEAR)
def test_an_island_off_the_coast_stays_at_its_place(name: str, page: float) -> None:
    assert spread(lands(*NEAR[name]), page, None, 0.001).insets == ()


def test_what_lies_far_off_but_costs_no_room_stays_at_its_place() -> None:
    assert spread(lands((1000, 1000), [(400, 1300, 80, 80)]), 1.0, None, 0.001).insets != ()
    assert spread(lands((1000, 1000), [(400, 1300, 80, 80)]), 0.6, None, 0.001).insets == ()


def test_islets_on_the_way_do_not_make_a_far_island_a_near_one() -> None:
    """Okinawa: the islands between belong to a cell of the mainland."""
    shapes = lands((1100, 1300), [(-700, 1750, 100, 80)])
    between = [box(-120 - 130 * k, 1330 + 90 * k, -80 - 130 * k, 1360 + 90 * k) for k in range(4)]
    shapes["L01"] = MultiPolygon([shapes["L01"], *between])  # type: ignore[list-item]
    assert spread(shapes, UPRIGHT, None, 1e-4).insets == (("I0",),)


def test_what_the_designer_says_is_set_apart_and_nothing_else() -> None:
    shapes = lands(*FAR["Hawaii"])
    assert spread(shapes, ACROSS, [], 0.001).insets == ()
    assert spread(shapes, ACROSS, [["L00"]], 0.001).insets == (("L00",),)


def test_islands_far_apart_cost_no_sea_between_them() -> None:
    far = {"A": shapely.box(0, 0, 1, 1), "B": shapely.box(600, 300, 601, 301)}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    made = start(far, {"A": 0.5, "B": 0.5}, 0.008)
    assert len(made.lattice) > 1000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # kB; with the sea it was 10 GB
