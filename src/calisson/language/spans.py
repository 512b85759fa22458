"""One utterance with its typed spans, made once and shared by every reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from calisson.language.types import Act, NumberSpan, TimeSpan


@dataclass(frozen=True, slots=True)
class Spans:
    """The normalised words of an utterance and the times and numbers found in them."""

    text: str
    """Normalised (full-width folded and so on); offsets are equal to those of `original`."""
    original: str
    language: str
    times: tuple[TimeSpan, ...] = ()
    numbers: tuple[NumberSpan, ...] = ()
    """Numbers and quantities; those that are part of a time are left out."""
    acts: tuple[tuple[Act, float], ...] = ()
    """The act classifier's probabilities, best first; empty before it ran."""

    def act(self, act: Act) -> float:
        """Return the classifier's probability of `act`, 0 when it did not run."""
        return next((p for a, p in self.acts if a is act), 0.0)

    def pieces(self) -> Iterator[tuple[int, int, TimeSpan | NumberSpan]]:
        """Yield (start, end, span) of every time and number in reading order, without overlaps."""
        at = 0
        both: list[TimeSpan | NumberSpan] = [*self.times, *self.numbers]
        for span in sorted(both, key=lambda s: (s.start_char, -s.end_char)):
            if span.start_char >= at:
                yield span.start_char, span.end_char, span
                at = span.end_char

    def masked(self) -> str:
        """Return the text with every span replaced by a token of its kind (`⟨time⟩`, `⟨money⟩`)."""
        out, at = [], 0
        for start, end, span in self.pieces():
            out.append(self.text[at:start])
            out.append(f"⟨{'time' if isinstance(span, TimeSpan) else span.kind}⟩")
            at = end
        out.append(self.text[at:])
        return "".join(out)
