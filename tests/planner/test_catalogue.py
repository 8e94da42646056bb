"""Every file of the catalogue: it loads, its values are those of the data sheets, and its parts fit each other."""

import pytest

from planner.catalogue import FORMS, CatalogueError, load, parse_breakout, shipped

CATALOGUE = shipped()
DEVICES = CATALOGUE.devices


def test_enough_of_everything():
    servers = [d for d in DEVICES.values() if not d.is_switch]
    switches = [d for d in DEVICES.values() if d.is_switch]
    assert len(servers) >= 12 and len(switches) >= 18


@pytest.mark.parametrize("id", [*DEVICES, *CATALOGUE.media, *CATALOGUE.optics, *CATALOGUE.racks])
def test_every_row_says_where_it_comes_from(id):
    tables = (CATALOGUE.devices, CATALOGUE.media, CATALOGUE.optics, CATALOGUE.racks)
    row = next(t[id] for t in tables if id in t)
    assert len(row.source) > 10 and row.name


# id: ports at (rate, protocol), height, maximum watts, weight. None: not confirmed, so not stated.
SHEETS = {
    "frontier-node": ((4, 200, "ethernet"), 1, None, None),
    "summit-node": ((2, 100, "infiniband"), 2, None, None),
    "hpn-host": ((8, 400, "ethernet"), 8, None, None),
    "grand-teton": ((8, 400, "ethernet"), 8, None, None),
    "slingshot-200g": ((64, 200, "ethernet"), 1, None, None),
    "sb7800": ((36, 100, "infiniband"), 1, None, None),
    "cs7500": ((648, 100, "infiniband"), 28, None, None),
    "minipack2": ((64, 400, "ethernet"), 4, None, None),
    "arista-7816r3": ((576, 400, "ethernet"), 32, None, None),
    "hpn-51t": ((128, 400, "ethernet"), 4, None, None),
    "tpu-v4": ((6, 400, "ici"), 0.5, None, None),
    "tpu-v5e": ((4, 400, "ici"), 0.5, None, None),
    "tpu-v6e": ((4, 800, "ici"), 0.5, None, None),
    "dgx-a100": ((8, 200, "infiniband"), 6, 6500, 123.16),
    "dgx-h100": ((12, 400, "infiniband"), 8, 10200, 130.45),
    "dgx-h200": ((12, 400, "ethernet"), 8, 10200, 130.45),
    "dgx-b200": ((12, 400, "infiniband"), 10, 14300, 142.4),
    "dgx-b300": ((8, 800, "infiniband"), 10, 14500, 168),
    "gb200-nvl72-tray": ((4, 400, "infiniband"), 1, None, None),
    "ufm-appliance": ((2, 400, "infiniband"), 1, 689, 17),
    "qm8790": ((40, 200, "infiniband"), 1, None, 11.4),
    "qm9700": ((64, 400, "infiniband"), 1, 1720, 14.8),
    "qm9790": ((64, 400, "infiniband"), 1, 1610, 14.8),
    "q3400-ra": ((144, 800, "infiniband"), 4, None, None),
    "q3450-ld": ((144, 800, "infiniband"), 4, None, None),
    "sn2201": ((48, 1, "ethernet"), 1, None, 7.41),
    "sn3700": ((32, 200, "ethernet"), 1, None, None),
    "sn4600c": ((64, 100, "ethernet"), 2, None, 14.64),
    "sn4700": ((32, 400, "ethernet"), 1, None, None),
    "sn5400": ((64, 400, "ethernet"), 2, None, None),
    "sn5600": ((64, 800, "ethernet"), 2, None, 23.5),
    "sn5610": ((64, 800, "ethernet"), 2, 2080, 26.9),
    "edgecore-ais800-64o": ((64, 800, "ethernet"), 2, 2775, None),
}


@pytest.mark.parametrize("id", SHEETS)
def test_as_the_data_sheet_has_it(id):
    (number, rate, protocol), height, watts, weight = SHEETS[id]
    found = DEVICES[id]
    ports = [p for p in CATALOGUE.ports(id).values() if p.rate_gbps == rate and protocol in p.protocols]
    ports = [p for p in ports if p.purpose != "out-of-band" or rate == 1]
    assert len(ports) == number
    assert (found.height_u, found.power_max_w, found.weight_kg) == (height, watts, weight)


@pytest.mark.parametrize(
    ("id", "ways", "number", "rate"),
    [
        ("qm9700", "2", 128, 200),
        ("sn5600", "2", 128, 400),
        ("sn5600", "4", 256, 200),
        ("sn4700", "4", 128, 100),
        ("arista-7060x6-64pe", "8", 512, 100),
        ("dgx-b300", "2", 16, 400),
        ("qm8790", "2", 80, 100),
    ],
)
def test_split_as_the_data_sheet_has_it(id, ways, number, rate):
    ports = [p for p in CATALOGUE.ports(id, ways).values() if p.rate_gbps == rate and p.purpose in ("any", "training")]
    assert len(ports) == number


@pytest.mark.parametrize("id", DEVICES)
@pytest.mark.parametrize("breakout", ["", "2", "4", "8"])
def test_no_two_ports_share_a_name(id, breakout):
    wanted = 0
    for group in DEVICES[id].cages:
        splits = breakout and any(b.ways == int(breakout) for b in group.breakouts)
        wanted += group.count * group.ports_per_cage * (int(breakout) if splits else 1)
    assert len(CATALOGUE.ports(id, breakout)) == wanted


