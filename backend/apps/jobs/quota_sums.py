"""What a plan says of quotas: what all that it would do adds up to, for each directory with one.

The sums are kept in the plan's result as they are told, for DIRECTORIES_MAX directories at most; of
further ones it is only said that there are some. What is used is told with the lag with which the
namenodes apply it. Beyond a limit is what gains something and would use more than the limit then:
such directories come first.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from warren_namenode.generated.admin_api import QuotaRow

from apps.common.namenode import namenode_problems
from apps.common.problems import Conflict
from apps.jobs.models import Job
from apps.jobs.outcomes import Gain, Outcome
from integrations.namenode import NamenodeClient
from warren_analytics.quota_values import STORAGE_TYPES


class IfQuotaExceeded(StrEnum):
    """What to do with a plan that would exceed quotas when it is promoted."""

    REFUSE = "refuse"
    ACT = "act"


# As many as a namenode is asked of at once.
DIRECTORIES_MAX = 200
TYPE_AMOUNTS: Final = tuple(f"{each}_bytes" for each in STORAGE_TYPES)
AMOUNTS: Final = ("names", "space_bytes", *TYPE_AMOUNTS)
# The members of a row that tell of an amount: its limit, and what is used.
_MEMBERS: Final = {
    "names": ("namespace_quota", "namespace_used"),
    "space_bytes": ("space_quota_bytes", "space_used_bytes"),
    **{f"{each}_bytes": (f"{each}_quota_bytes", f"{each}_used_bytes") for each in STORAGE_TYPES},
}


def with_sums(client: NamenodeClient, job: Job, outcome: Outcome) -> Outcome:
    """A plan's step with the sums until now; of other jobs, and without a gain, as it is."""
    if not (job.dry_run and outcome.gains):
        return outcome
    result = outcome.result or job.result or {}
    told = _told(client, _added(result.get("quotas"), outcome.gains))
    return replace(outcome, result={**result, "quotas": told})


def require_room(plan: Job) -> None:
    """Raises Conflict when what a plan adds up to exceeds quotas, as they and their use are now,
    and Unavailable when no namenode says how they are."""
    told = (plan.result or {}).get("quotas")
    if told is None:
        return
    with namenode_problems() as client:
        now = _told(client, told)
    exceeded = [each["path"] for each in now["directories"] if each["exceeded"]]
    if exceeded:
        raise Conflict(
            "Quotas would be exceeded",
            code="quotas_exceeded",
            detail="Raise them, choose less, or say that it shall begin all the same "
            "(if_quota_exceeded: act): what a quota does not allow is left and listed then.",
            facts={"exceeded": len(exceeded), "path": exceeded[0]},
        )


def _added(told: Mapping[str, Any] | None, gains: Iterable[Gain]) -> dict[str, Any]:
    """The sums with further gains; what is used is not looked at yet."""
    directories = {each["inode_id"]: dict(each) for each in (told or {}).get("directories", ())}
    more = bool((told or {}).get("more"))
    for gain in gains:
        if not gain.counts:
            continue
        if gain.inode_id not in directories and len(directories) == DIRECTORIES_MAX:
            more = True
            continue
        one = directories.setdefault(
            gain.inode_id,
            {"inode_id": gain.inode_id, "path": gain.path, "gains": {}, "types_exact": True},
        )
        sums = {
            name: one["gains"].get(name, 0) + gain.amounts.get(name, 0)
            for name in AMOUNTS
            if name in one["gains"] or gain.amounts.get(name)
        }
        one |= {"gains": sums, "types_exact": one["types_exact"] and gain.types_exact}
    return {"directories": list(directories.values()), "more": more}


def _told(client: NamenodeClient, sums: Mapping[str, Any]) -> dict[str, Any]:
    ids = [each["inode_id"] for each in sums["directories"]]
    rows = {row.inode_id: row for row in client.quota_rows(ids)} if ids else {}
    directories = []
    for each in sums["directories"]:
        row = rows.get(each["inode_id"])
        amounts = [] if row is None else _amounts(row, each["gains"])
        exceeded = any(amount["exceeded"] for amount in amounts)
        directories.append({**each, "amounts": amounts, "exceeded": exceeded})
    directories.sort(key=lambda each: (not each["exceeded"], each["path"]))
    return {
        "directories": directories,
        "exceeded": sum(each["exceeded"] for each in directories),
        "more": sums["more"],
    }


def _amounts(row: QuotaRow, gains: Mapping[str, int]) -> list[dict[str, Any]]:
    """Of each amount that changes and has a limit, how it stands to that."""
    told = []
    for name, (limit_name, used_name) in _MEMBERS.items():
        limit, used = getattr(row, limit_name), getattr(row, used_name) or 0
        gain = gains.get(name, 0)
        if limit is not None and gain != 0:
            after = used + gain
            exceeded = gain > 0 and after > limit
            told.append(
                {"amount": name, "limit": limit, "used": used, "after": after, "exceeded": exceeded}
            )
    return told
