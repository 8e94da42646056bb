"""oversub.unreachable"""

from planner.edit import Change, Edit
from planner.records import Cable, Device, Plane


def test_names_those_cut_off(add, found):
    add(Plane("training", "Training"), *(Device(i, i, "server") for i in ("s0", "s1", "s2")))
    add(Device("l0", "l0", "big"), Device("l1", "l1", "big"))
    add(_nic("s0", 1, "l0", 1), _nic("s1", 1, "l0", 2), _nic("s2", 1, "l1", 1))
    finding = found("oversub.unreachable")[0]
    assert finding.about == ("s2",) and "can't reach the other 2" in finding.message


def test_servers_do_not_forward(add, found):
    """s1 hangs on both leaves, but s0 can't reach s2 through it."""
    add(Plane("training", "Training"), *(Device(i, i, "server") for i in ("s0", "s1", "s2")))
    add(Device("l0", "l0", "big"), Device("l1", "l1", "big"))
    add(_nic("s0", 1, "l0", 1), _nic("s1", 1, "l0", 2), _nic("s1", 2, "l1", 1), _nic("s2", 1, "l1", 2))
    assert found("oversub.unreachable")


def test_separate_rails_reach_all(add, found):
    add(Plane("training", "Training"), *(Device(i, i, "server") for i in ("s0", "s1")))
    add(Device("l0", "l0", "big"), Device("l1", "l1", "big"))
    add(*(_nic(f"s{s}", r + 1, f"l{r}", s + 1) for s in range(2) for r in range(2)))
    assert not found("oversub.unreachable")


def test_a_dead_link_joins_nothing(plan, clos, found):
    clos(servers=2, leaves=1, spines=0, nics=1)
    assert not found("oversub.unreachable")
    cable = next(iter(plan.cables.values()))
    dead = Cable(cable.id, cable.a_device, "n9", cable.b_device, cable.b_port, cable.planes)
    plan.apply(Edit("break", (Change(cable, dead),)))
    assert not found("oversub.unreachable")  # the other endpoint is alone now: nothing to reach


def test_a_scale_up_domain_is_one_endpoint(add, found):
    add(Plane("training", "Training"), *(Device(i, i, "server", domain="rack") for i in ("s0", "s1")))
    add(Device("l0", "l0", "big"), Device("l1", "l1", "big"))
    add(_nic("s0", 1, "l0", 1), _nic("s1", 1, "l1", 1))
    assert not found("oversub.unreachable")


def _nic(server: str, nic: int, leaf: str, port: int) -> Cable:
    return Cable(f"{server}-{nic}", server, f"n{nic}", leaf, f"p{port}", ("training",))
