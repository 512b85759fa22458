"""A long run of the workshop: does what it is shown stay within its budget, and what is left of what counted?

    python -m bench long_run

A scripted model works through hundreds of exchanges in the real loop: it says a few words and calls a tool, whose
result is a page of filler. Now and then something that counts is planted, each with a name and a number of its own: a
decision and a thing still to do (in the model's words), a figure (in a tool's result). At the end it is counted what
of it still stands, name and number in one line, in what tells the older steps, when those are all but the last
exchange. Beside it, over the same steps: the model's own words alone in as many tokens, latest first, and the way of
earlier releases when no model summed up (2,000 tokens of the model's own words by `fit`, of results nothing). The
processor time of an exchange (everything but the model, the folding too) shows whether it grows with the run.
"""

from __future__ import annotations

import itertools
import random
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calisson.memory.shortening.diffusion import fit
from calisson.memory.shortening.trajectory import Turn
from calisson.memory.words.measure import count
from calisson.models import Reply, Request, Tool, ToolCall
from calisson.store import Database
from calisson.workshop import Agent, Permissions, Rule, Step, Task
from calisson.workshop.context import Budget, coverable, size
from calisson.workshop.provenance import Powers
from calisson.workshop.tools import Made, schema
from calisson.workshop.trail import Trail
from calisson.workshop.types import Outcome

EXCHANGES = 300
EVERY = 9
"""Something is planted in one exchange of so many."""
BUDGETS = (16_000, 64_000)
EARLIER = 2000

KINDS = ("decision", "to do", "figure")
SAID: Mapping[str, tuple[str, str, str]] = {
    "en": ("We decided to store {name} with {number} entries because the shop wants it so.",
           "Still to do: ask the office about {name} before we pay the {number} euros.",
           "The meter of {name} shows {number} units today."),
    "de": ("Wir haben beschlossen, {name} mit {number} Einträgen zu speichern, weil der Laden es so will.",
           "Noch zu erledigen: das Büro nach {name} fragen, bevor wir die {number} Euro zahlen.",
           "Der Zähler von {name} zeigt heute {number} Einheiten."),
    "zh": ("我们决定用{number}条记录保存{name}，因为店里要求这样。", "还要做的事：付{number}元之前问一下办公室关于{name}的情况。",
           "{name}的表今天显示{number}个单位。"),
    "ja": ("店の希望なので、{name}は{number}件で保存することに決めました。", "まだやること：{number}円を払う前に事務所に{name}を確認する。",
           "{name}のメーターは今日{number}を示している。"),
    "ko": ("가게에서 원해서 {name}은 {number}건으로 저장하기로 결정했습니다.", "아직 할 일: {number}원을 내기 전에 사무실에 {name}에 대해 물어보기.",
           "{name}의 계량기는 오늘 {number}을 가리킨다."),
}  # fmt: skip
TALK: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Let me have a look at the next part and see how it goes from here.",
        "That looks good so far, so I go on with what comes next.",
        "I will read this page now and then think about it again.",
        "Okay, nothing special here, the usual things.",
    ),
    "de": (
        "Ich sehe mir jetzt den nächsten Teil an und schaue, wie es weitergeht.",
        "Das sieht bisher gut aus, also mache ich mit dem Nächsten weiter.",
        "Ich lese nun diese Seite und denke dann noch einmal darüber nach.",
        "Gut, hier ist nichts Besonderes, nur das Übliche.",
    ),
    "zh": (
        "我现在看看下一部分，再看看怎么继续。",
        "到目前为止看起来不错，我继续做下面的。",
        "我先读这一页，然后再想一想。",
        "好的，这里没什么特别的，都是平常的东西。",
    ),
    "ja": (
        "次の部分を見て、どう進めるか考えます。",
        "ここまでは良さそうなので、次に進みます。",
        "このページを読んで、それからもう一度考えます。",
        "はい、ここには特に何もありません。いつものことです。",
    ),
    "ko": (
        "이제 다음 부분을 보고 어떻게 할지 살펴보겠습니다.",
        "지금까지는 좋아 보이니 다음으로 넘어갑니다.",
        "이 페이지를 읽고 나서 다시 생각해 보겠습니다.",
        "네, 여기에는 특별한 것이 없습니다. 평소와 같습니다.",
    ),
}


