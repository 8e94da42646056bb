"""The plan as a networkx multigraph with number columns beside it, both patched change by change.

Figures and rules read this and never write it. Nodes of the graph are device ids, an edge's key is (cable id, n)
with n the number of the link within its cable, and its data are `gbps` (per direction) and `planes`. A link whose
ends differ in rate or share no protocol carries 0 until it is mended: no figure may count on it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from planner.catalogue import FORMS, Catalogue, DeviceType, Port, shipped
from planner.columns import Columns
from planner.edit import Change
from planner.plan import Plan
from planner.records import Cable, Device, Link, Rack
from planner.units import RACK_UNIT_M

LinkKey = tuple[str, int]
KINDS = ("gpu-server", "storage-server", "management-server", "fabric-manager", "switch", "unknown")
SWITCH, MANAGER, UNKNOWN = KINDS.index("switch"), KINDS.index("fabric-manager"), KINDS.index("unknown")
ROLES = {"": 0, "leaf": 1, "spine": 2, "core": 3}
PROTOCOLS = {"infiniband": 1, "ethernet": 2, "ici": 4}


@dataclass(frozen=True, slots=True)
class Socket:
    """A port as numbers, for the columns."""

    gbps: int = 0  # 0 when the device has no such port
    protocols: int = 0  # bits of PROTOCOLS
    form: int = -1  # position in catalogue.FORMS
    cage: int = -1  # number of the cage within the device
    place: int = -1  # of the port in faceplate order
    rail: int = -1
    forwards: bool = True  # False for a switch's own management port


NO_SOCKET = Socket()


class Network:
    """Graph and columns of a plan, kept in step with it until `close`."""

    def __init__(self, plan: Plan, catalogue: Catalogue | None = None) -> None:
        self.plan = plan
        self.catalogue = shipped() if catalogue is None else catalogue
        self.graph: nx.MultiGraph[str] = nx.MultiGraph()
        self.devices: Columns[str] = Columns(
            kind=np.int8,
            role=np.int8,
            gpus=np.int32,
            transit=bool,  # an endpoint that forwards for others
            x_m=float,
            y_m=float,
            z_m=float,
            placed=bool,
            rack=np.int32,
        )
        self.links: Columns[LinkKey] = Columns(
            a=np.int32,
            b=np.int32,
            gbps=np.int64,
            gbps_a=np.int64,
            gbps_b=np.int64,
            form_a=np.int8,
            form_b=np.int8,
            cage_a=np.int32,
            cage_b=np.int32,
            place_a=np.int32,
            place_b=np.int32,
            rail_a=np.int16,
            rail_b=np.int16,
            protocols=np.int8,  # those all ends of its cable speak, bits of PROTOCOLS; 0 when its links are not alike
            forwards=bool,  # False when it ends in a switch's own management port
            planes=np.int64,  # bit by plane
            number=np.int8,  # of the link within its cable
            links=np.int8,  # of its cable
            split=bool,  # its cable ends in more than two cages
            typed_m=float,  # length typed by hand, NaN when there is none
            media=np.int16,  # position of a media type chosen by hand in `catalogue.media`, -1 when there is none
        )
        self.in_rack: dict[str, set[str]] = defaultdict(set)
        self._rack_number: dict[str, int] = {}
        self._plane_bit: dict[str, int] = {}
        self._sockets: dict[tuple[str, str], dict[str, Socket]] = {}
        self._media_number = {m: n for n, m in enumerate(self.catalogue.media)}
        self.update(tuple(Change(None, r) for r in plan.rows()))
        self.close: Callable[[], None] = plan.subscribe(self.update)

    def update(self, changes: tuple[Change, ...]) -> None:
        """Follow one edit. Cables leave before devices do and come after them."""
        for c in changes:
            if isinstance(c.before, Cable):
                self._unplug(c.before)
        for c in changes:
            if isinstance(c.before, Device) and not isinstance(c.after, Device):
                self._remove(c.before)
        moved = {c.row.id for c in changes if isinstance(c.row, Rack)}
        for c in changes:
            if isinstance(c.after, Device):
                self._place(c.before if isinstance(c.before, Device) else None, c.after)
        for rack in moved:
            for device in self.in_rack.get(rack, ()):
                self._put(self.plan.devices[device])
        for c in changes:
            if isinstance(c.after, Cable):
                self._plug(c.after)

    def device_type(self, device: str) -> DeviceType | None:
        """None when the catalogue does not hold the type."""
        return self.catalogue.devices.get(self.plan.devices[device].type)

    def ports(self, device: str) -> dict[str, Port]:
        row = self.plan.devices[device]
        return self.catalogue.ports(row.type, row.breakout)

    def links_of(self, device: str) -> Iterator[tuple[LinkKey, Link]]:
        """Every link that ends at the device, turned so that it starts there."""
        for _, other, key in self.graph.edges(device, keys=True):
            link = self.plan.cables[key[0]].links[key[1]]
            if link.a_device != device:
                link = Link(link.b_device, link.b_port, link.a_device, link.a_port)
            yield key, link
            if other == device:  # a cable from the device to itself holds both its ports
                yield key, Link(link.b_device, link.b_port, link.a_device, link.a_port)

    def used_ports(self, device: str) -> dict[str, list[str]]:
        """Port -> ids of the cables plugged into it; more than one is a mistake."""
        used: dict[str, list[str]] = {}
        for key, link in self.links_of(device):
            used.setdefault(link.a_port, []).append(key[0])
        return used

    def free_ports(self, device: str) -> list[Port]:
        used = self.used_ports(device)
        return [p for p in self.ports(device).values() if p.name not in used]

    def links_in(self, plane: str) -> NDArray[np.int64]:
        """Rows of `links` that carry this plane."""
        bit = self._plane_bit.get(plane)
        rows = self.links.rows()
        return rows[:0] if bit is None else rows[(self.links["planes"][rows] >> bit) & 1 == 1]

    def is_switch(self) -> NDArray[np.bool_]:
        """By row of `devices`."""
        switch: NDArray[np.bool_] = self.devices["kind"] == SWITCH
        return switch

    def _remove(self, device: Device) -> None:
        self.graph.remove_node(device.id)
        self.devices.drop(device.id)
        self.in_rack[device.rack].discard(device.id)

    def _place(self, before: Device | None, device: Device) -> None:
        if before is None:
            self.graph.add_node(device.id)
        elif before.rack != device.rack:
            self.in_rack[before.rack].discard(device.id)
        self.in_rack[device.rack].add(device.id)
        self._put(device)
        if before is not None and (before.type, before.breakout) != (device.type, device.breakout):
            for cable in {key[0] for _, _, key in self.graph.edges(device.id, keys=True)}:
                self._unplug(self.plan.cables[cable])
                self._plug(self.plan.cables[cable])

    def _put(self, device: Device) -> None:
        found = self.catalogue.devices.get(device.type)
        rack = self.plan.racks.get(device.rack)
        placed = rack is not None and device.unit is not None
        shape = self.catalogue.racks.get(rack.type) if rack else None
        height_u = found.height_u if found else 1.0
        self.devices.put(
            device.id,
            kind=KINDS.index(found.kind) if found else UNKNOWN,
            role=ROLES.get(device.role, 0),
            gpus=found.gpus if found else 0,
            transit=found is not None and found.transit and not found.is_switch,
            placed=placed,
            rack=self._rack_number.setdefault(device.rack, len(self._rack_number)) if placed else -1,
            x_m=rack.x_m + (shape.width_mm / 2000 if shape else 0.3) if rack else 0.0,
            y_m=rack.y_m if rack else 0.0,
            z_m=((device.unit or 1) - 1 + height_u / 2) * RACK_UNIT_M,
        )

    def _plug(self, cable: Cable) -> None:
        planes = 0
        for p in cable.planes:
            planes |= 1 << self._plane_bit.setdefault(p, len(self._plane_bit))
        links = cable.links
        ends = [(self._socket(k.a_device, k.a_port), self._socket(k.b_device, k.b_port)) for k in links]
        cages = {(k.a_device, a.cage) for k, (a, _) in zip(links, ends, strict=True)}
        cages |= {(k.b_device, b.cage) for k, (_, b) in zip(links, ends, strict=True)}
        common = _common(ends)
        for n, (link, (a, b)) in enumerate(zip(links, ends, strict=True)):
            gbps = a.gbps if a.gbps == b.gbps and a.protocols & b.protocols else 0
            self.graph.add_edge(link.a_device, link.b_device, (cable.id, n), gbps=gbps, planes=cable.planes)
            self.links.put(
                (cable.id, n),
                a=self.devices.row[link.a_device],
                b=self.devices.row[link.b_device],
                gbps=gbps,
                gbps_a=a.gbps,
                gbps_b=b.gbps,
                form_a=a.form,
                form_b=b.form,
                cage_a=a.cage,
                cage_b=b.cage,
                place_a=a.place,
                place_b=b.place,
                rail_a=a.rail,
                rail_b=b.rail,
                protocols=common,
                forwards=a.forwards and b.forwards,
                planes=planes,
                number=n,
                links=len(links),
                split=len(cages) > 2,
                typed_m=np.nan if cable.length_m is None else cable.length_m,
                media=self._media_number.get(cable.media, -1),
            )

    def _unplug(self, cable: Cable) -> None:
        for n, link in enumerate(cable.links):
            self.graph.remove_edge(link.a_device, link.b_device, (cable.id, n))
            self.links.drop((cable.id, n))

    def _socket(self, device: str, port: str) -> Socket:
        row = self.plan.devices[device]
        key = row.type, row.breakout
        if key not in self._sockets:
            found = self.catalogue.devices.get(row.type)
            self._sockets[key] = _sockets(self.catalogue.ports(*key), found is not None and found.is_switch)
        return self._sockets[key].get(port, NO_SOCKET)


def _common(ends: list[tuple[Socket, Socket]]) -> int:
    """Protocols that every end of a cable speaks. One cable carries links of one rate between cages of the same forms:
    0 where they differ, as nothing one can buy joins them."""
    first, _ = ends[0]
    forms = {frozenset((a.form, b.form)) for a, b in ends}
    common = first.protocols
    for socket in chain.from_iterable(ends):
        common &= socket.protocols if socket.gbps == first.gbps else 0
    return common if len(forms) == 1 else 0


def _sockets(ports: dict[str, Port], switch: bool) -> dict[str, Socket]:
    cages: dict[str, int] = {}
    return {
        name: Socket(
            p.rate_gbps,
            sum(PROTOCOLS[x] for x in p.protocols),
            FORMS.index(p.form),
            cages.setdefault(p.cage, len(cages)),
            place,
            -1 if p.rail is None else p.rail,
            not (switch and p.purpose == "out-of-band"),
        )
        for place, (name, p) in enumerate(ports.items())
    }
