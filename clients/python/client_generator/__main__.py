"""`python -m client_generator` in clients/python writes what is generated from the description."""

import sys

from client_generator.generate import GENERATED, generate


def main() -> int:
    """Command line entry."""
    GENERATED.mkdir(exist_ok=True)
    for name, text in generate().items():
        (GENERATED / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
