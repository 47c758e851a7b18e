"""Folding, words and highlights."""

from __future__ import annotations

import pytest
from warren_search.text import fold, gram_text, grams_of, highlights, words_of


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Report.CSV", "report.csv"),
        ("straße", "strasse"),
        ("İstanbul", "istanbul"),
        ("ΟΔΟΣ", "οδοσ"),
        ("οδος", "οδοσ"),
        ("ﬁle", "file"),
        ("\uff21\uff22\uff23\uff11", "abc1"),
        ("résumé", "resume"),
        ("re\u0301sume\u0301", "resume"),
        ("a\x00b\tc\x7f", "a b c "),
        ("é\x00", "e "),
        ("हिन्दी", "हिन्दी"),
        ("", ""),
    ],
)
def test_folds(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_folding_joins_code_points() -> None:
    text = "Straße \uff21\uff22 İ 한국 e\u0301"
    assert fold(text) == "".join(map(fold, text))


def test_words_are_distinct_and_in_order() -> None:
    assert words_of("  B a\u3000b A ") == ("b", "a")
    assert words_of("\u0301 \x00") == ()


def test_each_character_starts_a_gram() -> None:
    starts = {gram[0] for gram in grams_of(gram_text("añb"))}
    assert {"a", "ñ", "b"} <= starts
    assert grams_of("ab") == ()
    assert grams_of("aaaa") == ("aaa",)


@pytest.mark.parametrize(
    ("name", "text", "ranges"),
    [
        ("report-report", "report", ((0, 6), (7, 13))),
        ("Straße", "ss", ((4, 5),)),
        ("Straße", "ase", ()),
        ("Straße", "se", ((4, 6),)),
        ("aaaa", "aa", ((0, 4),)),
        ("abc", "ab bc", ((0, 3),)),
        ("re\u0301sume\u0301.pdf", "resume", ((0, 8),)),
        ("re\u0301sume\u0301.pdf", "pdf", ((9, 12),)),
        ("😀log", "log", ((1, 4),)),
        ("name", "", ()),
    ],
)
def test_highlights_are_code_point_ranges(
    name: str, text: str, ranges: tuple[tuple[int, int], ...]
) -> None:
    assert highlights(name, words_of(text)) == ranges
