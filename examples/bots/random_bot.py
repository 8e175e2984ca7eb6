"""A bot for any game: it reads the state, one line of JSON, and answers with any legal action."""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "state":
        action = random.choice(message["legal"])
        answer = {"type": "end_turn"} if "end_turn" in action else {"type": "action", **action}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "refused":
        print(message["message"], file=sys.stderr)
