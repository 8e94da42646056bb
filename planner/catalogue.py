"""Types of things one buys, from TOML files: the folder is the table, the file name is the id.

An absent key is None and means "not known"; it is never filled with a guess. `source` names where the figures
come from and is required.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

SHIPPED = Path(__file__).parent.parent / "resources" / "catalogue"

Protocol = Literal["infiniband", "ethernet", "ici"]  # ici: links between TPU chips
Purpose = Literal["training", "storage", "in-band", "out-of-band", "any"]
DeviceKind = Literal["gpu-server", "storage-server", "management-server", "fabric-manager", "switch"]
MediaKind = Literal["dac", "acc", "aoc", "mmf", "smf", "cat6"]
Shape = Literal["straight", "splitter", "either"]
Form = Literal[  # own: a maker's own connector, or one that is not published
    "qsfp28",
    "qsfp56",
    "qsfp112",
    "qsfp-dd",
    "osfp",
    "osfp-twin",
    "osfp1600",
    "osfp1600-twin",
    "sfp28",
    "rj45",
    "mpo",
    "own",
]
MOST_RATE_GBPS = 100_000  # of one port: far beyond what is made, so more is a slip of the pen
FORMS: tuple[Form, ...] = get_args(Form)


class CatalogueError(ValueError):
    """A catalogue file can't be used; the text names the file and what is wrong in it."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)
    id: str
    maker: str
    name: str
    source: str  # keys of the sources, or an address
    note: str = ""


T = TypeVar("T", bound=_Row)


class Breakout(BaseModel):
    """One way to split a port: `ways` ports of `rate_gbps` each."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    ways: int = Field(gt=1, le=8)
    rate_gbps: int = Field(gt=0, le=MOST_RATE_GBPS)


class CageGroup(BaseModel):
    """Cages that are alike. `port` is a pattern with {cage} and {n} (the port within the cage, from 1)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    cage: str  # pattern of the cage's name, with {i}
    port: str  # pattern of a port's name, with {i} and, when a cage holds several ports, {n}
    count: int = Field(gt=0, le=1024)
    first: int = 1
    ports_per_cage: int = Field(default=1, gt=0, le=8)
    form: Form
    rate_gbps: int = Field(gt=0, le=MOST_RATE_GBPS)  # of one port, per direction
    protocols: tuple[Protocol, ...]
    purpose: Purpose = "any"
    rails: tuple[int, ...] = ()  # rail of each port in order (cages outermost); empty when it has none
    breakouts: tuple[Breakout, ...] = ()  # ways to split one port
    split_at: int = 0  # number of the first port made by a split: 0 gives swp1s0, 1 gives 1/1/1
    split: str = "{port}s{k}"  # pattern of the name of a port made by a split
    flat_top: bool | None = None
    max_power_w: float | None = Field(default=None, gt=0)


class DeviceType(_Row):
    kind: DeviceKind
    height_u: float = Field(gt=0, le=60)
    height_assumed: bool = False  # the maker's height is not confirmed
    depth_mm: float | None = Field(default=None, gt=0)
    weight_kg: float | None = Field(default=None, gt=0)
    power_typical_w: float | None = Field(default=None, gt=0)
    power_max_w: float | None = Field(default=None, gt=0)
    airflow: Literal["front-to-rear", "rear-to-front", "either", "liquid"] | None = None
    gpus: int = Field(default=0, ge=0)
    gpu: str | None = None
    gpu_memory_gb: float | None = Field(default=None, gt=0)  # of one GPU
    scale_up: str | None = None  # what joins the GPUs inside, e.g. "NVLink 4"
    scale_up_gbps: int | None = Field(default=None, gt=0)  # of one GPU, one way
    scale_up_domain_gpus: int | None = Field(default=None, gt=0)  # GPUs in one domain when it spans several devices
    nic_to_gpu: tuple[int, ...] = ()  # GPU beside each rail's NIC, by rail from 0; empty when there is none or unknown
    transit: bool = False  # an endpoint that passes on traffic of others through its own ports, as a TPU chip does
    cages: tuple[CageGroup, ...] = ()

    @property
    def is_switch(self) -> bool:
        return self.kind == "switch"


class MediaType(_Row):
    """A cable to order, with its optics when it needs some."""

    kind: MediaKind
    rates_gbps: tuple[int, ...]  # of one link, per direction
    links: int = Field(default=1, gt=0, le=8)  # links that one cable carries
    reach_m: float = Field(gt=0)
    reach_om3_m: float | None = Field(default=None, gt=0)
    lengths_m: tuple[float, ...] = ()  # stocked lengths, rising; empty when cut to any length or not known
    protocols: tuple[Protocol, ...]
    forms: tuple[Form, ...]  # cages that either end fits
    shape: Shape = "either"  # of a cable with several links: all between the same two cages, or split to several
    optics: tuple[str, ...] = ()  # transceivers it takes, one for each form; empty when the ends are fixed to it


