"""Two things can't fill one unit, and a rack takes no more height, depth or weight than it has. On paper nobody
notices; on delivery day everybody does."""

from __future__ import annotations

from collections.abc import Iterator

from planner.catalogue import RackType
from planner.network import Network
from planner.records import Device, Rack
from planner.rules.finding import Design, Finding, Rule, Severity

RULE = Rule("physical.overlap", Severity.ERROR, "Does not fit its rack")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    for rack in network.plan.racks.values():
        devices = (network.plan.devices[d] for d in network.in_rack.get(rack.id, ()))
        inside = sorted((d for d in devices if d.unit is not None), key=lambda d: (d.unit or 0, d.id))
        yield from _shared_units(network, rack, inside)
        shape = network.catalogue.racks.get(rack.type)
        if shape is not None:
            yield from _too_big(network, rack, shape, inside)
            yield from _too_heavy(network, rack, shape, inside)
    yield from _racks_in_one_place(network)


def _height(network: Network, device: Device) -> float:
    found = network.device_type(device.id)
    return found.height_u if found else 1.0


def _shared_units(network: Network, rack: Rack, inside: list[Device]) -> Iterator[Finding]:
    """`inside` rises by unit, so it is enough to remember what reaches highest so far."""
    highest: Device | None = None
    top = 0.0
    for device in inside:
        unit = device.unit or 0
        if highest is not None and unit < top - 1e-9:
            yield Finding(
                (highest.id, device.id),
                f"{highest.name} and {device.name} both fill U{unit:g} of {rack.name}.",
                remedy="Move one of them.",
            )
        if unit + _height(network, device) > top:
            highest, top = device, unit + _height(network, device)


def _too_big(network: Network, rack: Rack, shape: RackType, inside: list[Device]) -> Iterator[Finding]:
    for device in inside:
        last = (device.unit or 0) + _height(network, device) - 1
        if last > shape.height_u + 1e-9 or (device.unit or 0) < 1:
            yield Finding(
                (device.id,),
                f"{device.name} would fill U{device.unit:g} to U{last:g}, and {rack.name} has U1 to U{shape.height_u}.",
                detail="height",
                remedy="Move it into the rack.",
            )
        found = network.device_type(device.id)
        if found is not None and found.depth_mm is not None and found.depth_mm > shape.depth_mm:
            yield Finding(
                (device.id,),
                f"{device.name} is {found.depth_mm:g} mm deep, and {rack.name} takes {shape.depth_mm:g} mm.",
                detail="depth",
                remedy="Use a deeper rack.",
            )


def _too_heavy(network: Network, rack: Rack, shape: RackType, inside: list[Device]) -> Iterator[Finding]:
    types = [network.device_type(d.id) for d in inside]
    weight = sum(t.weight_kg for t in types if t is not None and t.weight_kg is not None)
    if shape.max_weight_kg is not None and weight > shape.max_weight_kg:
        yield Finding(
            (rack.id,),
            f"What is in {rack.name} weighs at least {weight:.0f} kg, and it carries {shape.max_weight_kg:.0f} kg.",
            detail="weight",
            remedy="Move something to another rack.",
            measure=weight,
        )


def _racks_in_one_place(network: Network) -> Iterator[Finding]:
    """Racks that stand in each other. Sorted along the row, only those that begin before the last ends are compared."""
    shapes = network.catalogue.racks
    racks = sorted((r for r in network.plan.racks.values() if r.type in shapes), key=lambda r: (r.x_m, r.id))
    open_racks: list[Rack] = []
    for rack in racks:
        open_racks = [r for r in open_racks if r.x_m + shapes[r.type].width_mm / 1000 > rack.x_m + 1e-3]
        for other in open_racks:
            low, high = sorted((rack, other), key=lambda r: r.y_m)
            if low.y_m + shapes[low.type].depth_mm / 1000 > high.y_m + 1e-3:
                yield Finding(
                    (other.id, rack.id),
                    f"{other.name} and {rack.name} stand in the same place.",
                    detail="floor",
                    remedy="Move one of them.",
                )
        open_racks.append(rack)
