"""Whether a run would touch more than its rule may, or much more than is usual."""

from statistics import median

from apps.rules.models import LifecycleRule, RuleRun
from apps.rules.selectors import usual
from config.env import env

_MIB = 1024 * 1024


def excess(rule: LifecycleRule, run: RuleRun, *, acts: bool) -> str | None:
    """Why a run must not act; None where it may. What is usual matters to one that acts alone."""
    inodes, size_bytes = run.inodes or 0, run.size_bytes or 0
    if rule.inodes_max is not None and inodes > rule.inodes_max:
        return f"It would touch {inodes:,} inodes, and may touch {rule.inodes_max:,}."
    if rule.size_bytes_max is not None and size_bytes > rule.size_bytes_max:
        return f"It would touch {size_bytes:,} bytes, and may touch {rule.size_bytes_max:,}."
    return _unusual(rule, run, inodes, size_bytes) if acts else None


def _unusual(rule: LifecycleRule, run: RuleRun, inodes: int, size_bytes: int) -> str | None:
    before = usual(rule, before=run)
    if not before:
        return None
    factor = env().rule_unusual_factor
    usual_inodes = median(each.inodes or 0 for each in before)
    usual_bytes = median(each.size_bytes or 0 for each in before)
    if inodes > max(factor * usual_inodes, env().rule_usual_inodes_min):
        return f"It would touch {inodes:,} inodes; usual are {usual_inodes:,.0f}."
    if size_bytes > max(factor * usual_bytes, env().rule_usual_mb_min * _MIB):
        return f"It would touch {size_bytes:,} bytes; usual are {usual_bytes:,.0f}."
    return None
