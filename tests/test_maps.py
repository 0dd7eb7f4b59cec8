"""Rules that every shipped map of cells keeps: borders as they are, names in four languages, polygons fit for print."""

from __future__ import annotations

import math

import pytest
import shapely
from shipped import SHIPPED

from mapkit import folder
from mapkit.carto.graph import make_map
from mapkit.carto.source import load
from mapkit.carto.survey import survey
from mapkit.map import pieces

MAPS = [n for n in SHIPPED if folder.family(folder.find(n)) == "map"]
OURS = ["america", "europe", "france", "germany", "template", "world"]
BORDERS = {  # counted by hand from lists of neighbours
    "germany": """SH-HH SH-NI SH-MV HH-NI HB-NI NI-MV NI-BB NI-ST NI-TH NI-HE NI-NW MV-BB BB-BE BB-ST BB-SN ST-SN ST-TH
        SN-TH SN-BY TH-BY TH-HE HE-BY HE-BW HE-RP HE-NW NW-RP RP-SL RP-BW BW-BY""",
    "america": """AL-FL AL-GA AL-MS AL-TN AR-LA AR-MO AR-MS AR-OK AR-TN AR-TX AZ-CA AZ-NM AZ-NV AZ-UT CA-NV CA-OR CO-KS
        CO-NE CO-NM CO-OK CO-UT CO-WY CT-MA CT-NY CT-RI DE-MD DE-NJ DE-PA FL-GA GA-NC GA-SC GA-TN IA-IL IA-MN IA-MO
        IA-NE IA-SD IA-WI ID-MT ID-NV ID-OR ID-UT ID-WA ID-WY IL-IN IL-KY IL-MO IL-WI IN-KY IN-MI IN-OH KS-MO KS-NE
        KS-OK KY-MO KY-OH KY-TN KY-VA KY-WV LA-MS LA-TX MA-NH MA-NY MA-RI MA-VT MD-PA MD-VA MD-WV ME-NH MI-OH MI-WI
        MN-ND MN-SD MN-WI MO-NE MO-OK MO-TN MS-TN MT-ND MT-SD MT-WY NC-SC NC-TN NC-VA ND-SD NE-SD NE-WY NH-VT NJ-NY
        NJ-PA NM-OK NM-TX NV-OR NV-UT NY-PA NY-VT OH-PA OH-WV OK-TX OR-WA PA-WV SD-WY TN-VA UT-WY VA-WV""",
    "europe": """NO-SE NO-FI NO-RU SE-FI FI-RU EE-LV EE-RU LV-LT LV-RU LV-BY LT-BY LT-PL LT-RU PL-RU PL-BY PL-UA PL-SK
        PL-CZ PL-DE DK-DE PT-ES ES-FR FR-BE FR-LU FR-DE FR-CH FR-IT IE-GB BE-NL BE-LU BE-DE NL-DE LU-DE DE-CH DE-AT
        DE-CZ CZ-AT CZ-SK AT-CH AT-IT AT-SI AT-HU AT-SK SK-HU SK-UA HU-SI HU-HR HU-RS HU-RO HU-UA SI-IT SI-HR HR-BA
        HR-RS HR-ME BA-RS BA-ME ME-RS ME-XK ME-AL AL-XK AL-MK AL-GR XK-RS XK-MK RS-MK RS-BG RS-RO RO-BG RO-MD RO-UA
        MD-UA UA-BY UA-RU BY-RU MK-BG MK-GR GR-BG GR-TR BG-TR TR-GE TR-AM TR-AZ GE-AM GE-AZ GE-RU AM-AZ AZ-RU CH-IT""",
}


@pytest.mark.parametrize("name", BORDERS)
def test_borders_are_those_of_the_atlas(name: str) -> None:
    wanted = {tuple(sorted(pair.split("-"))) for pair in BORDERS[name].split()}
    assert {b.pair for b in survey(load(folder.read(folder.find(name)))).borders} == wanted


@pytest.mark.parametrize("name", OURS)
def test_polygons_are_a_valid_coverage_of_a_few_hundred_kilobytes(name: str) -> None:
    source = load(folder.read(folder.find(name)))
    assert shapely.coverage_is_valid(list(source.shapes.values()))
    assert all(s.is_valid for s in source.shapes.values())
    assert sum(p.stat().st_size for p in folder.find(name).iterdir() if p.is_file()) < 400_000
    assert (folder.find(name) / "SOURCE.md").is_file()


@pytest.mark.parametrize("name", MAPS)
def test_every_cell_region_and_title_has_a_name_in_four_languages(name: str) -> None:
    declaration = folder.read(folder.find(name))
    locales = {"en", "de", "ja", "zh"}
    assert locales <= set(declaration.title)
    for one in (*declaration.cells, *declaration.regions):
        assert locales <= set(one.names) and all(one.names.values()), one.id
    for locale in locales:
        names = [c.names[locale] for c in declaration.cells]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", MAPS)
def test_links_tie_all_cells_but_the_declared_isolates_and_every_region_is_whole(name: str) -> None:
    declaration = folder.read(folder.find(name))
    found = make_map(declaration, survey(load(declaration)).borders)
    tied = [c.id for c in found.cells if c.id not in declaration.isolates]
    assert len(pieces(tied, found.links)) == 1
    for region in found.regions:
        members = [c for c in found.members(region.id) if c not in declaration.isolates]
        assert len(pieces(members, found.links)) == 1, region.id


@pytest.mark.parametrize("name", OURS)
def test_region_sizes_are_even_and_fit_the_rounds(name: str) -> None:
    declaration = folder.read(folder.find(name))
    sizes = [sum(c.region == r.id for c in declaration.cells) for r in declaration.regions]
    assert max(sizes) - min(sizes) <= 2
    dice = len(sizes) + 1
    drawn = 2 * declaration.game.get("turns_per_round", 3)
    rolls = declaration.game["rounds"] * drawn / dice
    assert abs(rolls - math.fsum(sizes) / len(sizes)) < 2
