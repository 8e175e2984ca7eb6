"""A signal that comes while a program is being started ends the command only when somebody can end the program."""

from __future__ import annotations

import signal

import pytest

from outflank.cli.ending import SIGNALS, Ended, orderly, undisturbed


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_waits_until_what_was_started_is_known(number: signal.Signals) -> None:
    known: list[str] = []
    before = signal.getsignal(number)
    with pytest.raises(Ended) as told, orderly():
        with undisturbed():
            signal.raise_signal(number)
            known.append("a program")
        known.append("too late")
    assert known == ["a program"] and told.value.status == 128 + number
    assert signal.getsignal(number) == before


def test_ctrl_c_waits_too() -> None:
    known: list[str] = []
    with pytest.raises(KeyboardInterrupt), undisturbed():
        signal.raise_signal(signal.SIGINT)
        known.append("a program")
    assert known


def test_without_a_signal_nothing_comes_after() -> None:
    before = [signal.getsignal(each) for each in (signal.SIGINT, *SIGNALS)]
    with undisturbed():
        assert [signal.getsignal(each) for each in (signal.SIGINT, *SIGNALS)] != before
    assert [signal.getsignal(each) for each in (signal.SIGINT, *SIGNALS)] == before
