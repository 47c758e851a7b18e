"""Who may call each operation, and what of the namespace its answers hold: one table.

Tests walk over every operation that the URL resolver has, with every role and every permission
alone, everywhere and below a directory, and fail for one that is not here, or is something else
than what is said here.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from apps.common.rights import ABOUT_PATHS, APPROVAL_PERMISSIONS, JOB_PERMISSIONS, Permission


class Exposure(StrEnum):
    """Who is answered where it takes no permission."""

    # Anybody, without a login. Holds nothing of the namespace.
    PUBLIC = "public"
    # Whoever is logged in, about what is his own.
    OWN = "own"
    # Whoever is logged in. Facts and totals of the machines; names no path and no inode.
    CLUSTER = "cluster"
    # Whoever is logged in; viewers get what their HDFS rights let them see (apps.visibility).
    SIGHT = "sight"


@dataclass(frozen=True, slots=True)
class Takes:
    """One of these permissions. everywhere: one that is limited to directories is not enough."""

    any_of: tuple[Permission, ...]
    everywhere: bool


def _takes(*any_of: Permission) -> Takes:
    return Takes(any_of, everywhere=not ABOUT_PATHS.issuperset(any_of))


_USERS = _takes(Permission.MANAGE_USERS)
_SQL = _takes(Permission.SQL)
_USAGE = _takes(Permission.SEE_USAGE)
_WATCH = _takes(Permission.WATCH)
_JOBS = Takes(JOB_PERMISSIONS, everywhere=False)
_APPROVALS = Takes(APPROVAL_PERMISSIONS, everywhere=False)
_SEE_GUARD = _takes(Permission.SEE_GUARD)
_MANAGE_GUARD = _takes(Permission.MANAGE_GUARD)
_RULES = _takes(Permission.RULES)
_STOP_RULES = Takes((Permission.RULES, Permission.MANAGE_GUARD), everywhere=False)
_SNAPSHOTS = _takes(Permission.SNAPSHOTS)
_WRITE = _takes(Permission.WRITE_FILES)
_SPREAD = _takes(Permission.SPREAD)
_HEAT = _takes(Permission.HEAT)
_LIMITS = _takes(Permission.LIMITS)
_MANAGE_DATANODES = _takes(Permission.MANAGE_DATANODES)
_MANAGE_NAMENODES = _takes(Permission.MANAGE_NAMENODES)
_ALERTS = _takes(Permission.ALERTS)
_MANAGE_ALERTS = _takes(Permission.MANAGE_ALERTS)
_PIPELINE = _takes(Permission.MANAGE_PIPELINE)

EXPOSURE: Final[dict[str, Exposure | Takes]] = {
    "POST auth/login": Exposure.PUBLIC,
    # What the login page offers.
    "GET auth/ways": Exposure.PUBLIC,
    "POST auth/logout": Exposure.OWN,
    "GET auth/me": Exposure.OWN,
    "POST auth/password": Exposure.OWN,
    "GET auth/sessions": Exposure.OWN,
    "DELETE auth/sessions": Exposure.OWN,
    "DELETE auth/sessions/<int:session_id>": Exposure.OWN,
    "GET tokens": Exposure.OWN,
    "POST tokens": Exposure.OWN,
    "DELETE tokens/<int:token_id>": Exposure.OWN,
    "GET users": _USERS,
    "POST users": _USERS,
    "GET users/<int:user_id>": _USERS,
    "PATCH users/<int:user_id>": _USERS,
    "GET users/<int:user_id>/sessions": _USERS,
    "DELETE users/<int:user_id>/sessions": _USERS,
    "DELETE users/<int:user_id>/sessions/<int:session_id>": _USERS,
    "GET users/tokens": _USERS,
    "DELETE users/tokens/<int:token_id>": _USERS,
    "POST users/service": _USERS,
    "POST users/<int:user_id>/tokens": _USERS,
    "GET roles": _USERS,
    "POST roles": _USERS,
    "GET roles/<int:role_id>": _USERS,
    "PUT roles/<int:role_id>": _USERS,
    "DELETE roles/<int:role_id>": _USERS,
    "GET roles/groups": _USERS,
    "POST roles/groups": _USERS,
    "GET roles/groups/<int:assignment_id>": _USERS,
    "DELETE roles/groups/<int:assignment_id>": _USERS,
    "GET namespace/entry": Exposure.SIGHT,
    "GET namespace/details": Exposure.SIGHT,
    # A file's bytes, with the rights of the user himself, whatever his role.
    "GET namespace/preview": Exposure.SIGHT,
    "GET namespace/checksum": Exposure.SIGHT,
    "GET namespace/changes": Exposure.SIGHT,
    "GET namespace/children": Exposure.SIGHT,
    "GET namespace/usage": Exposure.SIGHT,
    "POST files/directories": _WRITE,
    "POST files/moves": _WRITE,
    "GET files/permissions": Exposure.SIGHT,
    "PUT files/permissions": _takes(Permission.CHANGE_OWNERS),
    # A file's bytes, with the rights of the user himself, whatever his role.
    "GET files/content": Exposure.SIGHT,
    "GET files/table": Exposure.SIGHT,
    "PUT files/content": _WRITE,
    "GET search": Exposure.SIGHT,
    "GET search/facets": Exposure.SIGHT,
    # One's own, and those that others share of directories that may be seen.
    "GET search/saved": Exposure.SIGHT,
    "POST search/saved": Exposure.OWN,
    "GET search/saved/<int:saved_id>": Exposure.SIGHT,
    "PUT search/saved/<int:saved_id>": Exposure.OWN,
    "DELETE search/saved/<int:saved_id>": Exposure.OWN,
    "GET search/exports": Exposure.OWN,
    "POST search/exports": Exposure.OWN,
    "GET search/exports/<int:export_id>": Exposure.OWN,
    "DELETE search/exports/<int:export_id>": Exposure.OWN,
    # Made with the rights that its owner had; ended when his role changes.
    "GET search/exports/<int:export_id>/file": Exposure.OWN,
    # Without the texts of errors for viewers: those may quote a path.
    "GET pipeline": Exposure.SIGHT,
    "POST pipeline": _PIPELINE,
    "GET pipeline/dead-letters": Takes((Permission.SEE_ALL,), everywhere=True),
    "POST pipeline/dead-letters/<int:offset>/replay": _PIPELINE,
    "POST sql": _SQL,
    "GET sql/queries": _SQL,
    "GET sql/queries/<int:query_id>": _SQL,
    "POST sql/queries/<int:query_id>/cancel": _SQL,
    "GET sql/queries/<int:query_id>/rows": _SQL,
    "GET sql/queries/<int:query_id>/file": _SQL,
    "GET sql/tables": _SQL,
    "GET sql/replica": _SQL,
    "GET sql/saved": _SQL,
    "POST sql/saved": _SQL,
    "GET sql/saved/<int:saved_id>": _SQL,
    "PUT sql/saved/<int:saved_id>": _SQL,
    "DELETE sql/saved/<int:saved_id>": _SQL,
    "GET sql/reports": _SQL,
    # A directory's totals tell of all that is below it, whoever may list that.
    "GET usage": _USAGE,
    "GET usage/breakdown": _USAGE,
    "GET usage/growth": _USAGE,
    "GET usage/history": _USAGE,
    "GET usage/owners": Takes((Permission.SEE_USAGE,), everywhere=True),
    "GET usage/owners/detail": Takes((Permission.SEE_USAGE,), everywhere=True),
    "GET usage/quotas": _USAGE,
    # Totals of directories only for who may see their usage.
    "GET trash": Exposure.SIGHT,
    "GET snapshots": Exposure.SIGHT,
    "POST snapshots": _SNAPSHOTS,
    "GET snapshots/one": Exposure.SIGHT,
    "PATCH snapshots/one": _SNAPSHOTS,
    "DELETE snapshots/one": _SNAPSHOTS,
    "GET snapshots/directories": Exposure.SIGHT,
    "POST snapshots/directories": _SNAPSHOTS,
    "DELETE snapshots/directories": _SNAPSHOTS,
    # It names what is in directories that HDFS lets few list.
    "GET snapshots/differences": _takes(Permission.SEE_ALL),
    "GET snapshots/restores": _takes(Permission.RESTORE),
    "POST snapshots/restores": _takes(Permission.RESTORE),
    "GET snapshots/restores/<int:restore_id>": _takes(Permission.RESTORE),
    "POST snapshots/restores/<int:restore_id>/cancel": _takes(Permission.RESTORE),
    "GET usage/watched": _WATCH,
    "POST usage/watched": _WATCH,
    "GET usage/watched/<int:inode_id>": _WATCH,
    "DELETE usage/watched/<int:inode_id>": _WATCH,
    "GET jobs": Exposure.SIGHT,
    "POST jobs": _JOBS,
    "GET jobs/<int:job_id>": Exposure.SIGHT,
    "POST jobs/<int:job_id>/cancel": _JOBS,
    "POST jobs/<int:job_id>/pause": _JOBS,
    "POST jobs/<int:job_id>/resume": _JOBS,
    "POST jobs/<int:job_id>/rate": _JOBS,
    "POST jobs/<int:job_id>/priority": _JOBS,
    "POST jobs/<int:job_id>/promote": _JOBS,
    "POST jobs/<int:job_id>/undo": _JOBS,
    "POST jobs/<int:job_id>/check": _JOBS,
    "GET jobs/<int:job_id>/check": _takes(Permission.SEE_ALL),
    "POST jobs/<int:job_id>/approve": _APPROVALS,
    "POST jobs/<int:job_id>/refuse": _APPROVALS,
    "GET jobs/<int:job_id>/errors": _takes(Permission.SEE_ALL),
    "GET jobs/<int:job_id>/errors/file": _takes(Permission.SEE_ALL),
    "GET jobs/<int:job_id>/changes": _takes(Permission.SEE_ALL),
    "GET jobs/<int:job_id>/changes/file": _takes(Permission.SEE_ALL),
    "GET approvals": _APPROVALS,
    # They name paths.
    "GET guard/rules": _SEE_GUARD,
    "POST guard/rules": _MANAGE_GUARD,
    "GET guard/rules/<int:rule_id>": _SEE_GUARD,
    "PUT guard/rules/<int:rule_id>": _MANAGE_GUARD,
    "DELETE guard/rules/<int:rule_id>": _MANAGE_GUARD,
    "GET guard/windows": _SEE_GUARD,
    "POST guard/windows": _MANAGE_GUARD,
    "GET guard/windows/<int:window_id>": _SEE_GUARD,
    "PUT guard/windows/<int:window_id>": _MANAGE_GUARD,
    "DELETE guard/windows/<int:window_id>": _MANAGE_GUARD,
    "POST guard/windows/<int:window_id>/lift": _MANAGE_GUARD,
    "GET guard/limits": _SEE_GUARD,
    "GET guard/limits/<str:role>": _SEE_GUARD,
    "PUT guard/limits/<str:role>": _MANAGE_GUARD,
    # They name searches, and act with their owner's rights. Of others: for who has them everywhere.
    "GET rules": _RULES,
    "POST rules": _RULES,
    "GET rules/<int:rule_id>": _RULES,
    "PUT rules/<int:rule_id>": _RULES,
    "DELETE rules/<int:rule_id>": _STOP_RULES,
    "POST rules/<int:rule_id>/arm": _RULES,
    "POST rules/<int:rule_id>/disarm": _STOP_RULES,
    "POST rules/<int:rule_id>/run": _RULES,
    "GET rules/<int:rule_id>/runs": _RULES,
    "GET cluster": Exposure.CLUSTER,
    # Names topics and versions; ids of jobs, which everybody may list.
    "GET events": Exposure.CLUSTER,
    "GET cluster/events": Exposure.SIGHT,
    "GET cluster/subtree-operations": Exposure.SIGHT,
    "GET blocks/health": Exposure.CLUSTER,
    "GET blocks/fsck": Exposure.SIGHT,
    "GET blocks/missing": Exposure.SIGHT,
    "GET blocks/under-replicated": Exposure.SIGHT,
    "GET blocks/corrupt": Exposure.SIGHT,
    "GET ^blocks/by-id/(?P<block_id>-?[0-9]{1,19})$": Exposure.SIGHT,
    "GET block-reports": Exposure.CLUSTER,
    "GET block-reports/<int:storage_id>": Exposure.CLUSTER,
    "GET datanodes": Exposure.CLUSTER,
    "GET datanodes/<str:uuid>": Exposure.CLUSTER,
    "GET datanodes/<str:uuid>/service": _MANAGE_DATANODES,
    "POST datanodes/<str:uuid>/service": _MANAGE_DATANODES,
    "GET namenodes/<str:name>/service": _MANAGE_NAMENODES,
    "POST namenodes/<str:name>/service": _MANAGE_NAMENODES,
    "GET storages": Exposure.CLUSTER,
    # Counts by length over the whole namespace; no name.
    "GET smallfiles": Exposure.CLUSTER,
    # Totals of the whole namespace, as HDFS tells them to everybody (`df`).
    "GET overview": Exposure.CLUSTER,
    # Who may see the audit sees all entries, others those of their own deeds.
    "GET audit": Exposure.SIGHT,
    "GET audit/file": Exposure.SIGHT,
    "GET health": Exposure.PUBLIC,
    # Reasons name machines, no path; what people wrote beside a mute is not for viewers.
    "GET alerts/channels": _ALERTS,
    "POST alerts/channels": _MANAGE_ALERTS,
    "GET alerts/channels/<int:channel_id>": _ALERTS,
    "PUT alerts/channels/<int:channel_id>": _MANAGE_ALERTS,
    "DELETE alerts/channels/<int:channel_id>": _MANAGE_ALERTS,
    "POST alerts/channels/<int:channel_id>/secret": _MANAGE_ALERTS,
    "POST alerts/channels/<int:channel_id>/test": _ALERTS,
    "GET alerts/deliveries": _ALERTS,
    "GET alerts/bell": Exposure.OWN,
    "POST alerts/bell/read": Exposure.OWN,
    "GET health/checks": Exposure.SIGHT,
    "PUT health/checks/<str:key>/mute": _ALERTS,
    "DELETE health/checks/<str:key>/mute": _ALERTS,
    "GET health/changes": Exposure.CLUSTER,
    # Names users, their machines, and paths.
    "GET heat": _HEAT,
    "GET heat/shards": _HEAT,
    "GET heat/shards/<int:shard>": _HEAT,
    # Names of files only for who may see all.
    "GET migration": _MANAGE_NAMENODES,
    "GET migration/findings/file": Takes((Permission.SEE_ALL,), everywhere=True),
    "POST migration/take-over": _MANAGE_NAMENODES,
    "GET limits": _LIMITS,
    "POST limits": _LIMITS,
    "DELETE limits": _LIMITS,
    "GET limits/what-if": _LIMITS,
    "GET limits/changes": _LIMITS,
    "GET limits/changes/<int:change_id>": _LIMITS,
    "GET spread": _SPREAD,
    "POST spread": _SPREAD,
    "GET spread/changes": _SPREAD,
    "GET spread/changes/<int:change_id>": _SPREAD,
    # Names of namenodes, and totals.
    "GET figures": Exposure.CLUSTER,
    "GET figures/forecast": Exposure.CLUSTER,
    "GET schema": Exposure.PUBLIC,
}
