"""Checks of the namenodes: who serves, who leads, and whether their clocks agree."""

from datetime import timedelta
from typing import ClassVar

from apps.common.problems import Problem
from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, error, ok, unknown, warning

EVICTED_LATELY = timedelta(hours=1)
# A service has a turn each second or so, and is started again when it hangs: this is past both.
SERVICE_SILENT_S = 600
CLOCKS_APART_S = 10


class Namenodes:
    key: ClassVar = CheckKey.NAMENODES
    title: ClassVar = "Namenodes serve"
    remedy: ClassVar = "Start those that died (`bin/warren namenode start NAME`); see their logs."
    page: ClassVar = "/failover"

    def look(self, read: Readings) -> Finding:
        try:
            members = read.cluster().namenodes
        except Problem as problem:
            return error(f"{problem.title}.")
        live = sum(each.state == "live" for each in members)
        dead = [each.name for each in members if each.state == "dead"]
        if live == 0:
            return error("No namenode is a live member.")
        if dead:
            names = ", ".join(sorted(dead)[:5])
            return warning(f"{counted(len(dead), 'namenode is', 'namenodes are')} dead: {names}.")
        serve = counted(live, "namenode serves", "namenodes serve")
        resting = sorted(each.name for each in members if each.drained)
        if resting:
            return ok(f"{serve}, drained: {', '.join(resting[:5])}.")
        return ok(f"{serve}.")


class Leader:
    key: ClassVar = CheckKey.LEADER
    title: ClassVar = "A namenode leads"
    remedy: ClassVar = (
        "Clients are served, but quota usage, leases of dead writers and deletes of blocks stand "
        "still. A takeover needs 3.5 s; look at the namenodes' logs and at the metadata store."
    )
    page: ClassVar = "/failover"

    def look(self, read: Readings) -> Finding:
        leader = read.cluster().leader
        if leader is None:
            return error("No namenode leads.")
        return ok(f"{leader} leads.")


class Evictions:
    key: ClassVar = CheckKey.EVICTIONS
    title: ClassVar = "No namenode was declared dead lately"
    remedy: ClassVar = "The page Failover says which, and how long it had been silent."
    page: ClassVar = "/failover"

    def look(self, read: Readings) -> Finding:
        page = read.evictions()
        # By the namenodes' own clocks on both sides.
        lately = [each for each in page.items if page.as_of - each.effective_at < EVICTED_LATELY]
        if lately:
            times = counted(len(lately), "eviction", "evictions")
            return warning(f"{times} in the last hour, the newest of {lately[0].subject}.")
        return ok("None in the last hour.")


class LeaderServices:
    key: ClassVar = CheckKey.LEADER_SERVICES
    title: ClassVar = "The leader's background services work"
    remedy: ClassVar = (
        "The service hangs although it was started again. End that namenode: another one takes "
        "over."
    )
    page: ClassVar = "/failover"

    def look(self, read: Readings) -> Finding:
        samples = read.samples("warren_leader_service_silent_seconds")
        if not samples:
            return unknown("No namenode tells about the leader's services.")
        silent = sorted(
            labels.get("service", "?") for labels, value in samples if value > SERVICE_SILENT_S
        )
        if silent:
            return error(f"Silent for more than 10 minutes: {', '.join(silent)}.")
        return ok("All had their turn within 10 minutes.")


class Clocks:
    key: ClassVar = CheckKey.CLOCKS
    title: ClassVar = "Clocks agree"
    remedy: ClassVar = "Modification times are off by as much. Check the machines' time service."
    page: ClassVar = "/failover"

    def look(self, read: Readings) -> Finding:
        cluster = read.cluster()
        apart_s = abs((cluster.as_of - read.now).total_seconds())
        among = [value for _, value in read.samples("warren_clock_skew_seconds")]
        if apart_s > CLOCKS_APART_S:
            return warning(f"The platform's clock and a namenode's are {apart_s:,.0f} s apart.")
        if among and max(among) > CLOCKS_APART_S:
            return warning(f"The namenodes' clocks are {max(among):,.0f} s apart.")
        if not among:
            return unknown("The namenodes do not tell how far their clocks are apart.")
        return ok(f"Less than {CLOCKS_APART_S} s apart.")
