"""What PixelsWars's actions, views, effects, advice and tables look like on the wire; the page's types are made from
these."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Cell = tuple[int, int]
"""(x, y), both from 0; y grows downwards."""

Ground = Literal["road", "grass", "forest", "mountain", "water", "city", "army_base", "hospital", "airport"]


# ---- actions


class PixelsWarsMove(TypedDict):
    """A unit goes to a free cell within its movement, along its cheapest path."""

    move: int
    """The unit's id."""
    to: Cell


class PixelsWarsAttack(TypedDict):
    attack: int
    """The shooter's id."""
    target: int
    """The target's id."""


class PixelsWarsCapture(TypedDict):
    """The unit takes 10 points of the building it stands on, or secures its own."""

    capture: int


class PixelsWarsBuy(TypedDict):
    buy: str
    """The kind of unit."""
    at: Cell
    """The own army base or airport."""


class PixelsWarsEndTurn(TypedDict):
    end_turn: Literal[True]


PixelsWarsAction = PixelsWarsMove | PixelsWarsAttack | PixelsWarsCapture | PixelsWarsBuy | PixelsWarsEndTurn


# ---- views


class PixelsWarsUnit(TypedDict):
    """A unit, as everybody sees it. ``movement``, ``attacks`` and ``captures`` are what is left this turn."""

    id: int
    owner: int
    kind: str
    x: int
    y: int
    hp: int
    movement: int
    attacks: int
    captures: int
    """1: may still capture or secure this turn; 0: has done so, or never can."""


class PixelsWarsBuilding(TypedDict):
    kind: Literal["city", "army_base", "hospital", "airport"]
    x: int
    y: int
    owner: int
    """0: nobody."""
    points: int
    """20 down to 1; it changes hands at 0."""


class PixelsWarsView(TypedDict):
    """What everybody sees: nothing is hidden. ``winner`` and ``reason`` are null while the match runs."""

    player_id: int
    """Who looks; 0: a spectator."""
    map: int
    """1..12, or 0 for a layout of one's own."""
    width: int
    height: int
    grid: list[str]
    """One letter a cell: g grass, r road, f forest, m mountain, w water, C city, B army base, H hospital, A airport."""
    buildings: list[PixelsWarsBuilding]
    """Ascending by y, then x."""
    units: list[PixelsWarsUnit]
    """Ascending by id."""
    next_id: int
    funds: list[int]
    """[player - 1]."""
    current_player: int
    turn: int
    """Half-rounds from 1: odd ones are player 1's."""
    round: int
    max_rounds: int | None
    left: list[int]
    """Players who gave up."""
    winner: int | None
    reason: Literal["elimination", "round_limit", "resignation"] | None


# ---- effects


class PixelsWarsEffect(TypedDict):
    """One thing that happened; everybody is told everything.

    moved: ``unit`` went along ``path`` (its own cell first). shot: ``unit`` at ``at`` fired at ``target`` at ``to``,
    which lost ``damage`` and has ``hp`` left. answered: the same for the retaliation, by the former target. died:
    ``unit`` at ``at``. capturing: ``unit`` left ``points`` of the building at ``at``. captured / secured: that building
    is now ``player``'s with all points. bought: ``unit`` at ``at`` for ``price``. turn: ``player`` begins, in
    ``round``. income: the city at ``at`` paid ``amount``. healed: ``unit`` at ``at`` gained ``amount`` and has ``hp``.
    left: ``player`` gave up.
    """

    kind: Literal[
        "moved",
        "shot",
        "answered",
        "died",
        "capturing",
        "captured",
        "secured",
        "bought",
        "turn",
        "income",
        "healed",
        "left",
    ]
    unit: NotRequired[PixelsWarsUnit]
    """As it was before, except bought, moved and healed: as it is now."""
    target: NotRequired[PixelsWarsUnit]
    """As it was before."""
    at: NotRequired[Cell]
    to: NotRequired[Cell]
    path: NotRequired[list[Cell]]
    damage: NotRequired[int]
    hp: NotRequired[int]
    points: NotRequired[int]
    building: NotRequired[Literal["city", "army_base", "hospital", "airport"]]
    price: NotRequired[int]
    amount: NotRequired[int]
    player: NotRequired[int]
    round: NotRequired[int]


# ---- advice


