"""Entry point of bin/warren."""

import sys

from warren_cli.errors import OperatorError

EXIT_INTERRUPTED = 130


def main() -> int:
    # Imported here so that an interrupt while modules load ends as quietly as any other.
    try:
        from warren_cli.cli import app  # noqa: PLC0415

        app(prog_name="warren")
    except OperatorError as error:
        print(f"warren: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("warren: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
