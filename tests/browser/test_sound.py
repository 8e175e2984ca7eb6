"""What is heard, measured where it is made: every cue and the music without a loudspeaker, and a match."""

from __future__ import annotations

import json
import math
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playwright.sync_api import Browser, Page, Route

    from tests.browser.words import Words

SOUND = ROOT / "web" / "src" / "sound"

TRANSPILE = """
const [typescript, ...paths] = process.argv.slice(1);
const { readFileSync } = require('node:fs');
const { transpileModule } = require(typescript);
const options = { compilerOptions: { target: 'ES2022', module: 'ESNext' } };
const made = paths.map((path) => transpileModule(readFileSync(path, 'utf8'), options).outputText);
console.log(JSON.stringify(made));
"""

RENDER = """async () => {
  const RATE = 44100;
  const WINDOW = 4400;
  const names = ['voice', 'cues', 'pixelswars', 'pieces', 'score'];
  const [{ sound }, { CUES }, { PIXELSWARS }, { PIECES }, { read }] = await Promise.all(
    names.map((name) => import('/measured/' + name)),
  );
  const root = (sum, count) => Math.sqrt(sum / count);
  // Through the filters of loudness meters: the head favours what is high, hardly hears what is very low.
  const ear = (context) => {
    const low = new BiquadFilterNode(context, { type: 'highpass', frequency: 60, Q: -6 });
    const high = new BiquadFilterNode(context, { type: 'highshelf', frequency: 1500, gain: 4 });
    low.connect(high).connect(context.destination);
    return low;
  };
  const render = async (tones, seconds, rate, heard) => {
    const context = new OfflineAudioContext(1, Math.ceil(seconds * rate), rate);
    const out = heard ? ear(context) : context.destination;
    for (const tone of tones) sound(context, tone, tone.at, out);
    return (await context.startRendering()).getChannelData(0);
  };
  const loudest = (data) => {
    let best = 0;
    for (let from = 0; from < data.length; from += WINDOW / 4) {
      let sum = 0;
      for (let at = from; at < Math.min(data.length, from + WINDOW); at++) sum += data[at] ** 2;
      best = Math.max(best, root(sum, WINDOW));
    }
    return best;
  };
  const measure = async (tones, seconds, rate) => {
    const data = await render(tones, seconds, rate, false);
    let peak = 0, sum = 0, steps = 0, finite = true;
    for (let at = 0; at < data.length; at++) {
      finite &&= Number.isFinite(data[at]);
      peak = Math.max(peak, Math.abs(data[at]));
      sum += data[at] ** 2;
      if (at > 0) steps += (data[at] - data[at - 1]) ** 2;
    }
    return {
      peak, finite,
      rms: root(sum, data.length),
      loud: rate === RATE ? loudest(await render(tones, seconds, rate, true)) : 0,
      end: Math.abs(data[data.length - 1]),
      // How steep it is for its size: the pitch of a sine as steep.
      pitch: (Math.sqrt(steps / sum) * rate) / (2 * Math.PI),
    };
  };
  const told = { cellwar: {}, pixelswars: {}, music: {} };
  for (const [game, cues] of [['cellwar', CUES], ['pixelswars', PIXELSWARS]])
    for (const [name, tones] of Object.entries(cues)) {
      const seconds = Math.max(...tones.map((tone) => tone.at + tone.length));
      told[game][name] = { seconds, ...(await measure(tones, seconds, RATE)) };
    }
  for (const [name, piece] of Object.entries(PIECES)) {
    const { tones, bar } = read(piece);
    const parts = {};
    piece.form.forEach((section, index) => {
      const [from, until] = [index * 8 * bar, (index + 1) * 8 * bar];
      parts[section] ??= tones
        .filter((tone) => tone.at > from - 1e-6 && tone.at < until - 1e-6)
        .map((tone) => ({ ...tone, at: Math.max(0, tone.at - from) }));
    });
    told.music[name] = {};
    for (const [section, those] of Object.entries(parts))
      told.music[name][section] = await measure(those, 8 * bar, RATE / 2);
  }
  return told;
}"""

LISTEN = """() => {
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      window.ear = to.context.createAnalyser();
      connect.call(this, window.ear);
    }
    return connect.call(this, to, ...rest);
  };
  window.begun = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.begun += 1;
    return start.apply(this, when);
  };
  window.loudness = () => {
    const data = new Float32Array(ear.fftSize);
    ear.getFloatTimeDomainData(data);
    return Math.max(...data.map(Math.abs));
  };
}"""
"""Hears what goes to the loudspeaker, and counts the oscillators."""


