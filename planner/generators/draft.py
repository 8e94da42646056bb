"""A plan being generated: rows are collected here and become one edit at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planner.catalogue import Catalogue, Port
from planner.edit import added
from planner.plan import Plan
from planner.records import Cable, Device, Link, Plane, Rack, Record

ROW_PITCH_M = 2.4  # a rack of 1.2 m and an aisle of 1.2 m
WIDEST_ROW = 20  # racks


class RecipeRefused(ValueError):
    """The parameters can't be built; the text is a sentence for the user."""


class Draft:
    """Ports are handed out in faceplate order, each once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.rows: list[Record] = []
        self.devices: dict[str, Device] = {}
        self.racks: dict[str, Rack] = {}
        self._cables: list[tuple[tuple[Link, ...], str]] = []
        self._used: set[tuple[str, str]] = set()
        self._next: dict[tuple[str, str, int], Iterator[Port]] = {}

    def rack(self, name: str, type: str, x_m: float, y_m: float, row: str) -> str:
        self.racks[name] = Rack(name, name, type, round(x_m, 3), round(y_m, 3), row)
        return name

    def device(self, device: Device) -> str:
        self.devices[device.id] = device
        return device.id

    def plane(self, plane: Plane) -> None:
        self.rows.append(plane)

    def height_u(self, type: str) -> float:
        return self.catalogue.devices[type].height_u

    def ports(self, device: str) -> list[Port]:
        row = self.devices[device]
        return list(self.catalogue.ports(row.type, row.breakout).values())

    def take(self, device: str, plane: str, rate_gbps: int) -> str:
        """The next free port of this rate that may serve the plane."""
        key = device, plane, rate_gbps
        if key not in self._next:
            fitting = (p for p in self.ports(device) if p.rate_gbps == rate_gbps and p.purpose in (plane, "any"))
            self._next[key] = iter(list(fitting))
        for port in self._next[key]:
            if (device, port.name) not in self._used:
                self._used.add((device, port.name))
                return port.name
        raise RecipeRefused(f"{device} has no free {rate_gbps} Gb/s port left for {plane}.")

    def claim(self, device: str, port: str) -> str:
        """This port, which nobody may have taken."""
        assert (device, port) not in self._used, f"{device} {port} is taken"
        self._used.add((device, port))
        return port

    def cable(self, links: Sequence[Link], plane: str) -> None:
        self._cables.append((tuple(links), plane))

    def plan(self, label: str, *rows: Record) -> Plan:
        """The finished plan. Cables are numbered in the order in which they were laid."""
        digits = max(4, len(str(len(self._cables))))
        cables = [
            Cable(f"C-{n:0{digits}d}", *links[0], (plane,), more_links=tuple((*k,) for k in links[1:]))
            for n, (links, plane) in enumerate(self._cables, 1)
        ]
        plan = Plan()
        plan.apply(added(label, *rows, *self.rows, *self.racks.values(), *self.devices.values(), *cables))
        return plan
