"""Two computer players against each other, at a host, with all its messages."""

from outflank import Host, Place, Seats, begin

places = [Place("computer", bot="greedy"), Place("computer", bot="random")]
options = {"width": 8, "height": 8, "max_rounds": 100}
host = Host.start("example", begin("cellwar", options, places, seed=7, at=0))
seats = Seats(host)
while seats.due():
    seats.play(now=0)
print(host.text.text(host.game.reveal(host.match.state)))
print(host.match.outcome)
