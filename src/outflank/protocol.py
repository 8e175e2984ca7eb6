"""Every message between a host and its clients: one closed union each way, told apart by ``type``.

The action of a command stands flat beside ``type`` on the wire of a program (``{"type": "action", "unit_id": 1,
"dx": 0, "dy": 1}``) or under ``action`` (as the page sends it); ``read`` takes both.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from outflank.contract import Json, Refusal
from outflank.match import Kind

PROTOCOL = 1
"""Rises when an older client can no longer talk to a newer host."""

DRAFT_LENGTH = 64

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
Seq = Annotated[int, Meta(ge=0)]


# ---- from a client


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message of a connection: who this is. ``token`` or a cookie proves it; ``player`` null: a spectator."""

    player: int | None = None
    token: str | None = None
    after: Seq = 0
    """The seq of the last message this client has; 0: none, send everything."""
    protocol: int = PROTOCOL


class Act(Struct, frozen=True, tag="action", omit_defaults=True, forbid_unknown_fields=True):
    """Do this. ``seq``: the last message the choice was made on (left out: on whatever is current)."""

    action: Json
    command_id: CommandId | None = None
    seq: Seq | None = None


class EndTurn(Struct, frozen=True, tag="end_turn", omit_defaults=True, forbid_unknown_fields=True):
    """End the turn, in games that have such an action."""

    command_id: CommandId | None = None
    seq: Seq | None = None


class Leave(Struct, frozen=True, tag="leave", omit_defaults=True, forbid_unknown_fields=True):
    """Give up and leave the match for good."""

    command_id: CommandId | None = None


class Sync(Struct, frozen=True, tag="sync", forbid_unknown_fields=True):
    """Send what came after this seq."""

    after: Seq = 0


