"""What a command cannot do, told in one line."""


class Trouble(Exception):
    """Shown as it is; the command ends with exit status 2."""
