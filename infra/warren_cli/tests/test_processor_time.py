"""Processor time by part."""

import os
import subprocess
import sys
import time

from warren_cli.processor_time import REST, busy_seconds, seconds_of

DEADLINE_S = 60.0
WORK = "while True: pass"
# The part's own process only waits; what it started works.
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {WORK!r}])"


def test_a_part_is_charged_for_the_processes_it_started() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], start_new_session=True) as parent:
        try:
            deadline = time.monotonic() + DEADLINE_S
            parts = {"busy": parent.pid}
            while seconds_of(parts)["busy"] < 0.3 and time.monotonic() < deadline:
                time.sleep(0.05)
            found = seconds_of(parts)
        finally:
            os.killpg(parent.pid, 9)
    assert found["busy"] >= 0.3
    assert found.keys() == {"busy", REST}


def test_a_part_within_another_is_charged_by_itself() -> None:
    with subprocess.Popen([sys.executable, "-c", WORK]) as child:
        try:
            deadline = time.monotonic() + DEADLINE_S
            parts = {"own": os.getpid(), "child": child.pid}
            while seconds_of(parts)["child"] < 0.3 and time.monotonic() < deadline:
                time.sleep(0.05)
            before = seconds_of({"own": os.getpid()})["own"]
            found = seconds_of(parts)
        finally:
            child.kill()
    assert found["child"] >= 0.3
    assert found["own"] <= before


def test_a_part_that_has_ended_costs_nothing() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    assert seconds_of({"ended": ended.pid})["ended"] == 0.0


def test_the_machine_works() -> None:
    assert busy_seconds() > 0