@pytest.fixture(scope="module")
def sounds(browser: Browser, base_url: str) -> dict[str, Any]:
    """Every cue by game and name, and every section of the music: seconds, peak, loudness, pitch."""
    paths = sorted(path for path in SOUND.glob("*.ts") if path.name != "index.ts")
    typescript = ROOT / "web" / "node_modules" / "typescript" / "lib" / "typescript.js"
    made = subprocess.check_output(["node", "-e", TRANSPILE, str(typescript), *map(str, paths)], text=True)
    scripts = dict(zip((path.stem for path in paths), json.loads(made), strict=True))

    def answer(route: Route) -> None:
        route.fulfill(body=scripts[route.request.url.rsplit("/", 1)[1]], content_type="text/javascript")

    page = browser.new_page()
    page.route("**/measured/*", answer)
    page.goto(f"{base_url}/about")
    told: dict[str, Any] = page.evaluate(RENDER)
    page.close()
    return told


def decibels(value: float) -> float:
    return 20 * math.log10(value)


def spread(values: Iterable[float]) -> float:
    """Decibels between the softest and the loudest."""
    levels = [decibels(value) for value in values]
    return max(levels) - min(levels)


def test_levels_and_spectra(sounds: dict[str, Any]) -> None:
    cues = sounds["pixelswars"]
    for name, cue in (cues | sounds["cellwar"]).items():
        assert cue["finite"] and 0.1 < cue["peak"] < 0.9, (name, cue)
        assert cue["end"] < 0.005, f"{name} ends with a click: {cue}"

    assert spread(cue["rms"] for cue in cues.values()) < 12
    assert spread(cue["loud"] for cue in cues.values()) < 8
    assert all(
        cues[f"pixelswars.{often}"]["loud"] < cues[f"pixelswars.{seldom}"]["loud"]
        for often in ("move.foot", "move.wings", "select.tank", "select.infantry", "income")
        for seldom in ("explosion", "captured", "victory", "defeat", "shot.cannon")
    ), "what is heard often is softer"

    pitch = {name.removeprefix("pixelswars."): cue["pitch"] for name, cue in cues.items()}
    assert pitch["select.tank"] < pitch["select.jeep"] < pitch["select.plane"]
    assert max(pitch["explosion"], pitch["select.tank"], pitch["defeat"]) < 450
    assert pitch["shot.cannon"] < pitch["shot.missile"] < pitch["shot.gun"]
    assert pitch["income"] > 1800 and pitch["defeat"] < pitch["victory"]


def test_the_music_has_room(sounds: dict[str, Any]) -> None:
    """At its full volume, eight times that of a new visitor; softer than a cue at that one's."""
    parts = [part for piece in sounds["music"].values() for part in piece.values()]
    assert len(parts) == 8
    for part in parts:
        assert part["finite"] and 0.3 < part["peak"] < 0.95, part
    assert spread(part["rms"] for part in parts) < 8
    softest = min(cue["rms"] for cue in sounds["pixelswars"].values())
    assert max(part["rms"] for part in parts) * 0.125 < softest * 0.5


def test_the_music_of_a_match(browse: Callable[..., Page], words: Words) -> None:
    """It begins with the first gesture, goes with the sound and ends when one leaves: nothing is scheduled any more."""
    page = browse({"sound": True, "music": True, "musicVolume": 1})
    page.add_init_script(f"({LISTEN})()")
    api = page.context.request
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "computer", "bot": "random", "name": "Bob"}]
    made = api.post("/api/game/create", data={"game": "pixelswars", "options": {"map": 1}, "players": seats}).json()
    api.post(f"/api/game/{made['game_id']}/join", data={"player": 1, "name": "Ada"})
    page.goto(f"/match/{made['game_id']}")
    page.locator(".board canvas").wait_for()
    assert page.evaluate("window.ear") is None

    page.locator('[data-cell="3,3"]').click()
    page.wait_for_function("() => window.ear && loudness() > 0.02")
    page.get_by_role("button", name=words("nav.mute")).click()
    page.wait_for_function("() => loudness() === 0")
    page.get_by_role("button", name=words("nav.unmute")).click()
    page.wait_for_function("() => loudness() > 0.02")

    page.get_by_role("link", name=words("app.name")).first.click()
    expect(page.locator(".board")).to_have_count(0)
    page.wait_for_function("() => loudness() === 0")
    begun = page.evaluate("begun")
    page.wait_for_timeout(500)  # several looks of the scheduler, were there one
    assert page.evaluate("begun") == begun > 0
