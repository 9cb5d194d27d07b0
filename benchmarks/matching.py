"""The name desk's bars: 60 typed names against 2,000 players in 0.5 s, building the registry included,
and the likely doubles among these players in 5 s. Times are of the processor.

python -m benchmarks.matching
"""

import random
import sys
import time

from wagtail_ladder.matching import Registry

PLAYERS = 2_000
TYPED = 60
BAR_SECONDS = 0.5
DOUBLES_BAR_SECONDS = 5.0

SYLLABLES = {
    "el": "κα νι πο λα μα ρί δη γε θα σο τρι βασ αν τω".split(),
    "uk": "ко ва ле на ми хай ло ґа бер щу дми тро ста ні".split(),
    "tr": "ay şe gü lçin me tin öz de mir ka ya yıl dır han".split(),
    "fa": "مح مد عل ری ضا صاد قی کا ظم حس ین نو رو ید".split(),
}


def word(rng: random.Random, script: str) -> str:
    return "".join(rng.choice(SYLLABLES[script]) for _ in range(rng.randint(2, 4))).capitalize()


def names(count: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    surnames = {script: [word(rng, script) for _ in range(400)] for script in SYLLABLES}
    return [
        f"{word(rng, script)} {rng.choice(surnames[script])}"
        for script in (rng.choice(list(SYLLABLES)) for _ in range(count))
    ]


def mistyped(name: str, rng: random.Random) -> str:
    """As names reach an arbiter: in full, with an initial, with one letter lost, or with a surname first."""
    first, last = name.split()
    place = rng.randrange(1, len(last))
    misspelt = last[:place] + last[place + 1 :]
    return rng.choice([name, f"{first[0]}. {last}", f"{first} {misspelt}", f"{last}, {first}"])


def main() -> int:
    registered = names(PLAYERS, seed=1)
    rng = random.Random(2)
    typed = [mistyped(rng.choice(registered), rng) for _ in range(TYPED)]
    started = time.process_time()
    registry = Registry(enumerate(registered))
    built = time.process_time()
    sheet = registry.suggest_sheet(typed)
    done = time.process_time()
    doubles = registry.doubles()
    compared = time.process_time()
    print(f"registry of {PLAYERS:,} players  {built - started:6.3f} s")
    print(f"sheet of {TYPED} names        {done - built:6.3f} s, {sum(map(bool, sheet))} with a suggestion")
    print(f"in all                   {done - started:6.3f} s   bar {BAR_SECONDS} s")
    print(f"{len(doubles)} likely doubles         {compared - done:6.3f} s   bar {DOUBLES_BAR_SECONDS} s")
    return int(done - started > BAR_SECONDS or compared - done > DOUBLES_BAR_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
