"""Small clusters of plain made-up gear, and the findings of one rule on them."""

from collections.abc import Callable

import pytest

from planner.analysis import Analysis
from planner.catalogue import CageGroup, Catalogue, DeviceType, MediaType, OpticType, RackType
from planner.edit import Change, Edit, added
from planner.plan import Plan
from planner.records import TABLE_OF, Cable, Device, Plane, Rack, Record
from planner.rules.finding import Finding

IB, ETH = ("infiniband",), ("ethernet",)


def _switch(id: str, ports: int, rate: int, protocols: tuple[str, ...]) -> DeviceType:
    cages = CageGroup(cage="{i}", port="p{i}", count=ports, form="osfp", rate_gbps=rate, protocols=protocols)
    return DeviceType(
        id=id,
        name=id,
        maker="none",
        source="test",
        kind="switch",
        height_u=1,
        depth_mm=700,
        weight_kg=20,
        cages=(cages,),
    )


def _media(id: str, kind: str, reach: float, optic: str | None = None) -> MediaType:
    return MediaType(
        id=id,
        name=id,
        maker="none",
        source="test",
        kind=kind,
        rates_gbps=(200, 400),
        reach_m=reach,
        protocols=("infiniband", "ethernet"),
        forms=("osfp",),
        optics=(optic,) if optic else (),
    )


@pytest.fixture(scope="session")
def gear() -> Catalogue:
    """`server`: 8 training ports by rail at 400, 2 storage ports at 200; switches of 8 and 64 ports; copper to 3 m."""
    training = CageGroup(
        cage="n{i}",
        port="n{i}",
        count=8,
        form="osfp",
        rate_gbps=400,
        protocols=IB,
        purpose="training",
        rails=tuple(range(8)),
    )
    storage = CageGroup(cage="s{i}", port="s{i}", count=2, form="osfp", rate_gbps=200, protocols=ETH, purpose="storage")
    server = DeviceType(
        id="server",
        name="Server",
        maker="none",
        source="test",
        kind="gpu-server",
        height_u=4,
        depth_mm=900,
        weight_kg=130,
        gpus=8,
        cages=(training, storage),
    )
    devices = [server, _switch("small", 8, 400, IB), _switch("big", 64, 400, IB), _switch("eth", 32, 200, ETH)]
    devices.append(_switch("fast-eth", 8, 400, ETH))
    media = [_media("copper", "dac", 3), _media("fibre", "mmf", 50, "optic")]
    optic = OpticType(
        id="optic", name="Optic", maker="none", source="test", form="osfp", signal="SR4", rate_gbps=400, protocols=IB
    )
    rack = RackType(
        id="rack",
        name="rack",
        maker="none",
        source="test",
        height_u=42,
        width_mm=600,
        depth_mm=1200,
        max_weight_kg=1000,
    )
    return Catalogue({d.id: d for d in devices}, {m.id: m for m in media}, {"optic": optic}, {"rack": rack})


@pytest.fixture
def plan() -> Plan:
    return Plan()


@pytest.fixture
def add(plan: Plan) -> Callable[..., None]:
    """Add rows to `plan`, or put them in place of those with their ids."""

    def put(*rows: Record) -> None:

        changes = tuple(Change(plan.table(TABLE_OF[type(r)]).get(r.id), r) for r in rows)
        plan.apply(Edit("set", tuple(c for c in changes if c.before != c.after)))

    return put


@pytest.fixture
def found(plan: Plan, gear: Catalogue) -> Callable[[str], list[Finding]]:
    """Findings of one rule on `plan` as it is now. A rule that broke fails the test."""

    def of(rule: str) -> list[Finding]:
        report = Analysis(plan, gear).findings()
        assert not report.broken
        return [f for f in report.open if f.rule == rule]

    return of


@pytest.fixture
def clos(plan: Plan) -> Callable[..., None]:
    """Cable servers to leaves (NIC r to leaf r mod leaves) and leaves to spines, all in one rack row."""

    def build(servers: int, leaves: int, spines: int, pair: int = 1, nics: int = 8, switch: str = "big") -> None:
        rows: list[Record] = [Plane("training", "Training", "infiniband", "own")]
        rows += [Rack(f"R{i}", f"R{i}", "rack", x_m=0.6 * i) for i in range(servers // 8 + 2)]
        rows += [Device(f"s{i}", f"s{i}", "server", f"R{i // 8}", 1 + 4 * (i % 8)) for i in range(servers)]
        last = f"R{servers // 8 + 1}"
        rows += [Device(f"l{i}", f"l{i}", switch, last, 1 + i, role="leaf") for i in range(leaves)]
        rows += [Device(f"t{i}", f"t{i}", switch, last, 1 + leaves + i, role="spine") for i in range(spines)]
        port = dict.fromkeys((f"{k}{i}" for k, n in (("l", leaves), ("t", spines)) for i in range(n)), 0)

        def cable(a: str, a_port: str, b: str) -> Cable:
            port[b] += 1
            return Cable(f"C{len(rows)}", a, a_port, b, f"p{port[b]}", ("training",))

        for s in range(servers):
            for nic in range(nics):
                rows.append(cable(f"s{s}", f"n{nic + 1}", f"l{nic % leaves}"))
        for leaf in range(leaves):
            for spine in range(spines):
                for _ in range(pair):
                    port[f"l{leaf}"] += 1
                    rows.append(cable(f"l{leaf}", f"p{port[f'l{leaf}']}", f"t{spine}"))
        plan.apply(added("build", *rows))

    return build
