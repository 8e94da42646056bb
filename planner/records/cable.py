"""A cable: the thing one buys. It carries one link, or several when it is a splitter or runs from a twin-port cage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Link(NamedTuple):
    """Two ports joined."""

    a_device: str
    a_port: str
    b_device: str
    b_port: str


@dataclass(frozen=True, slots=True)
class Cable:
    id: str
    a_device: str
    a_port: str
    b_device: str
    b_port: str
    planes: tuple[str, ...] = ()  # ids; more than one only by an explicit decision to share
    media: str = ""  # id of a media type; empty lets the site's order choose
    length_m: float | None = None  # typed by hand; wins over the computed length
    label: str = ""
    more_links: tuple[tuple[str, str, str, str], ...] = ()  # further links the same cable carries, as Link fields
    phase: str = ""

    @property
    def links(self) -> tuple[Link, ...]:
        first = Link(self.a_device, self.a_port, self.b_device, self.b_port)
        return (first, *(Link(*m) for m in self.more_links)) if self.more_links else (first,)
