"""Where the ends of a cable are: rack, unit, device, port, cage, and the transceiver that its media takes there."""

from __future__ import annotations

from dataclasses import dataclass

from planner.network import Network
from planner.operations.naming import number_order


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


class Ends:
    """Looks up ends in a network as it is now."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._places: dict[tuple[str, str], dict[str, int]] = {}
        self._racks: dict[str, tuple[object, ...]] = {}

    def end(self, device: str, port: str, media: str) -> End:
        """`media` is the id of the cable's media type, empty when it is not known."""
        plan = self.network.plan
        row = plan.devices[device]
        found = self.network.ports(device).get(port)
        rack = plan.racks.get(row.rack) if row.unit is not None else None
        place = self._port_places(device).get(port, 10**6)
        return End(
            device,
            rack.name if rack else None,
            rack.row if rack else "",
            self._unit(device),
            row.name,
            port,
            found.cage if found else None,
            transceiver(self.network, media, device, port),
            self._rack_order(rack.id if rack else ""),
            (row.unit or 0.0, number_order(row.name), place),
        )

    def _unit(self, device: str) -> float | None:
        """From the bottom or the top, as the site has it; None when the height of the rack is needed and not known."""
        plan = self.network.plan
        row = plan.devices[device]
        if row.unit is None or row.rack not in plan.racks or plan.site.count_from == "bottom":
            return row.unit if row.rack in plan.racks else None
        shape = self.network.catalogue.racks.get(plan.racks[row.rack].type)
        return shape.height_u + 1 - row.unit if shape else None

    def _port_places(self, device: str) -> dict[str, int]:
        row = self.network.plan.devices[device]
        key = row.type, row.breakout
        if key not in self._places:
            self._places[key] = {name: n for n, name in enumerate(self.network.ports(device))}
        return self._places[key]

    def _rack_order(self, rack: str) -> tuple[object, ...]:
        if rack not in self._racks:
            row = self.network.plan.racks.get(rack)
            self._racks[rack] = (0, number_order(row.name), row.id) if row else (1, (), "")
        return self._racks[rack]


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
