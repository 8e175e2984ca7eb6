"""List the games that are here, with their options."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

HELP = "list the games, their options and their computer players"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON, with the schema of the options")


def run(arguments: argparse.Namespace) -> int:
    from outflank.bots import levels
    from outflank.cli.words import Words, preferred
    from outflank.codec import options_schema, write_options
    from outflank.games import games, load, named

    if arguments.json:
        told = [
            {
                "id": name,
                "version": load(name).VERSION,
                "options": options_schema(load(name)),
                "levels": levels(name),
            }
            for name in games()
        ]
        print(json.dumps(told, indent=2))
        return 0
    language = preferred()
    words = Words(language)
    for name in games():
        game, (_, labels) = load(name), named(name)
        title = words.game(name)
        print(f"{name}{f': {title}' if title != name else ''} (rules version {game.VERSION})")
        for option, value in write_options(game.Options()).items():
            label = labels.get(option, {})
            about = label.get(language) or label.get("en")
            print(f"  {option}={json.dumps(value)}{f'  {about}' if about else ''}")
        print(f"  {words('games.levels')} {', '.join(levels(name))}")
    return 0
