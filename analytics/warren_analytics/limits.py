"""What a replica and its queries may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one replica process.

    memory_mb: of the engine as a whole; the writer shares it. resident_mb: of the process; beyond
    it running queries are stopped, as values within one call are not the engine's to count.
    scratch_mb: disk for what does not fit. concurrency: queries that run at once. waiting_max:
    queries that may wait for their turn. rows_max, result_mb: of one result, which is cut there and
    says so. usage_time_limit_ms: for what is told of one
    directory. count_time_limit_ms: for the matches of one search. kept_s, kept_max: how long and
    how many results are kept.
    """

    memory_mb: int = 512
    resident_mb: int = 1_536
    threads: int = 2
    scratch_mb: int = 2_048
    concurrency: int = 2
    waiting_max: int = 16
    time_limit_ms: int = 30_000
    usage_time_limit_ms: int = 15_000
    count_time_limit_ms: int = 8_000
    rows_max: int = 100_000
    result_mb: int = 64
    kept_s: int = 3_600
    kept_max: int = 100
