"""The picture of an app is small, or it is left out; a slow frame is watched for longer."""

import pytest

from calisson.making.types import PICTURE_BYTES
from calisson.server.look_frame import QUALITIES, bounded
from calisson.server.look_widget import LONGEST_MS, REST_MS, SETTLE_MS, SLOWER, settling_ms


@pytest.mark.parametrize("fits", range(len(QUALITIES)))
def test_a_picture_is_taken_again_coarser_until_it_is_small_enough(fits: int) -> None:
    asked: list[int] = []

    def shoot(quality: int) -> bytes:
        asked.append(quality)
        return b"x" * (PICTURE_BYTES if len(asked) == fits + 1 else PICTURE_BYTES + 1)

    assert len(bounded(shoot)) == PICTURE_BYTES
    assert tuple(asked) == QUALITIES[: fits + 1] == tuple(sorted(asked, reverse=True))


def test_a_picture_that_is_never_small_enough_is_left_out() -> None:
    assert bounded(lambda quality: b"x" * (PICTURE_BYTES + 1)) == b""


def test_a_frame_that_answers_late_is_watched_for_longer() -> None:
    assert settling_ms(REST_MS + 5) == settling_ms(REST_MS + SETTLE_MS / SLOWER) == SETTLE_MS
    assert settling_ms(REST_MS + 200) == 800
    assert settling_ms(60_000) == LONGEST_MS
