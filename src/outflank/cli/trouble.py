"""What a command cannot do, told in one line; and what comes from elsewhere, made fit to be shown."""


class Trouble(Exception):
    """Shown as it is; the command ends with exit status 2."""


SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Not printable to Python, and in every other French sentence."""


def plain(text: str) -> str:
    """Text of a file or a server on one line, without anything that could command the terminal."""
    return "".join(each if each.isprintable() or each in SPACES else "\N{REPLACEMENT CHARACTER}" for each in text)