class Look(Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Ask for advice on the current view after a draft of own actions. Never stored, changes nothing."""

    request: int
    draft: Annotated[list[Json], Meta(max_length=DRAFT_LENGTH)] = msgspec.field(default_factory=list)


class Hint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask what a strong computer player would do, from what this player sees. Never stored, changes nothing."""

    request: int


class Hurry(Struct, frozen=True, tag="hurry", forbid_unknown_fields=True):
    """The computer player who thinks shall act now, with what it has thought of so far. There is no answer."""


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Is anybody there?"""


ClientMessage = Hello | Act | EndTurn | Leave | Sync | Look | Hint | Hurry | Ping


# ---- from a host


class Seat(Struct, frozen=True):
    """Who plays as ``player``."""

    player: int
    name: str
    kind: Kind
    bot: str | None = None


class Welcome(Struct, frozen=True, tag="Welcome"):
    """The answer to Hello. ``seq``: the number of messages sent to this recipient so far. ``hidden``: the game hides
    something from its players."""

    match_id: str
    game: str
    version: int
    options: Json
    player: int | None
    seats: list[Seat]
    seq: int
    hidden: bool = True
    protocol: int = PROTOCOL


class StateUpdate(Struct, frozen=True, tag="StateUpdate"):
    """The whole view, what led to it, and what may be done now. ``resync``: takes the place of all before it."""

    seq: int
    view: Json
    legal: list[Json]
    effects: list[Json]
    resync: bool = False


class YourTurn(Struct, frozen=True, tag="YourTurn"):
    seq: int


class GameOver(Struct, frozen=True, tag="GameOver"):
    """``winner`` 0: a draw; null: nobody was left."""

    seq: int
    winner: int | None
    reason: str


class PlayerDisconnected(Struct, frozen=True, tag="PlayerDisconnected"):
    seq: int
    player_id: int


class Rollback(Struct, frozen=True, tag="Rollback"):
    """The running turn is taken back; the next StateUpdate shows the board as it was before it."""

    seq: int


class SeatsChanged(Struct, frozen=True, tag="SeatsChanged"):
    """Somebody took a seat."""

    seq: int
    seats: list[Seat]


Sequenced = StateUpdate | YourTurn | GameOver | PlayerDisconnected | Rollback | SeatsChanged
"""Numbered 1, 2, ... per recipient, none left out; kept for a while and sent again when asked for."""


class Accepted(Struct, frozen=True, tag="Accepted"):
    """The command was carried out; ``seq`` is this recipient's number after it."""

    command_id: str | None
    seq: int


class Refused(Struct, frozen=True, tag="Refused"):
    """Nothing was changed. ``error`` is stable, ``detail`` tells apart the reasons that share it (translations).

    ``Stale``: the choice was made on an older view; ``missed`` holds what came since.
    """

    command_id: str | None
    error: str
    detail: str
    message: str
    values: dict[str, int | str] = msgspec.field(default_factory=dict)
    missed: list[Sequenced] = msgspec.field(default_factory=list)
    request: int | None = None
    """The Look or Hint that this answers."""


class Looked(Struct, frozen=True, tag="Looked"):
    """The answer to Look. ``grid`` and ``text``: the view in words, for boards without a module of their own."""

    request: int
    seq: int
    advice: Json
    grid: list[list[str]]
    text: str
    notations: list[str]
    """One per legal action of the last StateUpdate, in its order."""


class Hinted(Struct, frozen=True, tag="Hinted"):
    """The answer to Hint: the action that the computer player of level ``level`` would do now, and those it has planned
    to do after it in this turn. ``said``: the first of them in words."""

    request: int
    seq: int
    level: str
    actions: list[Json]
    said: str


class Synced(Struct, frozen=True, tag="Synced"):
    """Nothing came after the seq asked about."""

    seq: int


class Pong(Struct, frozen=True, tag="Pong"):
    seq: int


class Replaced(Struct, frozen=True, tag="Replaced"):
    """Another connection took this seat over; this one is closed."""


class PlayerPresence(Struct, frozen=True):
    """Whether somebody is connected as ``player``, and when they count as lost (milliseconds since 1970), if ever."""

    player: int
    connected: bool
    lost_at: int | None = None


class Presence(Struct, frozen=True, tag="Presence"):
    """Who is there. Sent when it changes, and not numbered: only the newest counts."""

    players: list[PlayerPresence]


class Thinking(Struct, frozen=True, tag="Thinking"):
    """A computer player thinks about its turn. Not numbered: only the newest counts, until somebody else is to move.

    ``spent`` nodes of ``budget``; both null in a game with secrets, which they might tell: it is said once a turn.
    """

    player: int
    spent: int | None = None
    budget: int | None = None


class Faltered(Struct, frozen=True, tag="Faltered"):
    """A computer player failed in the turn that has just ended, and a simple legal action was played in its place.

    Not numbered, and sent once. ``lasting``: it took too long, and plays at random from here on.
    """

    player: int
    lasting: bool


class Rematch(Struct, frozen=True, tag="Rematch"):
    """``player`` asks for another match: it waits as ``match_id``, and ``code`` is the recipient's invitation to it.

    Not numbered: only the newest counts.
    """

    player: int
    match_id: str
    code: str | None = None


HostMessage = (
    Welcome
    | StateUpdate
    | YourTurn
    | GameOver
    | PlayerDisconnected
    | Rollback
    | SeatsChanged
    | Accepted
    | Refused
    | Looked
    | Hinted
    | Synced
    | Pong
    | Replaced
    | Presence
    | Thinking
    | Faltered
    | Rematch
)

_ENVELOPE = ("type", "command_id", "seq")
_plain: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_client = msgspec.json.Decoder(dict[str, Any])
_host: msgspec.json.Decoder[HostMessage] = msgspec.json.Decoder(HostMessage)
_encoder = msgspec.json.Encoder()


class BadMessage(Refusal):
    """Bytes that are no message."""


def read(data: bytes | str) -> ClientMessage:
    """A client's message. Raises BadMessage."""
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _plain.decode(data)  # all but a program's flat action
    try:
        fields = _client.decode(data)
        if fields.get("type") == "action" and "action" not in fields:
            action = {key: fields.pop(key) for key in list(fields) if key not in _ENVELOPE}
            fields["action"] = action
        message: ClientMessage = msgspec.convert(fields, ClientMessage)
        return message
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage("BadMessage", f"This is no message: {error}") from None


def read_host(data: bytes | str) -> HostMessage:
    """A host's message, for clients in Python. Raises BadMessage."""
    try:
        return _host.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage("BadMessage", f"This is no message of a host: {error}") from None


class _Rest(Struct):
    """What follows the view in a StateUpdate."""

    legal: list[Json]
    effects: list[Json]
    resync: bool


def write(message: ClientMessage | HostMessage) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def write_rest(message: StateUpdate) -> bytes:
    """What follows the view of this message on the wire."""
    return b"," + _encoder.encode(_Rest(message.legal, message.effects, message.resync))[1:]


def write_update(seq: int, view: bytes, rest: bytes) -> bytes:
    """A StateUpdate as JSON, from its view as JSON and what ``write_rest`` gave: its parts are kept apart."""
    return b'{"type":"StateUpdate","seq":%d,"view":%b%b' % (seq, view, rest)
