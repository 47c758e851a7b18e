"""What the query language knows, as a module of TypeScript for the console.

``python -m warren_search.typescript FILE`` writes it; `make contracts` does.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from warren_search.language import ALIASES, FIELDS, FIELDS_OF_THE_WHOLE, VALUES
from warren_search.query import DEFAULT_POLICY, StoragePolicy

_WIDTH: Final = 100


def module() -> str:
    """The module's text, as the console's formatter leaves it."""
    fields = [name for name in FIELDS if name not in ALIASES]
    # The one that holds where none is set comes first.
    policies = [each.name for each in sorted(StoragePolicy, key=lambda p: p is not DEFAULT_POLICY)]
    parts = [
        "// Generated from warren_search by `make contracts`; do not edit.\n",
        "/** The fields of conditions, each by one of its names. */",
        _list("QUERY_FIELDS", fields),
        "\nexport type QueryField = (typeof QUERY_FIELDS)[number]\n",
        "/** Their conditions hold for the whole search: not excluded, not in brackets. */",
        _list("FIELDS_OF_THE_WHOLE", FIELDS_OF_THE_WHOLE),
        "\n/** HDFS's storage policies. */",
        _list("STORAGE_POLICIES", policies),
        "\n/** What can stand behind a field that takes few values. */",
        "export const FIELD_VALUES = {",
        *(f"  {name}: {_array(VALUES[name], f'  {name}: ')}," for name in sorted(VALUES)),
        "  policy: STORAGE_POLICIES,",
        "} as const satisfies Partial<Record<QueryField, readonly string[]>>\n",
    ]
    return "\n".join(parts)


def _list(name: str, values: Iterable[str]) -> str:
    lead = f"export const {name} = "
    return f"{lead}{_array(values, lead, ' as const')} as const"


def _array(values: Iterable[str], lead: str, tail: str = ",") -> str:
    texts = [json.dumps(value).replace('"', "'") for value in values]
    line = f"[{', '.join(texts)}]"
    if len(lead) + len(line) + len(tail) <= _WIDTH:
        return line
    indent = " " * (2 + len(lead) - len(lead.lstrip()))
    lines = "".join(f"{indent}{text},\n" for text in texts)
    return f"[\n{lines}{indent[2:]}]"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(module(), encoding="utf-8")
