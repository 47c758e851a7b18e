"""What the tests of the platform share: types of the fixtures, users, and a worker's stand-in."""

from collections.abc import Callable
from typing import Protocol

from apps.accounts.models import Role, User
from apps.jobs import keeper, runner
from apps.jobs.models import Job
from doubles.checked_client import CheckedClient

PASSWORD = "correct horse battery"


class SetEnv(Protocol):
    """Sets WARREN_ variables for one test: `set_env(job_step_inodes=2)`."""

    def __call__(self, **values: object) -> None: ...


def make_user(username: str, role: Role) -> User:
    user = User(username=username, role=role, hdfs_user=username)
    user.set_password(PASSWORD)
    user.save()
    return user


ClientOf = Callable[[User], CheckedClient]


class Worker:
    """Plays the worker: does what was woken, in order, until nothing is left."""

    def __init__(self) -> None:
        self.woken: list[int] = []

    def run(self, slices_max: int = 1000) -> None:
        for _ in range(slices_max):
            if not self.woken:
                return
            runner.advance(job_id=self.woken.pop(0))
        raise AssertionError("The jobs do not come to an end")

    def start(self) -> None:
        """What the keeper of a fresh worker does."""
        keeper.keep(name="test:1", at_start=True)

    def finished(self, job_id: int) -> Job:
        self.run()
        return Job.objects.get(pk=job_id)
