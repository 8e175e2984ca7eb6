"""What a command cannot do, told in one line; and what comes from elsewhere, made fit to be shown."""


class Trouble(Exception):
    """Shown as it is; the command ends with exit status 2."""


def plain(text: str) -> str:
    """Text of a file or a server on one line, without anything that could command the terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
