"""The search index's reader of this process, and its errors as problems of the platform."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from apps.common.builds import advice
from apps.common.problems import InvalidInput, NotFound, Unavailable
from config.env import env
from warren_search import (
    IndexNotReady,
    InvalidCursor,
    InvalidQuery,
    ScopeNotFound,
    SearchError,
    SearchReader,
    open_elastic_reader,
    open_reader,
)

ELASTICSEARCH_USER = "warren"


@lru_cache(maxsize=1)
def index_reader() -> SearchReader:
    """The reader; it copes with an index that is absent or replaced."""
    if env().search_backend == "elasticsearch":
        file = env().elasticsearch_password_file
        password = None if file is None else file.read_text(encoding="utf-8").strip()
        login = None if password is None else (ELASTICSEARCH_USER, password)
        return open_elastic_reader(env().elasticsearch_address, login=login)
    return open_reader(env().search_index_path)


@contextmanager
def index_problems() -> Iterator[SearchReader]:
    """The reader, for use inside the block; its errors leave the block as problems."""
    try:
        yield index_reader()
    except InvalidCursor as error:
        raise InvalidInput(
            error.message,
            code=error.code,
            detail="Start again without a cursor.",
            fields={"cursor": [error.message]},
        ) from error
    except InvalidQuery as error:
        field = str(error.facts.get("field", "q"))
        field = "q" if field in {"text", "without"} else field
        raise InvalidInput(
            error.message,
            code=error.code,
            facts=error.facts,
            fields={field: [str(error.facts.get("reason", ""))]},
        ) from error
    except ScopeNotFound as error:
        raise NotFound(
            error.message, detail="Check the path, or leave it out.", facts=error.facts
        ) from error
    except IndexNotReady as error:
        raise Unavailable(
            error.message,
            code=error.code,
            detail=advice(error.facts),
            facts=_public(error),
        ) from error
    except SearchError as error:
        raise Unavailable(error.message, code=error.code, facts=_public(error)) from error


def _public(error: SearchError) -> dict[str, object]:
    # The index's own file is nobody's business outside this machine.
    return {key: value for key, value in error.facts.items() if key != "path"}
