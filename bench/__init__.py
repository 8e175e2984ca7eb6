"""How fast the rules are, each figure beside a reference measured in the same run; see ``python -m bench --help``."""
