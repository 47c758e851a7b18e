"""Entry point of bin/warren."""

import os
import sys

from warren_cli.errors import OperatorError

EXIT_INTERRUPTED = 130


def main() -> int:
    # Imports wait for the command: scripts call `dfs` in loops, and it needs few of them.
    try:
        if sys.argv[1:2] == ["dfs"]:
            _dfs(sys.argv[2:])
        else:
            _other()
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


def _dfs(arguments: list[str]) -> None:
    from warren_cli import hdfs, settings  # noqa: PLC0415

    hdfs.run(settings.load(os.environ), hdfs.FS_SHELL, arguments)


def _other() -> None:
    from warren_cli.cli import app  # noqa: PLC0415

    app(prog_name="warren")


if __name__ == "__main__":
    sys.exit(main())
