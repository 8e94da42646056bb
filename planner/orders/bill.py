"""The bill: what a plan orders, a row for each part, ordered length, plane and phase, with totals that say what is not
known. Nothing is guessed: a length, power, weight, lead time or price nobody stated stays unknown and is counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from math import ceil
from typing import NamedTuple

from planner.catalogue import DeviceType, MediaType, OpticType, RackType
from planner.figures.power import drawn, power
from planner.figures.report import CableLengths, PowerFigure
from planner.network import KINDS as DEVICE_KINDS
from planner.network import Network
from planner.orders.ends import flat_tops, transceiver
from planner.orders.phases import PhaseOrder, order_by
from planner.records.plane import DEFAULT_PLANES
from planner.rules.physical.lead_time import first_date, needed_on

KINDS = ("device", "transceiver", "cable", "rack")
POWERED_MEDIA = ("acc", "aoc")  # with electronics in their ends; a passive cable draws nothing to speak of
UNPLACED, UNFIT, TOO_LONG = "length unknown", "no media fits", "too long for it"
FLAT_TOP = {True: "flat top", False: "finned top"}


@dataclass(frozen=True, slots=True)
class BillRow:
    """Parts that are ordered together. Weights, powers and prices are of one; None is not known."""

    kind: str  # one of KINDS
    part: str  # id in the catalogue; empty for a cable whose media is not known
    name: str
    length_m: float | None  # ordered length of a cable; None when unknown, and for what is no cable
    planes: tuple[str, ...]  # ids; of cables, transceivers, and switches meant for one
    phase: str  # id; empty is day one
    quantity: int  # as planned
    spares: int
    draws: bool  # whether it draws power
    typical_w: float | None
    max_w: float | None
    weight_kg: float | None  # stated for devices only
    lead_weeks: float | None
    order_by: date | None  # None when the day of the phase or the lead time is not known

    @property
    def ordered(self) -> int:
        return self.quantity + self.spares

    @property
    def weighs(self) -> bool:
        """Whether its weight counts for a floor: that of a device or a rack does."""
        return self.kind in ("device", "rack")


@dataclass(frozen=True, slots=True)
class Bill:
    rows: tuple[BillRow, ...]
    devices_power: PowerFigure  # without spares, as they draw none
    transceivers_power: PowerFigure  # on top, unless the sheet of a device has them in its maximum
    unplaced: tuple[str, ...]  # ids of cables whose length is not known, as an end has no place
    unfit: tuple[str, ...]  # ids of cables whose length is known and for which nothing can be ordered

    def number(self, kind: str) -> int:
        """How many of a kind, without spares."""
        return sum(r.quantity for r in self.rows if r.kind == kind)

    @property
    def weight_kg(self) -> float:
        """Of all devices and racks whose weight is known, without spares."""
        return sum(r.quantity * (r.weight_kg or 0.0) for r in self.rows if r.weighs)

    @property
    def weight_unknown(self) -> int:
        return sum(r.quantity for r in self.rows if r.weighs and r.weight_kg is None)

    @property
    def lead_unknown(self) -> int:
        """Rows without a lead time."""
        return sum(r.lead_weeks is None for r in self.rows)


class Key(NamedTuple):
    """What makes parts one row."""

    kind: str
    part: str
    detail: str = ""  # the top of a transceiver, or why a cable has no length
    length_m: float | None = None
    planes: tuple[str, ...] = ()
    phase: str = ""


@dataclass(slots=True)
class Cage:
    """What is plugged into one cage: all its cables share one transceiver."""

    optic: str
    planes: set[str] = field(default_factory=set)
    phases: set[str] = field(default_factory=set)


def bill(network: Network, lengths: CableLengths, spares: Mapping[str, float] | None = None) -> Bill:
    """`lengths` of the same revision. `spares` is percent by kind or by part id, which goes before its kind; each row
    is rounded up."""
    plan = network.plan
    phases = PhaseOrder(plan)
    numbers: Counter[Key] = Counter()
    for device in plan.devices.values():
        plane = (device.plane,) if device.plane else ()
        numbers[Key("device", device.type, planes=plane, phase=device.phase)] += 1
    numbers.update(_cables(network, lengths))
    numbers.update(_transceivers(network, lengths, phases))
    numbers.update(_racks(network, phases))
    rows = [_row(network, key, number, spares or {}) for key, number in numbers.items()]
    planes = {p.id: n for n, p in enumerate(DEFAULT_PLANES)}
    optics = ((network.catalogue.optics.get(k.part), n) for k, n in numbers.items() if k.kind == "transceiver")
    found = list(zip(lengths.ids, lengths.needed_m.tolist(), lengths.ordered_m.tolist(), strict=True))
    return Bill(
        tuple(sorted(rows, key=lambda r: _place(network, planes, phases, r))),
        power(network),
        drawn(optics),
        tuple(sorted(id for id, needed, _ in found if needed != needed)),
        tuple(sorted(id for id, needed, ordered in found if needed == needed and ordered != ordered)),
    )


def _cables(network: Network, lengths: CableLengths) -> Iterable[Key]:
    needed, ordered = lengths.needed_m.tolist(), lengths.ordered_m.tolist()
    for id, media, need, order in zip(lengths.ids, lengths.media, needed, ordered, strict=True):
        cable = network.plan.cables[id]
        why = UNPLACED if need != need else "" if order == order else TOO_LONG if media else UNFIT
        yield Key("cable", media, why, None if why else order, tuple(sorted(cable.planes)), cable.phase)


def _transceivers(network: Network, lengths: CableLengths, phases: PhaseOrder) -> Iterable[Key]:
    """One a cage and end, with the phase of the first cable it serves."""
    cages: dict[tuple[str, str], Cage] = {}
    for id, media in zip(lengths.ids, lengths.media, strict=True):
        if not media or not network.catalogue.media[media].optics:
            continue
        cable = network.plan.cables[id]
        for link in cable.links:
            for device, port in ((link.a_device, link.a_port), (link.b_device, link.b_port)):
                optic = transceiver(network, media, device, port)
                if optic:
                    cage = cages.setdefault((device, network.ports(device)[port].cage), Cage(optic))
                    cage.planes.update(cable.planes)
                    cage.phases.add(cable.phase)
    tops: dict[str, dict[str, bool | None]] = {}
    for (device, name), cage in cages.items():
        type = network.plan.devices[device].type
        if type not in tops:
            tops[type] = flat_tops(network, device)
        top = tops[type].get(name)
        stated = network.catalogue.optics[cage.optic].flat_top is not None
        said = "" if top is None or stated else FLAT_TOP[top]
        yield Key("transceiver", cage.optic, said, None, tuple(sorted(cage.planes)), phases.earliest(cage.phases))


def _racks(network: Network, phases: PhaseOrder) -> Iterable[Key]:
    """A rack comes with the first of the devices in it."""
    held: dict[str, set[str]] = defaultdict(set)
    for device in network.plan.devices.values():
        held[device.rack].add(device.phase)
    for rack in network.plan.racks.values():
        yield Key("rack", rack.type, phase=phases.earliest(held[rack.id]))


def _row(network: Network, key: Key, number: int, spares: Mapping[str, float]) -> BillRow:
    plan = network.plan
    found = _type(network, key)
    stated = found if isinstance(found, DeviceType | OpticType) else None
    terms = plan.parts.get(key.part)
    weeks = terms.lead_weeks if terms else None
    name = (found.name if found else key.part) or "Cable"
    percent = spares.get(key.part, spares.get(key.kind, 0.0)) if key.part else 0.0
    return BillRow(
        key.kind,
        key.part,
        f"{name}, {key.detail}" if key.detail else name,
        key.length_m,
        key.planes,
        key.phase,
        number,
        ceil(round(number * percent / 100, 9)),
        key.kind in ("device", "transceiver") or (isinstance(found, MediaType) and found.kind in POWERED_MEDIA),
        stated.power_typical_w if stated else None,
        stated.power_max_w if stated else None,
        found.weight_kg if isinstance(found, DeviceType) else None,
        weeks,
        order_by(needed_on(plan, key.phase, first_date(plan)), weeks),
    )


def _type(network: Network, key: Key) -> DeviceType | OpticType | MediaType | RackType | None:
    """None when the catalogue does not hold it."""
    catalogue = network.catalogue
    tables: dict[str, Mapping[str, DeviceType | OpticType | MediaType | RackType]] = {
        "device": catalogue.devices,
        "transceiver": catalogue.optics,
        "cable": catalogue.media,
        "rack": catalogue.racks,
    }
    return tables[key.kind].get(key.part)


def _place(network: Network, planes: Mapping[str, int], phases: PhaseOrder, row: BillRow) -> tuple[object, ...]:
    """Servers, switches, transceivers, cables, racks; then by plane, name, length and phase."""
    found = network.catalogue.devices.get(row.part) if row.kind == "device" else None
    sort = DEVICE_KINDS.index(found.kind) if found else len(DEVICE_KINDS)
    plane = [(planes.get(p, len(planes)), p) for p in row.planes]
    length = -1.0 if row.length_m is None else row.length_m
    return KINDS.index(row.kind), sort, plane, row.name, length, phases.key(row.phase), row.part
