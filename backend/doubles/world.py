"""What the tests of the platform share: types of the fixtures, users, and a worker's stand-in."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from apps.accounts.models import CustomRole, Role, User
from apps.common.rights import Permission
from apps.jobs import check_runner, keeper, turns
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


def give(
    user: User, permissions: Iterable[Permission], *, paths: Sequence[str] | None = None
) -> None:
    """Assigns a user a role of its own, everywhere or at and below some paths."""
    held = sorted(permissions)
    role = CustomRole.objects.create(
        name=f"role{CustomRole.objects.count()}", description="", permissions=held
    )
    user.assignments.create(custom=role, paths=None if paths is None else list(paths))


def give_operator(user: User, *paths: str) -> None:
    """Makes a user an operator at and below some paths."""
    user.assignments.create(built_in=Role.OPERATOR, paths=list(paths))


ClientOf = Callable[[User], CheckedClient]


class Worker:
    """Plays the worker: does what was woken, in order, until nothing is left."""

    def __init__(self) -> None:
        self.woken: list[int] = []
        self.checks: list[int] = []

    def run(self, slices_max: int = 1000) -> None:
        for _ in range(slices_max):
            if self.woken:
                turns.take_turn(named=self.woken.pop(0))
            elif self.checks:
                check_runner.advance(check_id=self.checks.pop(0))
            else:
                return
        raise AssertionError("The jobs do not come to an end")

    def start(self) -> None:
        """What the keeper of a fresh worker does."""
        keeper.keep(name="test:1", at_start=True)

    def finished(self, job_id: int) -> Job:
        self.run()
        return Job.objects.get(pk=job_id)
