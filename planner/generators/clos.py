"""A whole Clos cluster from one recipe: servers in racks, one fabric, every cable."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from planner.catalogue import Catalogue, shipped
from planner.generators.draft import Draft, RecipeRefused
from planner.generators.floor import Floor
from planner.generators.planes import further_plane
from planner.generators.wiring import Fabric, Spec, attach_managers, lay, planned
from planner.plan import Plan
from planner.records import Device, Plane, Project

MOST_SERVERS = 20_000
STORE, ADMIN = "storage-server", "management-server"
PLANES = ("training", "storage", "in-band", "out-of-band")
MIDDLE_OF_ROW = 3  # leaves a unit from which they get a rack of their own in the middle of it


@dataclass(frozen=True, slots=True)
class Recipe:
    """What `trunkline new` takes. Zero means: as the design needs."""

    servers: int
    server: str = "dgx-h100"
    switch: str = "qm9700"
    rail_optimised: bool = True
    rail_only: bool = False  # a leaf for each rail, and no spines
    dual_homed: bool = False  # two leaves for every server, which halve its ports
    peers: int = 0  # links between the two leaves of a dual-homed pair
    ratio: float = 1.0  # down/up of a leaf
    tiers: int = 0
    unit: int = 0  # servers a scalable unit
    filled: tuple[int, ...] = ()  # servers in each unit, for one that grew; empty fills them in turn
    servers_a_rack: int = 0
    rack: str = "rack-48u-600x1200"
    fabrics: int = 1
    spines: int = 0
    down: int = 0  # down-ports of a leaf
    apart: bool = False
    pairs: bool = False
    managers: int = 0
    domain: int = 0  # servers of one scale-up domain
    server_breakout: str = ""
    rails: int = 0  # training ports of each server that are used
    planes: tuple[str, ...] = ("training",)  # which to lay; training always
    storage_servers: int = 0
    management_servers: int = 0
    name: str = ""


def build(recipe: Recipe, catalogue: Catalogue | None = None) -> Plan:
    """The plan of this recipe; raises RecipeRefused with a sentence."""
    draft = Draft(shipped() if catalogue is None else catalogue)
    _check(recipe, draft.catalogue)
    servers = servers_of(recipe)
    for server in servers:
        draft.device(server)
    spec = training_spec(recipe)
    ids = [s.id for s in servers]
    fabric = planned(draft, ids, spec)
    lay(draft, ids, fabric)
    floor = Floor(draft, recipe.rack)
    place_units(floor, servers, fabric, recipe.servers_a_rack)
    managers = managers_of(draft, recipe.managers)
    attach_managers(draft, [m.id for m in managers], fabric)
    place_above(floor, fabric, managers)
    _further(draft, floor, recipe, servers, managers)
    draft.plane(training_plane(draft, fabric))
    title = recipe.name or f"{recipe.servers} × {draft.catalogue.devices[recipe.server].name}"
    return draft.plan(f"New {title}", Project(name=title))


def training_spec(recipe: Recipe) -> Spec:
    lanes = 2 if recipe.dual_homed else 0 if recipe.rail_optimised or recipe.rail_only else 1
    return Spec(
        "training", recipe.switch, recipe.ratio, lanes, recipe.tiers, recipe.unit,
        recipe.fabrics, recipe.spines, recipe.down, recipe.apart, recipe.pairs, ports=recipe.rails * recipe.fabrics,
        rail_only=recipe.rail_only, peers=recipe.peers, filled=recipe.filled,
    )  # fmt: skip


def _further(draft: Draft, floor: Floor, recipe: Recipe, servers: list[Device], managers: list[Device]) -> None:
    """Storage and management servers, and the planes beside training."""
    stores = [Device(f"storage-{n + 1:02d}", f"storage-{n + 1:02d}", STORE) for n in range(recipe.storage_servers)]
    admins = [Device(f"admin-{n + 1:02d}", f"admin-{n + 1:02d}", ADMIN) for n in range(recipe.management_servers)]
    if stores or admins:
        floor.new_row()
        floor.stack([*stores, *admins], 12)
    members = {
        "storage": [*servers, *stores],
        "in-band": [*servers, *stores, *admins],
        "out-of-band": [*servers, *stores, *admins, *managers],
    }
    for plane in members:
        if plane in recipe.planes:
            further_plane(draft, floor, plane, recipe.switch, members[plane])


def servers_of(recipe: Recipe) -> list[Device]:
    digits = max(2, len(str(recipe.servers)))
    return [
        Device(
            f"node-{n + 1:0{digits}d}", f"node-{n + 1:0{digits}d}", recipe.server,
            domain=f"domain-{n // recipe.domain + 1:02d}" if recipe.domain else "", breakout=recipe.server_breakout,
        )
        for n in range(recipe.servers)
    ]  # fmt: skip


def managers_of(draft: Draft, count: int) -> list[Device]:
    found = [Device(f"ufm-{n + 1}", f"ufm-{n + 1}", "ufm-appliance", plane="training") for n in range(count)]
    for device in found:
        draft.device(device)
    return found


def training_plane(draft: Draft, fabric: Fabric) -> Plane:
    ports = draft.catalogue.ports(fabric.spec.switch, fabric.breakout).values()
    protocol = next(p.protocols[0] for p in ports if p.rate_gbps == fabric.rate_gbps)
    rails = not fabric.spec.lanes and fabric.lanes > 1
    return Plane("training", "Training", protocol, "own", rail_optimised=rails)


def place_units(floor: Floor, servers: list[Device], fabric: Fabric, servers_a_rack: int) -> None:
    """Each unit's servers with its leaves: a few on top of its middle rack, many in a rack of their own between
    them."""
    draft = floor.draft
    servers_a_rack = servers_a_rack or min(4, int(floor.height_u // draft.height_u(servers[0].type)))
    for unit in range(fabric.units):
        members = [server for n, server in enumerate(servers) if fabric.unit_of(n) == unit]
        leaves = [leaf for (_, u, _), leaf in fabric.leaves.items() if u == unit]
        middle = len(leaves) >= MIDDLE_OF_ROW
        reserve = 0 if middle else ceil(sum(draft.height_u(leaf.type) for leaf in leaves))
        if len(members) > 4 * servers_a_rack or middle:
            floor.new_row()
        half = ceil(ceil(len(members) / servers_a_rack) / 2) * servers_a_rack
        racks = floor.stack(members[:half], servers_a_rack, reserve)
        if middle or not racks:
            floor.stack(leaves, len(leaves))
        else:
            unit_u = float(floor.height_u)
            for leaf in leaves:
                unit_u -= draft.height_u(leaf.type)
                floor.top(leaf, racks[len(racks) // 2], unit_u + 1)
        if members[half:]:
            floor.stack(members[half:], servers_a_rack, reserve)


def place_above(floor: Floor, fabric: Fabric, others: list[Device]) -> None:
    """Spines, cores and appliances in a row of their own."""
    if fabric.spines or others:
        floor.new_row()
        floor.stack([*others, *fabric.spines, *fabric.cores], 32)


def _check(recipe: Recipe, catalogue: Catalogue) -> None:
    for type, kind in ((recipe.server, "gpu-server"), (recipe.switch, "switch")):
        found = catalogue.devices.get(type)
        if found is None or found.kind != kind:
            raise RecipeRefused(f"The catalogue has no {kind} called {type}.")
    if not 1 <= recipe.servers <= MOST_SERVERS:
        raise RecipeRefused(f"A recipe takes 1 to {MOST_SERVERS} servers, not {recipe.servers}.")
    if not 0 < recipe.ratio <= 100:
        raise RecipeRefused("The ratio must be above 0:1 and at most 100:1.")
    if recipe.tiers not in (0, 1, 2, 3):
        raise RecipeRefused(f"A recipe has 1 to 3 tiers, not {recipe.tiers}.")
    if recipe.rail_only and (recipe.tiers > 1 or recipe.unit or recipe.dual_homed):
        raise RecipeRefused("A rail-only fabric has one tier, one unit, and a leaf for each rail.")
    unknown = [p for p in recipe.planes if p not in PLANES]
    if unknown:
        raise RecipeRefused(f"The planes are {', '.join(PLANES)}, not {unknown[0]}.")
    numbers = (recipe.unit, recipe.servers_a_rack, recipe.spines, recipe.down, recipe.managers)
    if recipe.filled and (recipe.rail_only or recipe.tiers == 1):
        raise RecipeRefused("A fabric of one tier has one unit.")
    if recipe.filled and (sum(recipe.filled) != recipe.servers or min(recipe.filled) < 0):
        raise RecipeRefused(f"The units hold {sum(recipe.filled)} servers, not the {recipe.servers} of the recipe.")
    if min(*numbers, recipe.domain, recipe.peers, recipe.rails, recipe.storage_servers, recipe.management_servers) < 0:
        raise RecipeRefused("A number of servers, switches or ports can't be negative.")