def _filler(language: str, rng: random.Random) -> list[str]:
    """Return made-up words of a language's own letters."""
    letters = sorted({c for text in TALK[language] for c in text.lower() if c.isalpha()})
    longest = {"zh": 2, "ja": 3, "ko": 3}.get(language, 8)
    return ["".join(rng.choices(letters, k=rng.randint(min(3, longest), longest))) for _ in range(900)]


def _sentence(words: Sequence[str], language: str) -> str:
    """Return made-up words as a sentence."""
    if language in ("zh", "ja"):
        return "、".join("".join(words[n : n + 4]) for n in range(0, len(words), 4)) + "。"
    return " ".join(words).capitalize() + "."


@dataclass(frozen=True)
class Planted:
    """Something that counts."""

    kind: str
    name: str
    number: int


class Script:
    """The model and its tool; everything follows from the seed."""

    def __init__(self, language: str, exchanges: int, seed: int = 7) -> None:
        rng = random.Random(f"{language}{seed}")
        self.words: list[str] = []
        self.pages: list[str] = []
        self.planted: list[Planted] = []
        self.sizes: list[int] = []
        self.asked_s: list[float] = []
        """Processor time at each question."""
        used: set[int] = set()
        words = _filler(language, rng)
        for n in range(exchanges):
            said = rng.sample(TALK[language], 2)
            page = [_sentence(rng.choices(words, k=12), language) for _ in range(12)]
            if n % EVERY == EVERY // 2:
                kind = len(self.planted) % 3
                number = next(x for x in iter(lambda: rng.randint(1000, 9999), 0) if x not in used)
                used.add(number)
                name = "".join(
                    rng.choices("BDFKLMNPRST", k=1)
                    + rng.choices("aeiou", k=1)
                    + rng.choices("lmnrst", k=2)
                    + ["a"]
                )
                told = SAID[language][kind].format(name=name, number=number)
                self.planted.append(Planted(KINDS[kind], name, number))
                place = page if kind == 2 else said
                place.insert(rng.randrange(len(place) + 1), told)
            self.words.append(" ".join(said))
            self.pages.append(" ".join(page))

    def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
        """Say the next words; the call of the last ones says how far it is."""
        self.asked_s.append(time.process_time())
        self.sizes.append(size(request.messages))
        last = [p for m in request.messages for p in m.parts if isinstance(p, ToolCall)]
        n = last[-1].arguments["page"] + 1 if last else 0
        if n == len(self.words):
            return Reply("Done.", model="scripted")
        return Reply(self.words[n], (ToolCall(f"c{n}", "look", {"page": n}),), model="scripted")

    def tool(self) -> Made:
        """Return the tool."""
        return Made(Tool("look", "Look at a page.", schema("page", page="integer")), "read",
                    lambda files, a, stopped: Outcome(self.pages[a["page"]]), Powers())  # fmt: skip


def left(text: str, planted: Sequence[Planted]) -> dict[str, float]:
    """Return the share of each kind of which name and number stand in one line."""
    lines = text.splitlines()
    found = {
        p: any(p.name in line and re.search(rf"(?<!\d){p.number}(?!\d)", line) for line in lines)
        for p in planted
    }
    return {kind: statistics.fmean(v for p, v in found.items() if p.kind == kind) for kind in KINDS}


def latest_words(done: Sequence[Step], budget: int) -> str:
    """Return the model's last words that fit."""
    kept: list[str] = []
    for step in reversed([s for s in done if s.kind == "model"]):
        if (budget := budget - count(step.text)) < 0:
            break
        kept.append(step.text)
    return "\n".join(reversed(kept))


