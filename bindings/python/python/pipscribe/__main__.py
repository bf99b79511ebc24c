"""The command: ``python -m pipscribe``, and the script ``pipscribe``."""

from __future__ import annotations

import signal
import sys

from ._native import run_command


def main() -> int:
    """Runs the command with the arguments of the process. Returns its exit status."""
    # Ctrl-C ends the command at once. Python's own handler would wait until the command returns.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["pipscribe", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
