"""A program in any language as a computer player: one line of JSON each way over its standard input and output."""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING

import msgspec

from outflank.contract import END_TURN_ACTION, IllegalAction, Json, Refusal
from outflank.protocol import Act, EndTurn, read
from outflank.rng import Rng
from outflank.seats import Gone

if TYPE_CHECKING:
    from outflank.bots import Turn
    from outflank.contract import Game

PATIENCE = 5.0
"""Seconds in which a program must answer."""
REFUSALS = 10
"""So many refused lines a program has in one turn."""
LINE = 64 * 1024
"""Bytes that a line of a program may have."""
WAITING = 64
"""So many unread lines are kept; a program that writes more waits."""
LOG = 256 * 1024
"""Bytes that are kept of what a program writes to its standard error: the first half of them and the last."""
LAST_WORDS = 2_000
"""Bytes in which the last line of it is looked for."""
ENDING = 0.5
"""Seconds in which a program may end by itself."""

_coded = msgspec.json.Encoder(order="sorted").encode


class Pipe:
    """One running program. ``forfeits``: it leaves after REFUSALS refused lines, else chance ends its turn.

    ``choose`` raises Gone when the program has ended, is silent for ``patience`` seconds, or forfeits. ``close`` it
    when the match is over.
    """

    def __init__(self, command: str, game: Game, *, patience: float = PATIENCE, forfeits: bool = False) -> None:
        self._game = game
        self._patience = patience
        self._forfeits = forfeits
        self._seed = -1  # of the running turn
        self._refused = 0
        self._process = _started(command)
        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING)
        self._to_send: queue.Queue[bytes | None] = queue.Queue()
        self._log, self._log_end = bytearray(), bytearray()
        self._left_out = 0  # bytes between the two
        # A thread for each stream: none of them can block us, whatever the program does not read or does not end.
        self._threads = [
            threading.Thread(target=work, daemon=True, name="program")
            for work in (self._write, self._listen, self._overhear)
        ]
        for thread in self._threads:
            thread.start()

    def choose(self, turn: Turn) -> Json:
        """One legal action. Raises Gone."""
        if list(turn.legal) == [END_TURN_ACTION]:
            return END_TURN_ACTION
        if turn.seed != self._seed:
            self._seed, self._refused = turn.seed, 0
        while self._refused < REFUSALS:
            try:
                return self._asked(turn)
            except Refusal as refusal:
                self._refused += 1
                self._send({"type": "refused", "error": refusal.code, "message": refusal.message})
        if self._forfeits:
            raise Gone(f"it forfeits: {REFUSALS} of its lines were refused in one turn", "illegal")
        return turn.legal[Rng(turn.seed).below(len(turn.legal))]

    def close(self) -> None:
        """End the program, and whatever it has started."""
        self._to_send.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING)
        self.kill()
        self._process.wait()
        for thread in self._threads:
            while thread.is_alive():
                with suppress(queue.Empty):
                    self._lines.get_nowait()  # the listener may wait for room
                thread.join(0.01)

    def kill(self) -> None:
        """End it at once and wait for nothing: for who is ending itself, be it in the handler of a signal."""
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()

    def log(self) -> bytes:
        """What it has written to its standard error, LOG bytes at most, with a line where more were left out; all of
        it once the program is closed."""
        cut = f"\n[{self._left_out} bytes were left out here]\n".encode() if self._left_out else b""
        return bytes(self._log) + cut + bytes(self._log_end)

    # ---- one question

    def _asked(self, turn: Turn) -> Json:
        """What the program answers to this turn. Raises Refusal, or Gone."""
        self._send({"type": "state", "game": self._game.ID, "view": turn.view, "legal": list(turn.legal)})
        until = time.monotonic() + self._patience
        while True:
            line = self._line(until)
            answer = _read(line)
            if answer is not None:
                break  # else it is of a type we do not know: perhaps one of a later version
        coded = _coded(answer)
        for action in turn.legal:
            if _coded(action) == coded:
                return action
        raise self._why_not(answer, turn)

    def _line(self, until: float) -> bytes:
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise Gone(f"it did not answer in {self._patience:g} s" + self._said(), "time-out") from None
        if line is None:
            self._lines.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING)
            status = self._process.poll()
            if status is not None:
                self._threads[-1].join(ENDING)  # its last words may still be on their way
            ended = "it closed its output" if status is None else f"it ended with status {status}"
            raise Gone(ended + self._said())
        return line

    def _said(self) -> str:
        """The last line that the program wrote to its standard error: usually what went wrong."""
        end = bytes(self._log[-LAST_WORDS:] + self._log_end[-LAST_WORDS:])[-LAST_WORDS:]
        lines = end.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f": {''.join(letter for letter in last if letter.isprintable())[:200]}" if last else ""

    def _why_not(self, answer: Json, turn: Turn) -> Refusal:
        """The refusal of an action that is not legal, found in a state that fits the view."""
        try:
            self._game.decode(self._game.imagine(turn.view, Rng(turn.seed)), answer)
        except IllegalAction as refusal:
            return refusal
        return IllegalAction("InvalidAction", "That is not one of the legal actions.", "bad_action")

    # ---- the three streams, each in its thread

    def _send(self, message: Json) -> None:
        self._to_send.put(msgspec.json.encode(message) + b"\n")

    def _write(self) -> None:
        stream = _stream(self._process.stdin)
        with suppress(OSError, ValueError):  # the program does not read any more
            while (data := self._to_send.get()) is not None:
                stream.write(data)
                stream.flush()
        with suppress(OSError):
            stream.close()

    def _listen(self) -> None:
        stream = _stream(self._process.stdout)
        line = bytearray()
        while chunk := os.read(stream.fileno(), LINE):
            *ends, rest = chunk.split(b"\n")
            for end in ends:
                line += end[: LINE + 1 - len(line)]
                self._lines.put(bytes(line))
                line.clear()
            line += rest[: LINE + 1 - len(line)]
        self._lines.put(None)
        stream.close()

    def _overhear(self) -> None:
        stream = _stream(self._process.stderr)
        while chunk := os.read(stream.fileno(), LINE):
            room = LOG // 2 - len(self._log)
            self._log += chunk[:room]
            self._log_end += chunk[room:]
            over = max(0, len(self._log_end) - LOG // 2)
            del self._log_end[:over]
            self._left_out += over
        stream.close()


def _started(command: str) -> subprocess.Popen[bytes]:
    """The running program. Raises Refusal UnknownProgram."""
    try:
        if not command.strip():
            raise ValueError("it is empty")
        return subprocess.Popen(
            shlex.split(command) if os.name == "posix" else command,  # Windows takes commands apart by its own rules
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",  # so that all it starts can be ended, and Ctrl-C is ours
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        message = f"The program {command[:100]!r} cannot be started: {why}."
        raise Refusal("UnknownProgram", message, "unknown_program", program=command[:100]) from None


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _read(line: bytes) -> Json | None:
    """The action of a line; None when the line is of an unknown type. Raises Refusal."""
    if len(line) > LINE:
        raise Refusal("TooLarge", f"A line has at most {LINE} bytes.", "too_large", most=LINE)
    try:
        fields = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("BadMessage", f"A line must be JSON: {error}.") from None
    if not isinstance(fields, dict) or not isinstance(fields.get("type"), str):
        raise Refusal("BadMessage", 'A line must be a JSON object with a "type".')
    if fields["type"] not in ("action", "end_turn"):
        return None
    message = read(line)
    if isinstance(message, EndTurn):
        return END_TURN_ACTION
    assert isinstance(message, Act)
    return message.action
