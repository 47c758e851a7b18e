"""Each ready report runs, and answers what it says."""

from __future__ import annotations

import pytest
from warren_analytics.reports import REPORTS, Report
from warren_analytics.testkit.replica import ReplicaUnderTest, Row, directory

MIB = 1024 * 1024


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)
def test_it_runs_and_has_the_columns_that_it_draws(
    replica: ReplicaUnderTest, report: Report
) -> None:
    replica.apply(directory(2, 1, "d"), Row(3, 2, "a.csv", size_bytes=2 * MIB))
    query = replica.run(report.statement)
    assert query.error is None
    names = {column.name for column in query.columns}
    assert {report.chart.label, *report.chart.values, *report.drill_down.values()} <= names


def _rows(replica: ReplicaUnderTest, name: str) -> list[list[object]]:
    (statement,) = [report.statement for report in REPORTS if report.name == name]
    return replica.rows(statement)


def test_what_they_find(replica: ReplicaUnderTest) -> None:
    replica.apply(
        directory(2, 1, "big"),
        directory(3, 1, "small"),
        *[Row(10 + at, 2, f"p{at}.bin", size_bytes=3 * MIB, owner="bo") for at in range(3)],
        *[Row(20 + at, 3, f"s{at}", size_bytes=5) for at in range(4)],
    )
    biggest = _rows(replica, "biggest-directories")
    assert [row[:2] for row in biggest] == [["/big", 3], ["/small", 4]]
    assert _rows(replica, "small-files")[0][:3] == ["/small", 4, 20]
    (duplicates,) = _rows(replica, "duplicates")
    assert duplicates[:4] == [3 * MIB, "bin", 3, 6 * MIB]
    assert _rows(replica, "owners")[0][:2] == ["bo", 3]
    assert sum(int(str(row[1])) for row in _rows(replica, "cold-data")) == 7
