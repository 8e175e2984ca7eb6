"""What every game must satisfy, whatever its rules: this kit runs over all games that are installed."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.codec import read_options, write_options
from outflank.contract import END_TURN_ACTION, BadOptions, BadPosition, IllegalAction, Noticed, Outcome
from outflank.games import games, load, text
from outflank.rng import Rng
from tests.conformance.walks import CASES, Case, walk
from tests.conftest import FULL

if TYPE_CHECKING:
    from outflank.state import State

MATCHES = 15 if FULL else 2
LENGTH = 1000 if FULL else 220
RESERVED = {"type", "command_id", "seq", "action"}
"""What stands beside an action in a message of a program, so that no action may have a field of that name."""

pytestmark = pytest.mark.timeout(1800)
every_case = pytest.mark.parametrize("case", CASES, ids=str)


def same_json(one: Any, other: Any) -> bool:
    """Byte for byte as it would be sent."""
    return json.dumps(one) == json.dumps(other)


def pick(steps: Any, seed: int, share: float) -> Any:
    """Some of the steps, always the first and the last."""
    rng = random.Random(seed)
    last = None
    for number, step in enumerate(steps):
        last = step
        if number == 0 or rng.random() < share:
            yield step
    yield last


@every_case
def test_legal_is_decodable_is_applicable(case: Case) -> None:
    game = case.game
    for seed in range(MATCHES):
        rng = random.Random(seed)
        for step in walk(case, seed, LENGTH):
            state = step.before
            actions = state.legal_actions()
            assert actions == sorted(set(actions))
            told = game.legal(state, state.player)
            assert [game.decode(state, json.loads(json.dumps(each))) for each in told] == actions
            assert [game.encode(state, action) for action in actions] == told
            assert not any(RESERVED & each.keys() for each in told)
            assert all(game.legal(state, other) == [] for other in case.players if other != state.player)
            before = game.dump(state)
            for action in rng.sample(range(state.action_space()), 12):
                if action in actions:
                    continue
                try:
                    taken = game.decode(state, game.encode(state, action))
                except IllegalAction as refusal:
                    assert refusal.code and refusal.detail and refusal.message.endswith(".")
                else:
                    assert taken in actions  # another unit has that name for this player
            assert game.dump(state) == before, "reading and refusing change nothing"


@every_case
def test_masks_are_the_legal_actions(case: Case) -> None:
    for step in walk(case, 1, LENGTH):
        mask = bytes(step.before.mask())
        assert [action for action, legal in enumerate(mask) if legal] == step.before.legal_actions()


@pytest.mark.parametrize("case", [case for case in CASES if isinstance(case.game, Noticed)], ids=str)
def test_what_is_not_noticed_changes_no_byte_of_the_view(case: Case) -> None:
    """A game that says so spares its host most views of enemies."""
    game = case.game
    assert isinstance(game, Noticed)
    unnoticed = 0
    for seed in range(MATCHES):
        for step in walk(case, seed, LENGTH):
            for player in case.players:
                if not game.noticed(step.before, step.action, step.after, player):
                    unnoticed += 1
                    assert same_json(game.view(step.before, player), game.view(step.after, player))
    assert unnoticed > 20


JUNK: list[Any] = [
    {},
    {"end_turn": False},
    {"end_turn": True, "unit_id": 1},
    {"unit_id": 1},
    {"unit_id": "1", "dx": 0, "dy": 0},
    {"unit_id": True, "dx": 0, "dy": 0},
    {"unit_id": 1.0, "dx": 0, "dy": 0},
    {"unit_id": None, "dx": [], "dy": {}},
    {"unit_id": -(1 << 80), "dx": 1 << 80, "dy": 0},
    {"unit_id": 1 << 80, "dx": 0, "dy": 0},
    {"unit_id": 1, "dx": 0, "dy": 0, "more": 0},
    {"x" * 5000: "y" * 5000},
]


@every_case
def test_junk_is_refused_and_changes_nothing(case: Case) -> None:
    game = case.game
    for step in pick(walk(case, 2, LENGTH), 2, 0.05):
        before = game.dump(step.before)
        for junk in JUNK:
            with pytest.raises(IllegalAction) as refusal:
                game.decode(step.before, junk)
            assert len(refusal.value.message) < 300
        assert game.dump(step.before) == before


@every_case
def test_dump_load_copy_position_and_replay_agree(case: Case) -> None:
    game, words = case.game, case.text
    for seed in range(MATCHES):
        replayed = case.start(seed)
        for step in walk(case, seed, LENGTH):
            dump = game.dump(step.after)
            if step.leaver:
                replayed = step.before.copy()
                game.leave(replayed, step.leaver)
            else:
                replayed.apply(step.action)
            assert game.dump(replayed) == dump
            loaded = game.load(dump)
            line = words.position(step.after)
            assert "\n" not in line and line.isascii()
            for twin in (loaded, step.after.copy(), words.from_position(line)):
                assert game.dump(twin) == dump
                assert twin.legal_actions() == step.after.legal_actions()
                for player in (None, *case.players):
                    assert same_json(game.view(twin, player), game.view(step.after, player))
            if loaded.player:
                loaded.apply(loaded.legal_actions()[-1])
                assert game.dump(step.after) == dump, "a twin is independent"


@every_case
def test_what_is_no_position_is_refused(case: Case) -> None:
    state = case.start()
    line = case.text.position(state)
    rng = random.Random(3)
    for junk in ("", " ", "chess/1 8x8", "\x00", line[:-1] + "é", *(line[:end] for end in range(1, len(line) // 2, 5))):
        try:
            case.text.from_position(junk)
        except BadPosition as refusal:
            assert refusal.code == "BadPosition"
    for _ in range(3000 if FULL else 150):
        letters = list(line)
        for _ in range(rng.randint(1, 3)):
            letters[rng.randrange(len(letters))] = rng.choice("0123456789,:;/@=?-e*IFAp x")
        try:
            read = case.text.from_position("".join(letters))
        except BadPosition:
            continue
        written = case.text.position(read)
        assert case.text.position(case.text.from_position(written)) == written
        for _ in range(30):
            if not read.player:
                break
            legal = read.legal_actions()
            assert legal
            read.apply(rng.choice(legal))
    for bytes_ in (b"", b"\xff\xfe", bytes(range(256))):
        with pytest.raises(BadPosition):
            case.game.load(bytes_)


@every_case
def test_somebody_can_act_until_there_is_an_outcome(case: Case) -> None:
    game = case.game
    for seed in range(MATCHES):
        for step in walk(case, seed + 100, LENGTH):
            outcome = game.outcome(step.after)
            assert bool(step.after.legal_actions()) == (outcome is None) == (step.after.player != 0)
            if outcome:
                check_outcome(outcome, case)


def check_outcome(outcome: Outcome, case: Case) -> None:
    assert len(outcome.returns) == len(case.players)
    assert all(-1 <= each <= 1 for each in outcome.returns)
    assert outcome.reason
    if outcome.winner:
        assert max(outcome.returns) == outcome.returns[outcome.winner - 1]


@every_case
def test_equal_seeds_equal_states(case: Case) -> None:
    assert case.game.dump(case.start(5)) == case.game.dump(case.start(5))


@every_case
def test_keys_are_of_positions(case: Case) -> None:
    """Equal positions have equal keys, whatever led to them; positions with equal keys look the same."""
    game, words = case.game, case.text
    looks: dict[int, Any] = {}
    for seed in range(MATCHES):
        rng = random.Random(seed)
        for step in walk(case, seed + 400, LENGTH):
            state = step.after
            try:
                key = state.key()
            except NotImplementedError as missing:
                assert "key()" in str(missing)
                return
            assert key == state.key() == state.copy().key() == game.load(game.dump(state)).key()
            look = [state.player, words.grid(game.reveal(state))]
            assert looks.setdefault(key, look) == look, "two positions have one key"
            actions = state.legal_actions()
            if len(actions) > 1:
                one, other = rng.sample(actions, 2)
                ends = [played(state, first, second) for first, second in ((one, other), (other, one))]
                if ends[0] and ends[1] and game.dump(ends[0]) == game.dump(ends[1]):
                    assert ends[0].key() == ends[1].key()
    assert len(looks) > 20


def played(state: State, *actions: int) -> State | None:
    """A copy after these actions; None when one of them is not legal by then."""
    after = state.copy()
    for action in actions:
        if action not in after.legal_actions():
            return None
        after.apply(action)
    return after


@every_case
def test_an_imagined_state_gives_the_view_again(case: Case) -> None:
    game = case.game
    for seed in range(MATCHES):
        for step in pick(walk(case, seed + 200, LENGTH), seed, 1.0 if FULL else 0.3):
            for player in case.players:
                view = json.loads(json.dumps(game.view(step.after, player)))
                state = game.imagine(view, Rng(seed))
                assert same_json(game.view(state, player), view)
                if player == step.after.player:
                    assert same_json(game.legal(state, player), game.legal(step.after, player))
                    assert game.dump(game.imagine(view, Rng(seed))) == game.dump(state), "equal seeds, equal imaginings"
                    if step.after.player and state.legal_actions():
                        state.apply(state.legal_actions()[0])


def answer(case: Case, state: State, action: Any) -> Any:
    """What somebody is told who wants to do this."""
    try:
        return case.game.encode(state, case.game.decode(state, action))
    except IllegalAction as refusal:
        return refusal.code, refusal.detail, refusal.message, refusal.values


@every_case
def test_what_is_refused_and_how_follows_from_the_view_alone(case: Case) -> None:
    """Else trying would tell what is hidden: the true state answers as one does that only fits the view."""
    game = case.game
    for step in pick(walk(case, 300, LENGTH), 300, 1.0 if FULL else 0.3):
        state, player = step.after, step.after.player
        if not player:
            continue
        like = game.imagine(json.loads(json.dumps(game.view(state, player))), Rng(5))
        rng = random.Random(int(state.round))
        numbers = rng.sample(range(state.action_space()), min(40, int(state.action_space())))
        for action in [*JUNK, END_TURN_ACTION, *(game.encode(state, number) for number in numbers)]:
            assert same_json(answer(case, state, action), answer(case, like, action)), action


@every_case
def test_words_for_views_and_actions(case: Case) -> None:
    game, words = case.game, case.text
    for step in pick(walk(case, 7, LENGTH), 7, 0.2):
        for player in (None, *case.players):
            view = game.view(step.after, player)
            grid = words.grid(view)
            assert len({len(row) for row in grid}) == 1
            assert all(word and len(word) <= 12 for row in grid for word in row)
            assert words.text(view)
        player = step.after.player
        for action in game.legal(step.after, player) if player else []:
            assert words.parse(words.notation(action), game.view(step.after, player)) == action


@every_case
def test_views_effects_and_advice_are_json(case: Case) -> None:
    game = case.game
    for step in pick(walk(case, 8, LENGTH), 8, 0.2):
        for player in (None, *case.players):
            effects = game.effects(step.before, step.action, step.after, player)
            assert json.loads(json.dumps(effects)) == json.loads(json.dumps(list(effects)))
            view = game.view(step.after, player)
            assert json.loads(json.dumps(view))
            assert view["current_player"] in case.players or not step.after.player
            assert view["round"] == step.after.round >= 1
            assert view["winner"] == (step.after.winner_of() if not step.after.player else None)
            if player:
                before = json.dumps(view)
                assert json.loads(json.dumps(game.advice(view)))
                assert json.dumps(view) == before, "advice changes nothing"
        assert game.reveal(step.after).keys() >= {"current_player", "round", "winner"}
        assert json.loads(json.dumps(game.reveal(step.after)))


@every_case
def test_advice_refuses_a_draft_that_is_not_legal(case: Case) -> None:
    state = case.start()
    with pytest.raises(IllegalAction):
        case.game.advice(case.game.view(state, state.player), [{"nonsense": 1}])


@every_case
def test_a_turn_ends_by_an_action_of_its_own_or_never_does(case: Case) -> None:
    ends = [END_TURN_ACTION in case.game.legal(step.before, step.before.player) for step in walk(case, 9, LENGTH)]
    assert any(ends) == case.game.END_TURN


# ---- options

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([64, 65, 1 << 40, -(1 << 70)]),
    st.floats(allow_nan=False),
    st.sampled_from(["", "x", "10"]),
    st.lists(st.tuples(st.integers(-1, 7), st.integers(-1, 7)).map(list), max_size=4),
)


@pytest.mark.parametrize("name", games())
def test_random_options_are_refused_or_playable(name: str) -> None:
    game = load(name)
    default = write_options(game.Options())

    @settings(derandomize=True, database=None, deadline=None, max_examples=2000 if FULL else 150)
    @given(st.dictionaries(st.sampled_from([*default, "unknown"]), VALUES, max_size=len(default)), st.integers(0, 99))
    def refused_or_playable(given_: dict[str, Any], seed: int) -> None:
        try:
            options = read_options(game, given_)
        except BadOptions as refusal:
            assert refusal.code == "BadOptions" and refusal.detail and refusal.message
            return
        state = game.start(options, seed)
        assert state.players >= 1
        rng = random.Random(seed)
        for _ in range(400):
            if not state.player:
                break
            state.apply(rng.choice(state.legal_actions()))
        assert bool(state.player) == (game.outcome(state) is None)
        assert text(name).from_position(text(name).position(state)).legal_actions() == state.legal_actions()

    refused_or_playable()
    game.check(game.Options())