@pytest.mark.parametrize("id", [i for i, d in DEVICES.items() if d.kind == "gpu-server"])
def test_rails_are_whole_and_beside_a_gpu(id):
    rails = sorted(p.rail for p in CATALOGUE.ports(id).values() if p.rail is not None)
    assert rails == list(range(len(rails)))
    assert len(DEVICES[id].nic_to_gpu) == len(rails)
    assert all(0 <= gpu < DEVICES[id].gpus for gpu in DEVICES[id].nic_to_gpu)


@pytest.mark.parametrize("id", CATALOGUE.media)
def test_media_and_optics_fit(id):
    media = CATALOGUE.media[id]
    assert list(media.lengths_m) == sorted(set(media.lengths_m)) and max(media.lengths_m, default=0) <= media.reach_m
    for form in media.forms:
        optic = CATALOGUE.optic(id, form)
        assert (optic is None) == (not media.optics or form == "mpo")
        if optic is not None:
            found = CATALOGUE.optics[optic]
            assert found.rate_gbps * found.ports >= max(media.rates_gbps) * (media.links if found.ports > 1 else 1) or (
                media.shape == "splitter"
            )


# NVIDIA's stated reach in metres on OM4 (or copper), and on OM3 where it differs
REACH = {
    "dac-100g": (5, None),
    "aoc-200g": (100, None),
    "sr4-400g": (50, 30),
    "dr4-400g-100m": (100, None),
    "dr4-400g-500m": (500, None),
    "fr4-400g": (2000, None),
    "lr4-400g": (10000, None),
    "dac-2x400g-twin": (2, None),
    "acc-2x400g-twin": (5, None),
    "dac-2x400g-osfp": (3, None),
    "acc-2x800g-twin": (3, None),
    "dr4-800g-500m": (500, None),
    "sr4-100g": (100, 70),
    "cat6": (100, None),
}


@pytest.mark.parametrize("id", REACH)
def test_reach_as_stated(id):
    assert (CATALOGUE.media[id].reach_m, CATALOGUE.media[id].reach_om3_m) == REACH[id]


@pytest.mark.parametrize(
    "id",
    [
        i
        for i, d in DEVICES.items()
        if d.kind == "gpu-server" and not d.transit and any(c.purpose == "training" for c in d.cages)
    ],
)
def test_every_training_port_can_be_cabled_to_some_switch(id):
    """At its rate, or split as the maker allows; over a cable that both cages take."""
    for breakout in ("", "2"):
        for port in CATALOGUE.ports(id, breakout).values():
            if port.purpose == "training" and any(_joins(port, m) for m in CATALOGUE.media.values()):
                return
    raise AssertionError(f"{id} can't be cabled to any switch")


def _joins(port, media) -> bool:
    if port.form not in media.forms or port.rate_gbps not in media.rates_gbps:
        return False
    for id, device in DEVICES.items():
        for breakout in ("", "2", "4") if device.is_switch else ():
            for far in CATALOGUE.ports(id, breakout).values():
                if (
                    far.form in media.forms
                    and far.rate_gbps == port.rate_gbps
                    and set(far.protocols) & set(port.protocols)
                ):
                    return True
    return False


@pytest.mark.parametrize(("text", "ways"), [("", {}), ("2", {"*": 2}), ("swp1=4 swp2=2", {"swp1": 4, "swp2": 2})])
def test_breakouts_are_read(text, ways):
    assert parse_breakout(text) == ways


@pytest.mark.parametrize("text", ["two", "swp1=", "swp1=0", "-2", "2.5", "=", "٣x"])
def test_what_is_no_breakout(text):
    with pytest.raises(ValueError, match="breakout"):
        parse_breakout(text)


def test_one_cage_alone_is_split():
    ports = CATALOGUE.ports("sn5600", "swp1=4")
    assert [p for p in ports if p.startswith("swp1s")] == ["swp1s0", "swp1s1", "swp1s2", "swp1s3"]
    assert ports["swp2"].rate_gbps == 800 and ports["swp1s0"].rate_gbps == 200


GOOD = 'maker = "m"\nname = "n"\nsource = "somewhere"\nkind = "switch"\nheight_u = 1.0\n'
BAD = {
    "no toml": ("maker = ", "can't be read"),
    "unknown field": (GOOD + 'colour = "red"\n', "colour"),
    "wrong type": (GOOD.replace("1.0", '"1"'), "height_u"),
    "too tall": (GOOD.replace("1.0", "99.0"), "height_u"),
    "no source": (GOOD.replace('source = "somewhere"\n', ""), "source"),
    "nan": (GOOD.replace("1.0", "nan"), "height_u"),
    "unknown form": (
        GOOD + '[[cages]]\ncage="{i}"\nport="{i}"\ncount=1\nform="usb"\nrate_gbps=1\nprotocols=["ethernet"]\n',
        "form",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_named(case, tmp_path):
    text, why = BAD[case]
    (tmp_path / "switches").mkdir()
    (tmp_path / "switches" / "mine.toml").write_text(text)
    with pytest.raises(CatalogueError, match=why) as caught:
        load(tmp_path)
    assert "mine.toml" in str(caught.value)


def test_forms_are_all_used():
    used = {c.form for d in DEVICES.values() for c in d.cages}
    assert used <= set(FORMS)
