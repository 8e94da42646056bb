"""mixed.no-storage-path"""

from planner.records import Cable, Device, Plane


def test_fires_on_a_server_without_a_storage_cable(clos, found):
    clos(servers=3, leaves=1, spines=1)
    finding = found("mixed.no-storage-path")[0]
    assert finding.about == ("s0", "s1", "s2") and "3 GPU servers" in finding.message


def test_silent_when_cabled(clos, add, found):
    clos(servers=1, leaves=1, spines=1)
    add(Plane("storage", "Storage", "ethernet", "own"), Device("e", "e", "eth"))
    add(Cable("S1", "s0", "s1", "e", "p1", ("storage",)))
    assert not found("mixed.no-storage-path")


def test_silent_when_sharing_was_chosen(clos, add, found):
    clos(servers=1, leaves=1, spines=1)
    add(Plane("storage", "Storage", state="shared", shared_with="training", separated_by="queue 3"))
    assert not found("mixed.no-storage-path")


def test_silent_on_an_empty_canvas(found):
    assert not found("mixed.no-storage-path")
