"""A position from one line of text: what is seen, and what an attack would do."""

import outflank

game, text = outflank.load("cellwar"), outflank.text("cellwar")
state = text.from_position("cellwar/1 5x5 5/1,1I,2F1,2/2,1I,2/5/5 1 1")
view = game.view(state, 1)
print(text.text(view))
for choice in game.advice(view)["units"][0]["choices"]:
    fates = [f"unit {change['unit']['id']} {change['what']}" for change in choice["changes"]]
    print(f"{text.notation(choice['action']):8} {choice['kind']:8} {', '.join(fates)}")
