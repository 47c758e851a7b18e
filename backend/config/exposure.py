"""Who may call each operation, and what of the namespace its answers hold: one table.

Tests walk over every operation that the URL resolver has, with every role, and fail for one that is
not here, or is something else than what is said here.
"""

from enum import StrEnum
from typing import Final


class Exposure(StrEnum):
    """Who is answered; each of the last two is refused to those before it."""

    # Anybody, without a login. Holds nothing of the namespace.
    PUBLIC = "public"
    # Whoever is logged in, about what is his own.
    OWN = "own"
    # Whoever is logged in. Facts and totals of the machines; names no path and no inode.
    CLUSTER = "cluster"
    # Whoever is logged in; viewers get what their HDFS rights let them see (apps.visibility).
    SIGHT = "sight"
    OPERATOR = "operator"
    ADMIN = "admin"


EXPOSURE: Final[dict[str, Exposure]] = {
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
    "GET users": Exposure.ADMIN,
    "POST users": Exposure.ADMIN,
    "GET users/<int:user_id>": Exposure.ADMIN,
    "PATCH users/<int:user_id>": Exposure.ADMIN,
    "GET users/<int:user_id>/sessions": Exposure.ADMIN,
    "DELETE users/<int:user_id>/sessions": Exposure.ADMIN,
    "DELETE users/<int:user_id>/sessions/<int:session_id>": Exposure.ADMIN,
    "GET users/tokens": Exposure.ADMIN,
    "DELETE users/tokens/<int:token_id>": Exposure.ADMIN,
    "GET namespace/entry": Exposure.SIGHT,
    "GET namespace/details": Exposure.SIGHT,
    # A file's bytes, with the rights of the user himself, whatever his role.
    "GET namespace/preview": Exposure.SIGHT,
    "GET namespace/children": Exposure.SIGHT,
    "GET namespace/usage": Exposure.SIGHT,
    "GET search": Exposure.SIGHT,
    "GET search/facets": Exposure.SIGHT,
    # One's own, and those that others share of directories that may be seen.
    "GET search/saved": Exposure.SIGHT,
    "POST search/saved": Exposure.OWN,
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
    "POST pipeline": Exposure.ADMIN,
    "GET pipeline/dead-letters": Exposure.OPERATOR,
    "POST pipeline/dead-letters/<int:offset>/replay": Exposure.ADMIN,
    "POST sql": Exposure.OPERATOR,
    "GET sql/queries": Exposure.OPERATOR,
    "GET sql/queries/<int:query_id>": Exposure.OPERATOR,
    "POST sql/queries/<int:query_id>/cancel": Exposure.OPERATOR,
    "GET sql/queries/<int:query_id>/rows": Exposure.OPERATOR,
    "GET sql/queries/<int:query_id>/file": Exposure.OPERATOR,
    "GET sql/tables": Exposure.OPERATOR,
    "GET sql/replica": Exposure.OPERATOR,
    "GET sql/saved": Exposure.OPERATOR,
    "POST sql/saved": Exposure.OPERATOR,
    "PUT sql/saved/<int:saved_id>": Exposure.OPERATOR,
    "DELETE sql/saved/<int:saved_id>": Exposure.OPERATOR,
    "GET sql/reports": Exposure.OPERATOR,
    # A directory's totals tell of all that is below it, whoever may list that.
    "GET usage": Exposure.OPERATOR,
    "GET usage/breakdown": Exposure.OPERATOR,
    "GET usage/growth": Exposure.OPERATOR,
    "GET usage/history": Exposure.OPERATOR,
    "GET usage/owners": Exposure.OPERATOR,
    "GET usage/owners/detail": Exposure.OPERATOR,
    "GET usage/quotas": Exposure.OPERATOR,
    "GET usage/watched": Exposure.OPERATOR,
    "POST usage/watched": Exposure.OPERATOR,
    "DELETE usage/watched/<int:inode_id>": Exposure.OPERATOR,
    "GET jobs": Exposure.SIGHT,
    "POST jobs": Exposure.OPERATOR,
    "GET jobs/<int:job_id>": Exposure.SIGHT,
    "POST jobs/<int:job_id>/cancel": Exposure.OPERATOR,
    "POST jobs/<int:job_id>/pause": Exposure.OPERATOR,
    "POST jobs/<int:job_id>/resume": Exposure.OPERATOR,
    "POST jobs/<int:job_id>/promote": Exposure.OPERATOR,
    "POST jobs/<int:job_id>/undo": Exposure.OPERATOR,
    "POST jobs/<int:job_id>/approve": Exposure.OPERATOR,
    "POST jobs/<int:job_id>/refuse": Exposure.OPERATOR,
    "GET approvals": Exposure.OPERATOR,
    # They name paths.
    "GET guard/rules": Exposure.OPERATOR,
    "POST guard/rules": Exposure.ADMIN,
    "GET guard/rules/<int:rule_id>": Exposure.OPERATOR,
    "PUT guard/rules/<int:rule_id>": Exposure.ADMIN,
    "DELETE guard/rules/<int:rule_id>": Exposure.ADMIN,
    "GET guard/windows": Exposure.OPERATOR,
    "POST guard/windows": Exposure.ADMIN,
    "PUT guard/windows/<int:window_id>": Exposure.ADMIN,
    "DELETE guard/windows/<int:window_id>": Exposure.ADMIN,
    "POST guard/windows/<int:window_id>/lift": Exposure.ADMIN,
    "GET guard/limits": Exposure.OPERATOR,
    "PUT guard/limits/<str:role>": Exposure.ADMIN,
    "GET jobs/<int:job_id>/errors": Exposure.OPERATOR,
    # They name searches, and act with their owner's rights.
    "GET rules": Exposure.OPERATOR,
    "POST rules": Exposure.OPERATOR,
    "GET rules/<int:rule_id>": Exposure.OPERATOR,
    "PUT rules/<int:rule_id>": Exposure.OPERATOR,
    "DELETE rules/<int:rule_id>": Exposure.OPERATOR,
    "POST rules/<int:rule_id>/arm": Exposure.OPERATOR,
    "POST rules/<int:rule_id>/disarm": Exposure.OPERATOR,
    "POST rules/<int:rule_id>/run": Exposure.OPERATOR,
    "GET rules/<int:rule_id>/runs": Exposure.OPERATOR,
    "GET cluster": Exposure.CLUSTER,
    "GET cluster/events": Exposure.SIGHT,
    "GET cluster/subtree-operations": Exposure.SIGHT,
    "GET blocks/health": Exposure.CLUSTER,
    "GET blocks/missing": Exposure.SIGHT,
    "GET blocks/under-replicated": Exposure.SIGHT,
    "GET blocks/corrupt": Exposure.SIGHT,
    "GET ^blocks/by-id/(?P<block_id>-?[0-9]{1,19})$": Exposure.SIGHT,
    "GET block-reports": Exposure.CLUSTER,
    "GET block-reports/<int:storage_id>": Exposure.CLUSTER,
    "GET datanodes": Exposure.CLUSTER,
    "GET datanodes/<str:uuid>": Exposure.CLUSTER,
    "GET storages": Exposure.CLUSTER,
    # Counts by length over the whole namespace; no name.
    "GET smallfiles": Exposure.CLUSTER,
    # Totals of the whole namespace, as HDFS tells them to everybody (`df`).
    "GET overview": Exposure.CLUSTER,
    # Administrators see all entries, others those of their own deeds.
    "GET audit": Exposure.SIGHT,
    "GET audit/file": Exposure.SIGHT,
    "GET health": Exposure.PUBLIC,
    # Reasons name machines, no path; what people wrote beside a mute is not for viewers.
    "GET alerts/channels": Exposure.OPERATOR,
    "POST alerts/channels": Exposure.ADMIN,
    "GET alerts/channels/<int:channel_id>": Exposure.OPERATOR,
    "PUT alerts/channels/<int:channel_id>": Exposure.ADMIN,
    "DELETE alerts/channels/<int:channel_id>": Exposure.ADMIN,
    "POST alerts/channels/<int:channel_id>/secret": Exposure.ADMIN,
    "POST alerts/channels/<int:channel_id>/test": Exposure.OPERATOR,
    "GET alerts/deliveries": Exposure.OPERATOR,
    "GET alerts/bell": Exposure.OWN,
    "POST alerts/bell/read": Exposure.OWN,
    "GET health/checks": Exposure.SIGHT,
    "PUT health/checks/<str:key>/mute": Exposure.OPERATOR,
    "DELETE health/checks/<str:key>/mute": Exposure.OPERATOR,
    "GET health/changes": Exposure.CLUSTER,
    # Names users, their machines, and paths.
    "GET heat": Exposure.OPERATOR,
    "GET heat/shards": Exposure.OPERATOR,
    "GET heat/shards/<int:shard>": Exposure.OPERATOR,
    "GET limits": Exposure.OPERATOR,
    "POST limits": Exposure.OPERATOR,
    "DELETE limits": Exposure.OPERATOR,
    "GET limits/what-if": Exposure.OPERATOR,
    "GET limits/changes": Exposure.OPERATOR,
    "GET limits/changes/<int:change_id>": Exposure.OPERATOR,
    "GET spread": Exposure.OPERATOR,
    "POST spread": Exposure.OPERATOR,
    "GET spread/changes": Exposure.OPERATOR,
    "GET spread/changes/<int:change_id>": Exposure.OPERATOR,
    # Names of namenodes, and totals.
    "GET figures": Exposure.CLUSTER,
    "GET figures/forecast": Exposure.CLUSTER,
    "GET schema": Exposure.PUBLIC,
}
