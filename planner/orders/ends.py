"""Where the ends of a cable are: rack, unit, device, port, cage, and the transceiver that its media takes there."""

from __future__ import annotations

from dataclasses import dataclass

from planner.network import Network
from planner.operations.naming import number_order
from planner.records import Rack


@dataclass(frozen=True, slots=True)
class End:
    """One end of a link. None is not known: the device has no place, or its type has no such port."""

    id: str  # of the device
    rack: str | None  # name
    row: str  # name of the row of racks, empty when it has none
    unit: float | None  # as the site counts them
    device: str  # name
    port: str
    cage: str | None
    transceiver: str | None  # id of the optic type; empty when the cable has its ends fixed to it
    at_rack: tuple[object, ...]  # sorts racks by name; what stands nowhere comes last
    in_rack: tuple[object, ...]  # sorts by unit from the bottom, then by port as on the faceplate

    @property
    def plug(self) -> tuple[str, str]:
        """What the cable is plugged into: device and cage."""
        return self.id, self.port if self.cage is None else self.cage

    @property
    def placed(self) -> bool:
        return self.rack is not None and self.unit is not None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a device is, for all its ends."""

    name: str
    rack: str | None
    row: str
    unit: float | None
    at_rack: tuple[object, ...]
    in_rack: tuple[object, ...]
    ports: dict[str, int]  # name -> place on the faceplate


class Ends:
    """Looks up ends in a network as it is now."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._places: dict[str, Place] = {}
        self._ports: dict[tuple[str, str], dict[str, int]] = {}

    def end(self, device: str, port: str, media: str) -> End:
        """`media` is the id of the cable's media type, empty when it is not known."""
        if device not in self._places:
            self._places[device] = self._place(device)
        at = self._places[device]
        found = self.network.ports(device).get(port)
        return End(
            device,
            at.rack,
            at.row,
            at.unit,
            at.name,
            port,
            found.cage if found else None,
            transceiver(self.network, media, device, port),
            at.at_rack,
            (*at.in_rack, at.ports.get(port, len(at.ports))),
        )

    def _place(self, device: str) -> Place:
        plan = self.network.plan
        row = plan.devices[device]
        rack = plan.racks.get(row.rack)
        key = row.type, row.breakout
        if key not in self._ports:
            self._ports[key] = {name: n for n, name in enumerate(self.network.ports(device))}
        return Place(
            row.name,
            rack.name if rack else None,
            rack.row if rack else "",
            self._unit(rack, row.unit),
            (0, number_order(rack.name), rack.id) if rack else (1, (), ""),
            (row.unit or 0.0, number_order(row.name)),
            self._ports[key],
        )

    def _unit(self, rack: Rack | None, unit: float | None) -> float | None:
        """From the bottom or the top, as the site has it; None when the height of the rack is needed and not known."""
        if rack is None or unit is None:
            return None
        if self.network.plan.site.count_from == "bottom":
            return unit
        shape = self.network.catalogue.racks.get(rack.type)
        return shape.height_u + 1 - unit if shape else None


def transceiver(network: Network, media: str, device: str, port: str) -> str | None:
    """Id of the transceiver that a cable of this media takes at a port; "" when it takes none there, None when that
    is not known."""
    found = network.ports(device).get(port)
    if not media or found is None:
        return None
    return network.catalogue.optic(media, found.form) or ""


def flat_tops(network: Network, device: str) -> dict[str, bool | None]:
    """Cage -> whether it takes flat-top transceivers only; None when that is not known."""
    type = network.device_type(device)
    tops: dict[str, bool | None] = {}
    for group in type.cages if type else ():
        tops.update((group.cage.format(i=group.first + i), group.flat_top) for i in range(group.count))
    return tops
