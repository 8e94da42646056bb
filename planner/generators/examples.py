"""The projects that come with the program: two published clusters with all their planes, two small ones, and a bad
one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from planner.catalogue import shipped
from planner.edit import Change, Edit
from planner.fileformat.reader import SUFFIX
from planner.fileformat.writer import BACKUP, save
from planner.generators.clos import (
    Recipe,
    build,
    managers_of,
    place_above,
    place_units,
    servers_of,
    training_plane,
)
from planner.generators.draft import Draft
from planner.generators.floor import Floor
from planner.generators.planes import lay_plane, out_of_band
from planner.generators.wiring import Spec, attach_managers, lay, planned
from planner.plan import Plan
from planner.records import Device, Phase, Plane, Project, Workload

DATE = "2026-12-01"
IN_BAND = Plane("in-band", "Management, in-band", "ethernet", "own")

EXAMPLES: dict[str, str] = {
    "h100-1su": "DGX H100 SuperPOD, 1 scalable unit: 31 nodes, four planes",
    "h100-4su": "DGX H100 SuperPOD, 4 scalable units: 127 nodes, four planes",
    "ethernet-fine-tuning": "Fine-tuning on Ethernet: 4 nodes",
    "inference": "Inference: 12 nodes with a front end and storage, no training fabric",
    "five-mistakes": "The five mistakes, all made at once",
}


def example(stem: str) -> Plan:
    """A new plan of this example."""
    makers: dict[str, Callable[[], Plan]] = {
        "h100-1su": lambda: _superpod(1, storage=8),
        "h100-4su": lambda: _superpod(4, storage=16),
        "ethernet-fine-tuning": _fine_tuning,
        "inference": _inference,
        "five-mistakes": _five_mistakes,
    }
    return makers[stem]()


def _project(stem: str) -> Project:
    return Project(name=EXAMPLES[stem].partition(":")[0], author="Trunkline", revision="1", date=DATE)


def _superpod(units: int, storage: int) -> Plan:
    """Storage follows the published fabric: 32 node ports down and 24 links up a leaf, which is 4:3."""
    draft = Draft(shipped())
    nodes = _add(draft, servers_of(Recipe(32 * units - 1)))
    training = planned(draft, _ids(nodes), Spec("training", "qm9700", tiers=2, unit=32))
    lay(draft, _ids(nodes), training)
    floor = Floor(draft, "rack-48u-600x1200")
    place_units(floor, nodes, training, 4)
    managers = managers_of(draft, 2)
    attach_managers(draft, _ids(managers), training)
    place_above(floor, training, managers)
    stores = _add(draft, _devices("storage", "storage-server", storage))
    admins = _add(draft, _devices("admin", "management-server", 4))
    floor.new_row()
    floor.stack([*stores, *admins], 12)
    storage_spec = Spec("storage", "qm9700", 4 / 3, 2, 2, 32, down=32, spines=6 if units == 4 else 2, prefix="storage-")
    lay_plane(draft, floor, Plane("storage", "Storage", "infiniband", "own"), storage_spec, [*nodes, *stores])
    in_band = Spec("in-band", "sn4600c", 3.0, 2, 2, prefix="in-band-", rate_gbps=100)
    lay_plane(draft, floor, IN_BAND, in_band, [*nodes, *stores, *admins])
    out_of_band(draft, floor, [*nodes, *stores, *admins, *managers])
    draft.plane(training_plane(draft, training))
    stem = f"h100-{units}su"
    answers = Workload(
        "workload", "pretraining", 70.0, False, True, "storage apart from training", True, True,
        8 * (32 * units - 1), True, checkpoint_gb=1120.0, checkpoint_minutes=5.0,
    )  # fmt: skip
    end = Phase("day-one", "Day one", "2027-06-01", 32 * units - 1)
    return draft.plan("New", _project(stem), answers, end)


def _fine_tuning() -> Plan:
    draft = Draft(shipped())
    nodes = _add(draft, servers_of(Recipe(4, "dgx-h200")))
    training = planned(draft, _ids(nodes), Spec("training", "sn5600", lanes=1, tiers=1))
    lay(draft, _ids(nodes), training)
    floor = Floor(draft, "rack-48u-600x1200")
    place_units(floor, nodes, training, 2)
    stores = _add(draft, _devices("storage", "storage-server", 2))
    admins = _add(draft, _devices("admin", "management-server", 1))
    floor.stack([*stores, *admins], 12)
    pair = Spec("storage", "sn4700", lanes=2, tiers=1, prefix="storage-")
    lay_plane(draft, floor, Plane("storage", "Storage", "ethernet", "own"), pair, [*nodes, *stores])
    in_band = Spec("in-band", "sn4600c", lanes=2, tiers=1, prefix="in-band-", rate_gbps=100)
    lay_plane(draft, floor, IN_BAND, in_band, [*nodes, *stores, *admins])
    out_of_band(draft, floor, [*nodes, *stores, *admins])
    draft.plane(training_plane(draft, training))
    answers = Workload(
        "workload", "fine-tuning", 13.0, False, False, "storage apart from training", True, True,
        32, False, checkpoint_gb=208.0, checkpoint_minutes=5.0,
    )  # fmt: skip
    phases = Phase("day-one", "Day one", "2027-04-01", 4), Phase("end", "12 months on", "2028-04-01", 8)
    return draft.plan("New", _project("ethernet-fine-tuning"), answers, *phases)


def _inference() -> Plan:
    draft = Draft(shipped())
    nodes = _add(draft, servers_of(Recipe(12, "mi300x-oam")))
    floor = Floor(draft, "rack-48u-600x1200")
    floor.stack(nodes, 4)
    stores = _add(draft, _devices("storage", "storage-server", 2))
    floor.stack(stores, 12)
    front = Spec("in-band", "sn4700", lanes=1, tiers=1, prefix="front-")
    lay_plane(draft, floor, Plane("in-band", "Front end and in-band", "ethernet", "own"), front, nodes)
    storage = Spec("storage", "sn4700", lanes=1, tiers=1, prefix="storage-")
    lay_plane(draft, floor, Plane("storage", "Storage", "ethernet", "own"), storage, [*nodes, *stores])
    out_of_band(draft, floor, [*nodes, *stores])
    answers = Workload("workload", "inference", 70.0, False, False, "none", True, True, 8, False)
    phases = Phase("day-one", "Day one", "2027-03-01", 12), Phase("end", "12 months on", "2028-03-01", 24)
    return draft.plan("New", _project("inference"), answers, *phases)


def _five_mistakes() -> Plan:
    """48 nodes at 3:1; storage over training cables, a crossed rail, a switch on a node's units, one in no rack, no
    workload, and a target that the spines can't take."""
    plan = build(Recipe(48, ratio=3.0, tiers=2, unit=24, down=24))
    devices, cables = plan.devices, plan.cables
    rails = [
        next(c for c in cables.values() if (c.a_device, c.a_port) == ("node-01", p)) for p in ("osfp1/1", "osfp1/2")
    ]
    one, two = rails
    shared = [c for c in cables.values() if c.a_device == "node-02"]
    spine = devices["spine-01"]
    changes: list[Change] = [
        Change(None, Phase("end", "12 months on", "2027-12-01", 3000)),
        Change(None, Plane("storage", "Storage", "infiniband")),
        Change(one, replace(one, b_device=two.b_device, b_port=two.b_port)),
        Change(two, replace(two, b_device=one.b_device, b_port=one.b_port)),
        *(Change(c, replace(c, planes=("training", "storage"))) for c in shared),
        Change(devices["node-48"], replace(devices["node-48"], rack="", unit=None)),
        Change(spine, replace(spine, rack=devices["node-01"].rack, unit=devices["node-01"].unit)),
        Change(plan.project, _project("five-mistakes")),
    ]
    plan.apply(Edit("Make every mistake", tuple(changes)))
    return plan


def _devices(stem: str, type: str, count: int) -> list[Device]:
    return [Device(f"{stem}-{n + 1:02d}", f"{stem}-{n + 1:02d}", type) for n in range(count)]


def _add(draft: Draft, devices: list[Device]) -> list[Device]:
    for device in devices:
        draft.device(device)
    return devices


def _ids(devices: Sequence[Device]) -> list[str]:
    return [d.id for d in devices]


def write_all(folder: Path) -> None:
    """Write every example: `python -m planner.generators.examples` does so after a change here."""
    folder.mkdir(parents=True, exist_ok=True)
    for stem in EXAMPLES:
        save(example(stem), folder / f"{stem}{SUFFIX}")
        (folder / f"{stem}{SUFFIX}{BACKUP}").unlink(missing_ok=True)


if __name__ == "__main__":
    write_all(Path(__file__).parents[2] / "resources" / "examples")
