"""Media choice: the first cable type that reaches, in the site's order, and that both ends can take.

The rules of what fits are those of the makers' documents: form of both cages, rate, protocol, number of links in the
cable and whether it splits; a stocked length must be at least the needed one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.catalogue import FORMS, Catalogue, MediaType
from planner.network import PROTOCOLS, Network
from planner.records import Cable, Site


@dataclass(frozen=True, slots=True)
class Question:
    """What decides which media fit a cable, apart from its length."""

    form_a: int  # positions in catalogue.FORMS, -1 when there is no such port
    form_b: int
    gbps: int
    protocols: int  # bits of network.PROTOCOLS that all ends speak; 0 when the cable's links are not alike
    links: int
    split: bool


def fitting(catalogue: Catalogue, site: Site, question: Question) -> list[MediaType]:
    """Media that both ends take, by the site's order and then by reach."""
    order = {kind: n for n, kind in enumerate(site.media_order)}
    found = [m for m in catalogue.media.values() if m.kind in order and _fits(m, question)]
    return sorted(found, key=lambda m: (order[m.kind], reach(m, site), m.id))


def reach(media: MediaType, site: Site) -> float:
    """Metres, on the fibre that the site lays."""
    return media.reach_om3_m if site.fibre == "OM3" and media.reach_om3_m is not None else media.reach_m


def ordered(media: MediaType, needed_m: NDArray[np.float64]) -> NDArray[np.float64]:
    """The next stocked length; the next whole metre where none is listed; NaN beyond the longest."""
    if not media.lengths_m:
        return np.ceil(np.round(needed_m, 6))
    lengths = np.array([*media.lengths_m, np.nan])
    return lengths[np.searchsorted(lengths[:-1], np.round(needed_m, 6))]


def choose(
    catalogue: Catalogue, site: Site, question: Question, fixed: int, needed_m: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """For cables alike but for their length: position in `catalogue.media` (-1: none fits) and ordered length.

    `fixed` is the position of the media chosen by hand, -1 for none; a wrong one stays, for the rules to say so.
    """
    chosen = np.full(len(needed_m), fixed, np.int64)
    order_m = np.full(len(needed_m), np.nan)
    numbers = {m: n for n, m in enumerate(catalogue.media)}
    if fixed >= 0:
        media = list(catalogue.media.values())[fixed]
        return chosen, np.where(needed_m <= reach(media, site), ordered(media, needed_m), np.nan)
    for media in fitting(catalogue, site, question):
        length = ordered(media, needed_m)
        takes = (chosen < 0) & (needed_m <= reach(media, site) + 1e-9) & ~np.isnan(length)
        chosen[takes] = numbers[media.id]
        order_m[takes] = length[takes]
    return chosen, order_m


def question_of(network: Network, cable: Cable) -> Question:
    """The question that one cable asks."""
    columns, row = network.links.column, network.links.row[(cable.id, 0)]
    return Question(
        int(columns["form_a"][row]),
        int(columns["form_b"][row]),
        int(columns["gbps"][row]),
        int(columns["protocols"][row]),
        int(columns["links"][row]),
        bool(columns["split"][row]),
    )


def _fits(media: MediaType, q: Question) -> bool:
    if q.form_a < 0 or q.form_b < 0 or not {FORMS[q.form_a], FORMS[q.form_b]} <= set(media.forms):
        return False
    speaks = sum(PROTOCOLS[p] for p in media.protocols)
    shape = media.shape == "either" or (media.shape == "splitter") == q.split
    return q.gbps in media.rates_gbps and bool(speaks & q.protocols) and media.links == q.links and shape


def questions(network: Network, rows: NDArray[np.int64]) -> Iterator[tuple[Question, int, NDArray[np.int64]]]:
    """(question, media fixed by hand or -1, positions in `rows`) of the cables whose first links are these rows."""
    names = ("form_a", "form_b", "gbps", "protocols", "links", "split", "media")
    table = np.stack([network.links[n][rows].astype(np.int64) for n in names], axis=1)
    kinds, kind = np.unique(table, axis=0, return_inverse=True)
    by_kind = np.argsort(kind.reshape(-1), kind="stable")
    edges = np.searchsorted(kind.reshape(-1)[by_kind], np.arange(len(kinds) + 1))
    for n, (form_a, form_b, gbps, protocols, links, split, media) in enumerate(kinds.tolist()):
        yield Question(form_a, form_b, gbps, protocols, links, bool(split)), media, by_kind[edges[n] : edges[n + 1]]