class PixelsWarsStep(TypedDict):
    """One cell a unit can go to: what it costs, and the cell before it on its path."""

    to: Cell
    cost: int
    via: Cell


class PixelsWarsForecast(TypedDict):
    """Exactly what an attack does."""

    damage: int
    hp: int
    """Of the target afterwards; 0: destroyed."""
    answered: bool
    answer_damage: int
    own_hp: int
    """Of the attacker afterwards; 0: destroyed."""


class PixelsWarsShot(TypedDict):
    """A target that a unit can attack from where it stands or, with ``move`` first, from another cell."""

    origin: Cell
    target: int
    at: Cell
    forecast: PixelsWarsForecast


class PixelsWarsUnitAdvice(TypedDict):
    """One own unit, after the draft."""

    id: int
    at: Cell
    movement: int
    attacks: int
    captures: int
    reach: list[PixelsWarsStep]
    """Ascending by y, then x; without its own cell. Empty when it is not its turn."""
    shots: list[PixelsWarsShot]
    """From its own cell first; then per cell of ``reach``, in its order."""
    capture: Literal["capture", "secure"] | None
    """What it can do with the building it stands on."""
    capture_why: Literal["no_building", "cannot", "used", "whole", "not_your_turn"] | None
    """Why it cannot."""
    can_act: bool
    """It may still shoot at something, capture, or move."""
    range: list[Cell]
    """The cells its weapon covers from where it stands."""


class PixelsWarsThreat(TypedDict):
    """One enemy. ``range``: the cells its weapon covers from where it stands; ``threat``: those it could cover next
    turn, after moving. ``targets``: ids of the viewer's units it may shoot at (kinds) and that stand in ``threat``."""

    id: int
    at: Cell
    range: list[Cell]
    threat: list[Cell]
    targets: list[int]


class PixelsWarsOffer(TypedDict):
    kind: str
    price: int
    why: Literal["funds", "occupied", "not_your_turn"] | None
    """Why it cannot be bought now."""
    missing: int
    """Money that is missing; 0 when there is enough."""


class PixelsWarsShop(TypedDict):
    """An own army base or airport, and what it sells: ascending by price, then as in the catalogue."""

    at: Cell
    kind: Literal["army_base", "airport"]
    offers: list[PixelsWarsOffer]


class PixelsWarsAdvice(TypedDict):
    units: list[PixelsWarsUnitAdvice]
    """The viewer's, ascending by id."""
    threats: list[PixelsWarsThreat]
    shops: list[PixelsWarsShop]
    waiting: list[int]
    """Ids of own units that can still act, in the order in which N visits them."""


# ---- tables


class PixelsWarsUnitFacts(TypedDict):
    """A kind of unit, as in the catalogue."""

    kind: str
    price: int
    hp: int
    movement: int
    attacks: int
    attack: int
    defence: int
    range: tuple[int, int]
    captures: bool
    domain: Literal["ground", "air"]
    built_at: Literal["army_base", "airport"]
    voice: Literal["infantry", "jeep", "tank", "artillery", "helicopter", "plane"]
    """The family of its selection sound."""
    weapon: Literal["gun", "cannon", "missile"]
    """The family of its shot."""
    pause: int
    """Milliseconds the animation of its shot takes."""
    multipliers: dict[str, int | None]
    """Target's kind -> per cent; null: it may not shoot at it."""


class PixelsWarsGroundFacts(TypedDict):
    ground: Ground
    letter: str
    cost: int | None
    """For ground units; null: impassable."""
    air_cost: int
    defence: int


class PixelsWarsPlaced(TypedDict):
    kind: str
    player: int
    at: Cell


class PixelsWarsMap(TypedDict):
    """A battlefield, as in its file. ``name`` and ``about``: language -> text."""

    id: int
    name: dict[str, str]
    about: dict[str, str]
    grid: list[str]
    units: list[PixelsWarsPlaced]
    funds: list[int]
    """What each side starts with: [0, 0], or a compensation."""


class PixelsWarsTables(TypedDict):
    """What help, map choice and production show without a match."""

    units: list[PixelsWarsUnitFacts]
    ground: list[PixelsWarsGroundFacts]
    maps: list[PixelsWarsMap]
    capture_points: int
    captured_each_time: int
    income: int
    healing: int
