"""The bars of the name matcher, on the labelled names of `../shared/names` where that folder lies there.

python -m benchmarks.names

Prints the matcher beside two single scorers of rapidfuzz on the same data. Fails where a bar of
`bar.json` there, or one of those below, is missed. Times are of the processor, so that a busy machine
does not decide.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz, process, utils

from wagtail_ladder.matching import Confidence, Registry, Suggestion

SHARED = Path(__file__).parents[2] / "shared" / "names"
SHOWN = 60  # as many as a query has fitting players; the desk shows three

ABOVE_THE_SHARED_BAR = {
    "dev": {
        "recall@1": {"min": 99.3},
        "recall@3": {"min": 99.7},
        "seed recall@1": {"min": 99.7},
        "seed recall@3": {"min": 99.9},
        "strong wrong": {"max": 0.2},
        "kind/new_initial_undecidable/nostrong": {"min": 100.0},
        "kind/new_initial_other/nostrong": {"min": 100.0},
    },
    "anchors": {"recall@1": {"min": 98.0}, "strong wrong": {"max": 0.0}},
}
LARGE = 10_000
INDEX_SECONDS = 0.5
NAMES_A_SECOND = 200

Answer = dict[str, Any]
"""What `score.py` reads for one typed name."""


class Matcher:
    confidence = {Confidence.STRONG: 0.95, Confidence.LIKELY: 0.8, Confidence.POSSIBLE: 0.6}

    def __init__(self, players: Sequence[Mapping[str, str]], language: str) -> None:
        self.registry = Registry(((player["id"], player["name"]) for player in players), language)

    def answer(self, typed: str) -> Answer:
        return self.as_answer(self.registry.suggest(typed, limit=SHOWN))

    def answers_of_a_night(self, typed: Sequence[str]) -> list[Answer]:
        return [self.as_answer(found) for found in self.registry.suggest_sheet(typed, limit=SHOWN)]

    def as_answer(self, suggestions: Sequence[Suggestion[str]]) -> Answer:
        """In order; within a level of confidence each a trifle below the one before."""
        ranked = []
        least = 1.0
        for place, suggestion in enumerate(suggestions):
            least = min(self.confidence[suggestion.confidence] - place * 1e-4, least - 1e-6)
            ranked.append({"id": suggestion.player, "confidence": least})
        return {"suggestions": ranked, "ambiguous": bool(suggestions and suggestions[0].rivals)}


class SingleScorer:
    """What many programs do: one scorer of rapidfuzz over all names, with its own cleaning of them."""

    least = 70  # below it nothing would be shown

    def __init__(self, scorer: Callable[..., float], players: Sequence[Mapping[str, str]]) -> None:
        self.scorer = scorer
        self.names = {player["id"]: utils.default_process(player["name"]) for player in players}

    def answer(self, typed: str) -> Answer:
        found = process.extract(
            utils.default_process(typed), self.names, scorer=self.scorer, score_cutoff=self.least, limit=SHOWN
        )
        return {"suggestions": [{"id": player, "confidence": score / 100} for _, score, player in found]}


def load(name: str) -> Any:
    return json.loads((SHARED / name).read_text(encoding="utf-8"))


def questions(data: str) -> Iterator[tuple[Mapping[str, Any], list[Mapping[str, str]]]]:
    """Each registry with its typed names."""
    typed = defaultdict(list)
    for query in load(f"{data}/queries.json"):
        typed[query["registry"]].append(query)
    for registry in load(f"{data}/registries.json"):
        yield registry, typed[registry["registry"]]


def timed_index(registry: Mapping[str, Any], rounds: int) -> tuple[Matcher, float]:
    """The matcher and the seconds it takes to build, the best of some rounds."""
    seconds = []
    for _ in range(rounds):
        started = time.process_time()
        matcher = Matcher(registry["players"], registry["lang"])
        matcher.answer("Nobody Known")  # what is built when first asked for belongs to the index
        seconds.append(time.process_time() - started)
    return matcher, min(seconds)


def ask_matcher(data: str) -> tuple[dict[str, Answer], dict[str, Answer], list[str]]:
    """The answers for the names, those for the nights, and the large registries that were too slow."""
    results, of_nights, slow = {}, {}, []
    nights = defaultdict(list)
    if (SHARED / data / "nights.json").is_file():
        for night in load(f"{data}/nights.json"):
            nights[night["registry"]].append(night["items"])
    for registry, typed in questions(data):
        is_large = registry["size"] >= LARGE
        matcher, index = timed_index(registry, rounds=3 if is_large else 1)
        started = time.process_time()
        results |= {query["qid"]: matcher.answer(query["typed"]) for query in typed}
        a_second = len(typed) / (time.process_time() - started)
        if is_large:
            print(f"{registry['registry']:18}  index {index:5.3f} s   {a_second:6.0f} names a second")
            if index > INDEX_SECONDS or a_second < NAMES_A_SECOND:
                slow.append(registry["registry"])
        for items in nights[registry["registry"]]:
            answers = matcher.answers_of_a_night([item["typed"] for item in items])
            of_nights |= {item["tid"]: answer for item, answer in zip(items, answers, strict=True)}
    return results, of_nights, slow


def ask_scorer(scorer: Callable[..., float], data: str) -> dict[str, Answer]:
    results = {}
    for registry, typed in questions(data):
        single = SingleScorer(scorer, registry["players"])
        results |= {query["qid"]: single.answer(query["typed"]) for query in typed}
    return results


class Scores:
    """Runs `score.py` over answers and keeps what it finds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def written(self, name: str, content: Mapping[str, Any]) -> str:
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        return str(path)

    def run(
        self, data: str, results: Mapping[str, Answer], *options: str
    ) -> subprocess.CompletedProcess[str]:
        answers = self.written("answers", {"strong": 0.9, "show": 0.5, "results": results})
        command = [sys.executable, str(SHARED / "score.py"), str(SHARED / data), answers, *options]
        return subprocess.run(command, capture_output=True, text=True)  # noqa: S603 - a path of this file's

    def summary(self, data: str, results: Mapping[str, Answer]) -> Mapping[str, float]:
        found = self.folder / "summary.json"
        self.run(data, results, "--brief", "--json", str(found)).check_returncode()
        return json.loads(found.read_text(encoding="utf-8"))["summary"]

    def reaches(self, data: str, results: Mapping[str, Answer], bar: str, *options: str) -> bool:
        done = self.run(data, results, "--brief", "--bar", bar, *options)
        lines = done.stdout.splitlines()
        print(
            "\n".join(line for line in lines if line.startswith(("ok", "MISS", "club nights"))), done.stderr
        )
        return done.returncode == 0