def measured(language: str, exchanges: int = EXCHANGES) -> dict[str, Any]:
    """Return what one run came to: the most that was shown per budget, and what is left by each way."""
    found: dict[str, Any] = {"left": {}}
    for tokens in BUDGETS:
        script = Script(language, exchanges)
        with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder) / "home") as database:
            agent = Agent(script, database, Permissions("edits", (Rule("allow", "*"),)),
                          tools={"look": script.tool()}, budget=Budget(tokens))  # fmt: skip
            run = agent.start(Task("Go through all pages.", most_steps=10 * exchanges), Path(folder) / "work")
            for _ in agent.resume(run):
                pass
            done = agent.steps.steps(run)
        summaries = [s for s in done if s.kind == "summary"]
        found[f"{tokens} most"], found[f"{tokens} times"] = max(script.sizes), len(summaries)
        spent = [b - a for a, b in itertools.pairwise(script.asked_s)]
        quarter = len(spent) // 4
        found[f"{tokens} ms"] = [
            1000 * statistics.fmean(spent[n : n + quarter]) for n in (quarter, len(spent) - quarter)
        ]
        trail = Trail(Budget(tokens).eighth)
        old = [s for s in done[: coverable(done)] if s.kind != "summary"]
        trail.fold(old)
        found["left"][f"Memory Diffusion, {Budget(tokens).eighth:,} tokens"] = left(
            trail.text, script.planted
        )
        found["left"][f"the model's last words, {Budget(tokens).eighth:,} tokens"] = left(
            latest_words(old, Budget(tokens).eighth), script.planted
        )
    words = (Turn(s.text) for s in old if s.kind == "model" and s.text)
    earlier = "\n".join(line.text for line in fit(words, EARLIER))
    found["left"][f"the earlier compaction without a model, {EARLIER:,} tokens"] = left(
        earlier, script.planted
    )
    found["tokens"] = sum(count(s.text) for s in old)
    found["planted"] = len(script.planted)
    return found


def table() -> list[str]:
    """Return the tables' lines."""
    runs = {language: measured(language) for language in SAID}
    first = runs["en"]
    lines = [
        "## A long run in one budget", "",
        (f"{EXCHANGES} exchanges of a scripted run in each of five languages, {first['planted']} things that count in each, of about "
         f"{statistics.fmean(r['tokens'] for r in runs.values()):,.0f} tokens; per cent of them left in what tells the older steps "
         "(mean of five)."), "",
        f"| told by | {' | '.join(KINDS)} |", "| --- | --- | --- | --- |",
    ]  # fmt: skip
    for way in first["left"]:
        cells = (f"{100 * statistics.fmean(r['left'][way][k] for r in runs.values()):.0f}" for k in KINDS)
        lines.append(f"| {way} | {' | '.join(cells)} |")
    lines += ["", "| budget | the most that a question had | times shortened | ms an exchange, second quarter | last quarter |",
              "| --- | --- | --- | --- | --- |"]  # fmt: skip
    for tokens in BUDGETS:
        most = max(r[f"{tokens} most"] for r in runs.values())
        times = statistics.fmean(r[f"{tokens} times"] for r in runs.values())
        second, last = (statistics.fmean(r[f"{tokens} ms"][n] for r in runs.values()) for n in (0, 1))
        lines.append(f"| {tokens:,} | {most:,} | {times:.0f} | {second:.1f} | {last:.1f} |")
    by_language = "; ".join(
        f"{language} "
        + " / ".join(
            f"{100 * v:.0f}"
            for v in runs[language]["left"][
                f"Memory Diffusion, {Budget(BUDGETS[-1]).eighth:,} tokens"
            ].values()
        )
        for language in runs
    )
    return [*lines, "", f"By language, {BUDGETS[-1]:,} tokens, decisions / to do / figures: {by_language}."]
