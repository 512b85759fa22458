"""However long a run is, what a summary keeps of the model's own words has a bound, and the last ones whole."""

from calisson.memory.words.measure import count
from calisson.workshop.context import WORDS_TOKENS, words
from calisson.workshop.steps import Step


def said(texts: list[str]) -> list[Step]:
    return [Step(n, "model", "done", text) for n, text in enumerate(texts)]


def test_few_words_stay_as_they_are() -> None:
    assert words(said(["We use euros.", "", "The table is done."])) == "- We use euros.\n- The table is done."


def test_many_words_stay_within_the_budget_and_keep_what_was_decided() -> None:
    decided = "We decided to store every price in cents because Rosa's shop rounds at 5 cents."
    chatter = ["Let me have a look at that and see how it goes from here, then go on with the next thing.",
               "Okay, that looks good so far; I will now continue with what comes next in the list."]  # fmt: skip
    texts = [decided, *(f"{chatter[n % 2]} Step {n}." for n in range(400)), "The last test passes now."]
    kept = words(said(texts))
    assert count(kept.replace("\n- ", "\n").removeprefix("- ")) <= WORDS_TOKENS
    assert kept.endswith("- The last test passes now.")
    assert "cents" in kept and "Rosa's" in kept
