"""Plays a match at random against the server's computer player; needs nothing installed, only the server's address."""

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"


def call(method: str, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "X-Player-Token": token}
    data = json.dumps(body).encode() if method == "POST" else None
    try:
        with urlopen(Request(f"{SERVER}/api/game/{path}", data, headers, method=method)) as answer:
            return json.load(answer)
    except HTTPError as refused:
        sys.exit(json.load(refused)["message"])
    except URLError as error:
        sys.exit(f"{SERVER} does not answer ({error.reason}): is a server running there? `outflank serve` starts one.")


options = {"width": 6, "height": 6, "max_rounds": 30}
players = [{"kind": "open"}, {"kind": "computer", "bot": "greedy"}]
match = call("POST", "create", {"options": options, "players": players})["game_id"]
token = call("POST", f"{match}/join", {"name": "example"})["player_token"]
while (told := call("GET", f"{match}/state", token=token))["view"]["winner"] is None:
    if told["legal"]:
        call("POST", f"{match}/action", random.choice(told["legal"]), token)
    else:
        time.sleep(0.05)  # the other one is thinking
print(f"Player {told['view']['winner']} has won: {told['view']['reason']}.")
