"""The corpora: what must be refused, with what it tries, and what must be taken."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from warren_analytics import live_guard
from warren_analytics.errors import StatementInvalid, StatementRefused
from warren_analytics.guard import Guard
from warren_analytics.reports import REPORTS
from warren_analytics.testkit.replica import ReplicaUnderTest, Row

CORPUS = Path(__file__).parent / "corpus"
REFUSED_LEAST = 200
LIVE_VIEWS = Path(__file__).parents[2] / "infra" / "ndb" / "live-views.sql"


def corpus(name: str) -> list[str]:
    found = yaml.safe_load((CORPUS / f"{name}.yaml").read_text(encoding="utf-8"))
    return [statement for statements in found.values() for statement in statements]


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard()


def test_the_attempts_are_many() -> None:
    attempts = [*corpus("refused_replica"), *corpus("refused_live")]
    assert len(set(attempts)) >= REFUSED_LEAST


@pytest.mark.parametrize("statement", corpus("refused_replica"))
def test_the_replica_refuses(guard: Guard, statement: str) -> None:
    with pytest.raises((StatementRefused, StatementInvalid)):
        guard.check(statement)


@pytest.mark.parametrize("statement", corpus("refused_live"))
def test_live_sql_refuses(statement: str) -> None:
    with pytest.raises((StatementRefused, StatementInvalid)):
        live_guard.check(statement, explain=False)


@pytest.mark.parametrize("statement", corpus("accepted_replica"))
def test_the_replica_answers(replica: ReplicaUnderTest, statement: str) -> None:
    replica.apply(Row(2, 1, "a"))
    assert replica.run(statement).error is None


@pytest.mark.parametrize("statement", [report.statement for report in REPORTS])
def test_every_report_is_taken(guard: Guard, statement: str) -> None:
    guard.check(statement)


@pytest.mark.parametrize("statement", corpus("accepted_live"))
def test_live_sql_takes(statement: str) -> None:
    written = live_guard.check(statement, explain=False).to_run
    # What was written is itself a statement that may run.
    again = live_guard.check(written, explain=False).to_run
    assert live_guard.check(again, explain=False).to_run == again


def test_the_published_views_are_those_that_are_made() -> None:
    text = LIVE_VIEWS.read_text(encoding="utf-8")
    assert {f"VIEW `$live`.`{name}`" in text for name in live_guard.PUBLISHED} == {True}
    assert text.count("CREATE OR REPLACE") == len(live_guard.PUBLISHED)