class OpticType(_Row):
    form: Form
    signal: str  # SR4, DR4, FR4, ...: both ends of a link must agree
    rate_gbps: int = Field(gt=0, le=MOST_RATE_GBPS)  # of one port
    ports: int = Field(default=1, gt=0, le=8)
    power_typical_w: float | None = Field(default=None, gt=0)
    power_max_w: float | None = Field(default=None, gt=0)
    flat_top: bool | None = None
    protocols: tuple[Protocol, ...]


class RackType(_Row):
    height_u: int = Field(gt=0, le=100)
    width_mm: float = Field(gt=0)
    depth_mm: float = Field(gt=0)
    max_weight_kg: float | None = Field(default=None, gt=0)
    max_power_w: float | None = Field(default=None, gt=0)


@dataclass(frozen=True, slots=True)
class Port:
    """One logical interface of a device, after its cages are split."""

    name: str
    cage: str
    rate_gbps: int  # per direction
    form: Form
    protocols: tuple[Protocol, ...]
    purpose: Purpose
    rail: int | None


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All types by id."""

    devices: dict[str, DeviceType] = field(default_factory=dict)
    media: dict[str, MediaType] = field(default_factory=dict)
    optics: dict[str, OpticType] = field(default_factory=dict)
    racks: dict[str, RackType] = field(default_factory=dict)
    _ports: dict[tuple[str, str], dict[str, Port]] = field(default_factory=dict, repr=False, compare=False)

    def optic(self, media: str, form: Form) -> str | None:
        """Id of the transceiver that this media takes in such a cage; None when its ends are fixed."""
        found = self.media.get(media)
        return next((o for o in found.optics if self.optics[o].form == form), None) if found else None

    def ports(self, device_type: str, breakout: str = "") -> dict[str, Port]:
        """Ports of a device by name, in faceplate order. `breakout` as in `records.Device.breakout`; one that can't be
        read splits nothing."""
        key = device_type, breakout
        if key not in self._ports:
            found = self.devices.get(device_type)
            self._ports[key] = {} if found is None else _ports_of(found, _wanted(breakout))
        return self._ports[key]


def parse_breakout(text: str) -> dict[str, int]:
    """ "2" splits every cage that can in two; "swp1=4 swp2=2" only those. Cage name ("*" for all) -> ways."""
    ways: dict[str, int] = {}
    for word in text.split():
        cage, _, number = word.rpartition("=")
        if not number.isdecimal() or int(number) < 1:
            raise ValueError(f"a breakout is written 2 or swp1=2, not {word!r}")
        ways[cage or "*"] = int(number)
    return ways


def _wanted(breakout: str) -> dict[str, int]:
    try:
        return parse_breakout(breakout)
    except ValueError:
        return {}


def _ports_of(device_type: DeviceType, wanted: dict[str, int]) -> dict[str, Port]:
    ports: dict[str, Port] = {}
    for group in device_type.cages:
        for i in range(group.count):
            cage = group.cage.format(i=group.first + i)
            for n in range(group.ports_per_cage):
                at = i * group.ports_per_cage + n
                rail = group.rails[at] if at < len(group.rails) else None
                name = group.port.format(i=group.first + i, n=n + 1)
                ports.update((p.name, p) for p in _split(group, cage, name, rail, wanted))
    return ports


def _split(group: CageGroup, cage: str, name: str, rail: int | None, wanted: dict[str, int]) -> Iterable[Port]:
    ways = wanted.get(cage, wanted.get("*", 1))
    split = next((b for b in group.breakouts if b.ways == ways), None)
    if split is None:
        return [Port(name, cage, group.rate_gbps, group.form, group.protocols, group.purpose, rail)]
    names = (group.split.format(port=name, k=group.split_at + k) for k in range(ways))
    return [Port(n, cage, split.rate_gbps, group.form, group.protocols, group.purpose, rail) for n in names]


def load(folder: Path = SHIPPED) -> Catalogue:
    """Read every file below `folder`; raise CatalogueError naming the first that can't be used."""
    servers = _table(folder / "servers", DeviceType)
    switches = _table(folder / "switches", DeviceType)
    return Catalogue(
        servers | switches,
        _table(folder / "cables", MediaType),
        _table(folder / "optics", OpticType),
        _table(folder / "racks", RackType),
    )


@cache
def shipped() -> Catalogue:
    """The catalogue that comes with the program."""
    return load()


def _table(folder: Path, row: type[T]) -> dict[str, T]:
    return {p.stem: _read(p, row) for p in sorted(folder.glob("*.toml"))}


def _read(path: Path, row: type[T]) -> T:
    try:
        values = tomllib.loads(path.read_text("utf-8"))
        return row.model_validate({"id": path.stem} | _tuples(values))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise CatalogueError(f"{path.name} can't be read: {e}") from e
    except ValidationError as e:
        first = e.errors()[0]
        raise CatalogueError(f"{path.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from e


def _tuples(value: Any) -> Any:
    """TOML arrays as tuples, since strict validation takes no list for a tuple."""
    if isinstance(value, list):
        return tuple(_tuples(v) for v in value)
    if isinstance(value, dict):
        return {k: _tuples(v) for k, v in value.items()}
    return value
