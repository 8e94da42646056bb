"""Which port a cable goes into when the port it was meant for is taken."""

from __future__ import annotations

from collections.abc import Iterable

from planner.catalogue import Port
from planner.network import Network
from planner.records import Cable, Device


class GrowthRefused(ValueError):
    """The step can't be planned; the text is a sentence for the user."""


class Sockets:
    """The ports of today's devices and of those that come. Each is given once; what is free today goes first, so that
    few cables wait for others to move."""

    def __init__(self, network: Network, devices: Iterable[Device]) -> None:
        self._catalogue = network.catalogue
        self._devices = {**network.plan.devices, **{d.id: d for d in devices}}
        self._given: set[tuple[str, str]] = set()
        self._busy_today: set[tuple[str, str]] = set()

    def hold(self, device: str, port: str) -> None:
        """A cable sits here and stays."""
        self._given.add((device, port))

    def busy(self, cable: Cable) -> None:
        """This cable sits in its ports today, and will leave at least one of them."""
        for k in cable.links:
            self._busy_today |= {(k.a_device, k.a_port), (k.b_device, k.b_port)}

    def claim(self, device: str, wanted: list[str]) -> list[str]:
        """So many ports of the device, in one cage when they are several: the wanted ones if they can be had."""
        ports = self._ports(device)
        found = self._choice(device, wanted, ports)
        if found is None:
            raise GrowthRefused(f"{device} has no free port like {wanted[0]}, which the end state needs.")
        self._given |= {(device, p) for p in found}
        return found

    def _choice(self, device: str, wanted: list[str], ports: dict[str, Port]) -> list[str] | None:
        for taken in (self._given | self._busy_today, self._given):
            if all((device, p) not in taken for p in wanted):
                return wanted
            cages: dict[str, list[str]] = {}
            for name, port in ports.items():
                if (device, name) not in taken and _alike(port, ports.get(wanted[0])):
                    cages.setdefault(port.cage, []).append(name)
            one = next((names for names in cages.values() if len(names) >= len(wanted)), None)
            if one is not None:
                return one[: len(wanted)]
        return None

    def _ports(self, device: str) -> dict[str, Port]:
        row = self._devices[device]
        return self._catalogue.ports(row.type, row.breakout)


def _alike(port: Port, other: Port | None) -> bool:
    """Whether one will do for the other. A server's port on a rail is not any other."""
    return other is not None and (port.rate_gbps, port.form, port.protocols, port.purpose, port.rail) == (
        other.rate_gbps,
        other.form,
        other.protocols,
        other.purpose,
        other.rail,
    )