def main() -> int:
    if not SHARED.is_dir():
        print("the folder `shared` is not beside the project: nothing to measure")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        scores = Scores(Path(folder))
        results, of_nights, slow = ask_matcher("dev")
        nights = scores.written("nights", {"strong": 0.9, "show": 0.5, "results": of_nights})
        anchors, _, _ = ask_matcher("anchors")
        own = {data: scores.written(f"bar-{data}", bar) for data, bar in ABOVE_THE_SHARED_BAR.items()}
        reached = [
            not slow,
            scores.reaches("dev", results, str(SHARED / "bar.json"), "--nights", nights),
            scores.reaches("dev", results, own["dev"]),
            scores.reaches("anchors", anchors, own["anchors"]),
        ]
        columns = {
            "this matcher": scores.summary("dev", results),
            "WRatio": scores.summary("dev", ask_scorer(fuzz.WRatio, "dev")),
            "token_sort_ratio": scores.summary("dev", ask_scorer(fuzz.token_sort_ratio, "dev")),
        }
    print("".join(f"{title:>18}" for title in ("", *columns)))
    for line in ("recall@1", "recall@3", "seed recall@1", "seed recall@3", "strong wrong"):
        print(f"{line:>18}" + "".join(f"{column[line]:18.2f}" for column in columns.values()))
    return int(not all(reached))


if __name__ == "__main__":
    sys.exit(main())
