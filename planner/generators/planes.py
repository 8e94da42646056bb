"""The planes beside training: storage, in-band and out-of-band management, for servers that stand already."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from planner.generators.draft import Draft, RecipeRefused
from planner.generators.floor import Floor
from planner.generators.wiring import Spec, lay, planned
from planner.records import Device, Link, Plane
from planner.records.plane import DEFAULT_PLANES

OUT_OF_BAND_SWITCH, OUT_OF_BAND_PORTS, UPLINK_GBPS = "sn2201", 48, 100
MOST_OUT_OF_BAND = 32  # leaves, with two links each to one switch of 64 ports
ETHERNET = {100: "sn4600c", 200: "sn3700", 400: "sn4700", 800: "sn5600"}  # switch by port rate in Gb/s
RATIO = {"storage": 4 / 3, "in-band": 3.0}  # down/up of a leaf: storage as NVIDIA's reference designs have it


def further_plane(draft: Draft, floor: Floor, plane: str, switch: str, members: Sequence[Device]) -> None:
    """One plane in a pair of switches, or in leaf pairs and spines when one pair is too small.

    `switch` is the training plane's: storage uses it too where ports of that rate and protocol are there.
    """
    if plane == "out-of-band":
        out_of_band(draft, floor, members)
        return
    rate, protocols = _shared(draft, plane, members)
    if plane == "storage" and _serves(draft, switch, rate, protocols):
        chosen = switch
    elif rate in ETHERNET and "ethernet" in protocols:
        chosen = ETHERNET[rate]
    else:
        raise RecipeRefused(f"No switch of ours serves {plane} at {rate} Gb/s: leave that plane out and draw it.")
    named = next(p.name for p in DEFAULT_PLANES if p.id == plane)
    protocol = next(p.protocols[0] for p in draft.catalogue.ports(chosen).values() if p.purpose == "any")
    spec = Spec(plane, chosen, RATIO[plane], lanes=2, prefix=f"{plane}-", rate_gbps=rate)
    lay_plane(draft, floor, Plane(plane, named, protocol, "own"), spec, members)


def _shared(draft: Draft, plane: str, members: Sequence[Device]) -> tuple[int, set[str]]:
    """The highest rate at which every member has a port for the plane, and the protocols all of them speak there."""
    rates: set[int] | None = None
    for member in members:
        own = {p.rate_gbps for p in draft.ports(member.id) if p.purpose == plane}
        rates = own if rates is None else rates & own
    if not rates:
        raise RecipeRefused(f"The servers have no ports of one rate for {plane}: leave that plane out and draw it.")
    rate = max(rates)
    speak = [
        {protocol for p in draft.ports(m.id) if p.purpose == plane and p.rate_gbps == rate for protocol in p.protocols}
        for m in members
    ]
    return rate, set.intersection(*({str(s) for s in found} for found in speak))


def _serves(draft: Draft, switch: str, rate_gbps: int, protocols: set[str]) -> bool:
    ports = draft.catalogue.ports(switch).values()
    return any(p.rate_gbps == rate_gbps and protocols & set(p.protocols) for p in ports)


def lay_plane(draft: Draft, floor: Floor, plane: Plane, spec: Spec, members: Sequence[Device]) -> None:
    """Lay a fabric for members that stand already, its switches in racks of their own."""
    fabric = planned(draft, [m.id for m in members], spec)
    lay(draft, [m.id for m in members], fabric)
    floor.stack([*fabric.leaves.values(), *fabric.spines, *fabric.cores], 20)
    draft.plane(plane)


def out_of_band(draft: Draft, floor: Floor, members: Sequence[Device]) -> None:
    """1G leaves of 48 ports, each with two 100G uplinks to one switch above when there are several."""
    count = ceil(len(members) / OUT_OF_BAND_PORTS)
    leaves = [
        Device(f"oob-leaf-{n + 1:02d}", f"oob-leaf-{n + 1:02d}", OUT_OF_BAND_SWITCH, role="leaf", plane="out-of-band")
        for n in range(count)
    ]
    if count > MOST_OUT_OF_BAND:
        raise RecipeRefused(
            f"{len(members)} devices need {count} out-of-band leaves, and one switch above them takes "
            f"{MOST_OUT_OF_BAND}: leave that plane out and draw it."
        )
    above = [Device("oob-spine-01", "oob-spine-01", "sn4600c", role="spine", plane="out-of-band")] if count > 1 else []
    floor.stack([*leaves, *above], 20)
    for n, member in enumerate(members):
        leaf = leaves[n // OUT_OF_BAND_PORTS].id
        end = leaf, draft.take(leaf, "out-of-band", 1)
        draft.cable([Link(member.id, draft.take(member.id, "out-of-band", 1), *end)], "out-of-band")
    for spine in above:
        for leaf_device in leaves:
            for _ in range(2):
                port = draft.take(leaf_device.id, "out-of-band", UPLINK_GBPS)
                end = spine.id, draft.take(spine.id, "out-of-band", UPLINK_GBPS)
                draft.cable([Link(leaf_device.id, port, *end)], "out-of-band")
    draft.plane(Plane("out-of-band", "Management, out-of-band", "ethernet", "own"))
