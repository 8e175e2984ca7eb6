"""What a player must not know changes no byte that the player, a spectator or a computer player in that seat is sent.

Two matches differ only in what is hidden from player p: two units swapped, one elsewhere, one more, other hidden
moves. They are played on so that p goes on being unable to tell them apart, as judged by an oracle of the tests' own
(pairs.py); every message, answer, refusal and their number and order must be equal byte for byte.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from outflank.contract import Refusal
from outflank.games.cellwar import position
from outflank.games.cellwar.board import DIRECTIONS, ID
from outflank.games.cellwar.rules import CellWar
from outflank.games.cellwar.view import STEPS
from outflank.host import SPECTATORS, Host, Step
from outflank.match import Place, begin
from outflank.protocol import Act, ClientMessage, EndTurn, Hint, Hinted, Look, Ping, Sync, write
from outflank.seats import Seats
from tests.conformance.pairs import CHANGES, Eyes, applied, hidden_cells, owner, played

if TYPE_CHECKING:
    from collections.abc import Callable


class Recorder:
    """A bot that keeps what it is given."""

    def __init__(self) -> None:
        self.given: list[bytes] = []

    def choose(self, turn: Any) -> Any:
        self.given.append(msgspec.json.encode([turn.view, turn.legal, turn.seed, turn.budget, turn.memory]))
        return turn.legal[-1]


@dataclass
class Side:
    """One match of a pair, and all that player p and the spectators were sent."""

    state: CellWar
    player: int
    eyes: Eyes = field(init=False)
    host: Host = field(init=False)
    told: list[bytes] = field(default_factory=list)
    public: list[bytes] = field(default_factory=list)
    recorder: Recorder = field(default_factory=Recorder)

    def __post_init__(self) -> None:
        places = [Place("human", f"P{number}") for number in range(1, self.state.players + 1)]
        options = {"player_count": self.state.players, "private_ids": bool(self.state.private_ids)}
        started = begin("cellwar", options, places, 7, 0, position.write(self.state))
        self.host = Host.start("m", started)
        self.eyes = Eyes(self.player)
        self.eyes.visible(self.state)
        self.seats = Seats(self.host, {self.player: self.recorder})

    @property
    def now(self) -> CellWar:
        state = self.host.match.state
        assert isinstance(state, CellWar)
        return state

    def take(self, step: Step) -> None:
        self.told += [write(message) for number, message in step.mail if number == self.player]
        self.public += [write(message) for number, message in step.mail if number == SPECTATORS]

    def act(self, action: int) -> None:
        before = self.now.copy()
        mover = before.player
        step = self.host.receive(mover, Act(self.host.game.encode(before, action)), 0)
        assert step.events, step.mail
        self.eyes.step(before, self.now)
        self.take(step)

    def outcome(self, action: int) -> tuple[Any, bool]:
        """What an action would teach p, and whether it teaches nothing."""
        return self.eyes.copy().step(self.now, applied(self.now, action))

    def ask(self, message: ClientMessage) -> None:
        """p sends something that changes nothing."""
        step = self.host.receive(self.player, message, 0)
        assert not step.events, message
        self.take(step)

    def greet(self) -> None:
        for after in (0, max(0, self.host.recipients[self.player].seq - 1)):
            self.told += [write(each) for each in self.host.hello(self.player, after)]
        try:
            self.host.hello(None, 0)
        except Refusal as refusal:
            self.public.append(f"{refusal.code} {refusal.message}".encode())

    def think(self) -> None:
        if self.seats.due() == self.player:
            self.seats.think(self.player, self.seats.turn())


class Pair:
    """Two matches that p cannot tell apart."""

    def __init__(self, one: CellWar, other: CellWar, player: int, rng: random.Random) -> None:
        self.sides = (Side(one, player), Side(other, player))
        self.player = player
        self.rng = rng
        self.hidden_steps = 0
        self.turns = 0

    def check(self) -> None:
        one, other = self.sides
        assert one.told == other.told, "p can tell the matches apart"
        if one.now.player:  # when the match is over everybody sees everything
            assert one.public == other.public, "a spectator can tell the matches apart"
        assert one.recorder.given == other.recorder.given, "a bot in p's seat can tell the matches apart"

    def probe(self) -> None:
        """Everything that p may ask or try without changing anything."""
        rng = self.rng
        numbers = sorted({code >> ID for side in self.sides for code in side.now.board if code})
        private = [
            number for number in numbers if not any(owner_of(side.now, number) == self.player for side in self.sides)
        ]
        wrong: list[dict[str, Any]] = [{"end_turn": True}] if self.sides[0].now.player != self.player else []
        wrong += [{"unit_id": number, "dx": rng.randint(-1, 1), "dy": rng.randint(-1, 1)} for number in private[:6]]
        wrong += [
            {"unit_id": rng.getrandbits(40) + 10_000, "dx": 0, "dy": 0},
            {"dx": 1},
            {"unit_id": 1.5, "dx": 0, "dy": 0},
        ]
        mine = [each["id"] for each in self.sides[0].host.game.view(self.sides[0].now, self.player)["my_units"]]
        legal = [msgspec.json.encode(each) for each in self.sides[0].host.game.legal(self.sides[0].now, self.player)]
        for unit in mine[:4]:
            for dx, dy in [*STEPS, (2, 0), (0, -9)]:
                action = {"unit_id": unit, "dx": dx, "dy": dy}
                if msgspec.json.encode(action) not in legal:
                    wrong.append(action)
        key = str(rng.getrandbits(30))
        private_ids = bool(self.sides[0].now.private_ids)
        for side in self.sides:
            for number, action in enumerate(wrong):
                plain = not private_ids or action.get("unit_id") not in mine
                if plain:
                    side.ask(Act(action, f"{key}-{number}"))
            side.ask(Act({"unit_id": 1, "dx": 5, "dy": 0}, f"{key}-stale", 0))
            if side.now.player != self.player:
                side.ask(EndTurn(f"{key}-end"))
            for draft in ([], wrong[:1], wrong[-1:]):
                side.ask(Look(1, draft))
            side.ask(Sync(0))
            side.ask(Sync(max(0, side.host.recipients[self.player].seq - 3)))
            side.ask(Ping())
            side.greet()
            side.think()

    def turn(self) -> bool:
        """Play one turn on both sides; False when they can no longer be kept alike."""
        mover = self.sides[0].now.player
        went = self.own_turn() if mover == self.player else self.enemy_turn(mover)
        self.check()
        self.turns += went
        return went and self.sides[0].now.player != 0

    def both(self, action: int) -> bool:
        one, other = self.sides
        if one.outcome(action)[0] != other.outcome(action)[0]:
            return False
        one.act(action)
        other.act(action)
        self.check()
        return True

    def own_turn(self) -> bool:
        round_ = self.sides[0].now.round
        while self.sides[0].now.player == self.player and self.sides[0].now.round == round_:
            actions = self.sides[0].now.legal_actions()
            assert actions == self.sides[1].now.legal_actions()
            self.rng.shuffle(actions)
            actions.sort(key=lambda action: action % 9 != 0 and self.rng.random() < 0.5)
            if not any(self.both(action) for action in actions):
                return False
        return True

    def enemy_turn(self, mover: int) -> bool:
        """Each side makes hidden moves of its own; what p sees happens on both, in the same order."""
        one = self.sides[0]
        round_ = one.now.round
        while one.now.player == mover and one.now.round == round_:
            side, twin = self.sides if self.rng.random() < 0.5 else self.sides[::-1]
            if not (self.hidden(side) or self.hidden(twin) or self.seen(side, twin) or self.seen(twin, side)):
                return False
        return True

    def hidden(self, side: Side) -> bool:
        """One move of which p learns nothing: p must not even be sent a message."""
        actions = side.now.legal_actions()
        self.rng.shuffle(actions)
        for action in actions:
            if side.outcome(action)[1]:
                sent = len(side.told)
                side.act(action)
                assert len(side.told) == sent, "p is told that something hidden happened"
                self.hidden_steps += 1
                return True
        return False

    def seen(self, side: Side, twin: Side) -> bool:
        """One move of which p learns something, and on the other side one that teaches the same: the same one where p
        sees who acts, else perhaps another."""
        actions = side.now.legal_actions()
        self.rng.shuffle(actions)
        others = twin.now.legal_actions()
        unseen = hidden_cells(side.now, side.eyes)
        for action in actions:
            learned, hidden = side.outcome(action)
            if hidden:
                continue
            likes = [each for each in others if each == action]
            if action // DIRECTIONS in unseen:
                likes += [each for each in others if each != action and each // DIRECTIONS in unseen]
            for like in likes:
                if twin.outcome(like)[0] == learned:
                    side.act(action)
                    twin.act(like)
                    self.check()
                    return True
        return False

    def somebody_leaves(self) -> None:
        """An enemy is lost, in the own turn or not; the running turn is taken back where the rules say so."""
        mover = self.sides[0].now.player
        enemies = [each for each in range(1, self.sides[0].now.players + 1) if each != self.player]
        gone = self.rng.choice(enemies)
        after: list[Any] = []
        for side in self.sides:
            match_ = side.host.match
            twin = match_.turn_start() if gone == mover else match_.state.copy()
            side.host.game.leave(twin, gone)
            assert isinstance(twin, CellWar)
            after.append(side.eyes.copy().step(side.now, twin)[0])
        if after[0] != after[1]:
            return
        for side in self.sides:
            before = side.now.copy()
            side.take(side.host.leave(gone, 0))
            side.eyes.step(before, side.now)
        self.check()


def owner_of(state: CellWar, number: int) -> int:
    return next((owner(code) for code in state.board if code and code >> ID == number), 0)


def pair(seed: int, *, private: bool = True) -> tuple[Pair, str]:
    """The pair of this seed, and how its matches differ."""
    rng = random.Random(seed)
    for _ in range(200):
        players = rng.choice([2, 2, 3, 4])
        size = rng.choice([7, 8, 9])
        state = played(rng, players, size, rng.randint(5, 160), private=private)
        if state is None:
            continue
        alive = [each for each in range(1, players + 1) if state.units[each]]
        player = rng.choice(alive)
        eyes = Eyes(player)
        if state.current == player and position.write(state).split()[9] != "-":
            continue  # in the middle of p's turn: its trail is not known to the oracle
        kind = rng.choice(list(CHANGES))
        twin = CHANGES[kind](rng, state, eyes)
        line = position.write(state)
        if twin is None or position.write(twin) == line or twin.sightings(player) != state.sightings(player):
            continue
        return Pair(position.read(line), twin, player, rng), kind
    raise AssertionError(f"no pair for seed {seed}")


def play_on(made: Pair, turns: int) -> None:
    made.probe()
    made.check()
    for _ in range(turns):
        if not made.turn():
            break
        if made.rng.random() < 0.5:
            made.probe()
            made.check()
        if made.rng.random() < 0.05:
            made.somebody_leaves()
            if made.sides[0].now.player == 0:
                break
    for side in made.sides:
        assert side.told and side.host.recipients[made.player].seq > 0


def test_hidden_differences_change_no_byte(full: bool, figures: Callable[..., None]) -> None:
    count = 3_000 if full else 220
    kinds: dict[str, int] = {}
    turns = hidden = thoughts = 0
    for seed in range(count):
        made, kind = pair(seed)
        play_on(made, 7)
        kinds[kind] = kinds.get(kind, 0) + 1
        turns += made.turns
        hidden += made.hidden_steps
        thoughts += len(made.sides[0].recorder.given)
    # The pairs must really differ, go on and be thought about, or the test would show nothing.
    figures(pairs=count, turns=turns, hidden_moves=hidden, **{kind.replace(" ", "_"): n for kind, n in kinds.items()})
    assert set(kinds) == set(CHANGES) and min(kinds.values()) > count // 10, kinds
    assert turns > 3 * count and hidden > 4 * count and 2 * thoughts > count, (turns, hidden, thoughts)


def test_a_hint_is_the_same_whatever_is_hidden() -> None:
    """Who plays against computers may ask for hints: in matches that p cannot tell apart they are equal."""
    asked = 0
    for seed in range(30):
        made, _ = pair(seed)
        for _ in range(4):
            if made.sides[0].now.player == made.player or not made.turn():
                break
        answers = []
        for side in made.sides:
            others = [
                Place("human", "Ada") if number == made.player else Place("computer", f"P{number}", "easy")
                for number in range(1, side.now.players + 1)
            ]
            options = {"player_count": side.now.players, "private_ids": True}
            alone = Host.start("m", begin("cellwar", options, others, 7, 0, position.write(side.now)))
            answers.append(alone.hint(made.player, Hint(1))())
        assert write(answers[0]) == write(answers[1])
        asked += isinstance(answers[0], Hinted)
        if asked == 6:
            return
    raise AssertionError(f"only {asked} hints were given")


def without_ids(data: bytes) -> Any:
    """A message with every unit's id replaced by its rank of first mention."""
    ranks: dict[int, int] = {}

    def scrub(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: scrub(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [scrub(each) for each in value]
        return ranks.setdefault(value, len(ranks)) if key in ("id", "unit_id") else value

    return scrub(msgspec.json.decode(data))


def test_global_ids_give_away_how_many_units_were_made_and_nothing_else() -> None:
    """With the document's ids (no private_ids) the next unit's id counts all productions. Two matches that differ in
    one hidden production: the next factory of p makes a unit with another id, and all else is equal."""
    line = "cellwar/1 9x9 9/1,1A,7/9/9/9/9/9/7,2A,1/9 {mover} 5"
    one, other = (Side(position.read(line.format(mover=2)), 1) for _ in range(2))
    other.host = Host.start(
        "m",
        begin("cellwar", {}, [Place("human"), Place("human")], 7, 0, line.format(mover=2).replace("2A,1", "2A,2I")),
    )
    before = [len(side.told) for side in (one, other)]
    for side in (one, other):
        while side.now.player == 2:
            actions = side.now.legal_actions()
            side.act(next(action for action in actions if action % 9 in (0, 8, 1) or len(actions) == 1))
        side.act(next(action for action in side.now.legal_actions()))
    assert before == [0, 0] and len(one.told) == len(other.told)
    assert one.told != other.told, "the ids were expected to differ"
    assert [without_ids(each) for each in one.told] == [without_ids(each) for each in other.told]


def test_what_a_unit_meets_in_the_fog_is_not_told() -> None:
    """An enemy in sight attacks into the fog: whether a fortification held there, or a factory fell, looks the same."""
    line = "cellwar/1 9x3 1F1,1,2I,{met},5/8,2I/8,3I 2 5 2,0"
    told = []
    for met in ("3F1", "3I", "3A", "1"):
        side = Side(position.read(line.format(met=met)), 1)
        side.act(2 * DIRECTIONS + 5)
        told.append(side.told)
    assert [msgspec.json.decode(each[0])["effects"][0]["kind"] for each in told] == ["vanished"] * 4
    assert [len(each) for each in told] == [1] * 4 and all(
        without_ids(each[0]) == without_ids(told[0][0]) for each in told
    )


@pytest.mark.parametrize("units", [1, 2, 5])
def test_the_number_of_messages_of_an_enemys_turn_does_not_tell_its_length(units: int) -> None:
    row = ",".join(["2I"] * units) + (f",{9 - units}" if units < 9 else "")
    side = Side(position.read(f"cellwar/1 9x9 9/1,1I,7/9/9/9/9/9/{row}/9 2 5"), 1)
    while side.now.player == 2:
        assert not side.told
        side.act(side.now.legal_actions()[0])
    assert [msgspec.json.decode(each)["type"] for each in side.told] == ["StateUpdate", "YourTurn"]
    assert {msgspec.json.decode(each)["seq"] for each in side.told} == {2, 3}


def test_the_oracle_notices_what_a_player_sees() -> None:
    """The oracle itself: a step next to p's unit is seen, one far away is not."""
    side = Side(position.read("cellwar/1 9x9 9/1,1I,7/9/3,2I,5/9/9/9/9,0/8,2I 2 5"), 1)
    near, far = 3 * 9 + 3, 8 * 9 + 8
    assert near in hidden_cells(side.now, side.eyes)
    assert side.outcome(far * 9)[1] and side.outcome(near * 9 + 8)[1]
    assert not side.outcome(near * 9 + 1)[1]
