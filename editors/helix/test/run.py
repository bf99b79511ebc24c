"""Tests the configuration for Helix with a real Helix in a terminal of its own.

Usage: run.py FOLDER COMMAND…, where COMMAND starts Helix and FOLDER is its home, which has `.config/helix` as README.md
describes it. The command sees FOLDER under the same path, or as `HOME_INSIDE` names it."""

import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import time

FOLDER, *COMMAND = sys.argv[1:]
INSIDE = os.environ.get("HOME_INSIDE", FOLDER)
HEAD = '[Game "gipf"]\n[Variant "basic"]\n\n'


def health():
    told = subprocess.run([*COMMAND, "--health", "pips"], capture_output=True, encoding="utf-8", timeout=60, check=True).stdout
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", told).splitlines()]
    assert any(line.startswith("✓ pipscribe") for line in lines), told
    for part in ("Tree-sitter parser", "Highlight queries", "Textobject queries"):
        assert f"{part}: ✓" in lines, told


def edited(text, keys):
    """Opens a record, presses keys until they change the file, and returns its text."""
    path = pathlib.Path(FOLDER, "game.pips")
    path.write_text(text, encoding="utf-8")
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(COMMAND[0], [*COMMAND, f"{INSIDE}/game.pips"])
    try:
        # Until the server is attached, there is nothing to format with, so the keys are pressed again and again. An
        # Escape that comes with the next key would be Alt.
        for pressed in ["\x1b", f"{keys}:write\r"] * 40:
            # The screen has to be read, or Helix waits for room.
            end = time.monotonic() + 0.5
            while time.monotonic() < end:
                if select.select([terminal], [], [], 0.1)[0]:
                    os.read(terminal, 65536)
            if path.read_text(encoding="utf-8") != text:
                return path.read_text(encoding="utf-8")
            os.write(terminal, pressed.encode())
    finally:
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)
    raise AssertionError(f"{keys} changes nothing")


health()
untidy = HEAD + "1.   b3 2.  g2 *\n"
assert edited(untidy, ":format\r") == HEAD + "1. b3 2. g2 *\n", "the server formats"
text = edited(HEAD + "1. b3 (1. c2 2. g2) 2. g2 *\n", "gg/c2\rmafd")
assert text == HEAD + "1. b3  2. g2 *\n", f"`maf` selects a variation: {text!r}"
print("Helix formats with the server, and selects variations with the grammar")
