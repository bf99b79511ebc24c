"""The program in the wheel."""

import shutil
import subprocess
import sys
from pathlib import Path

import pipscribe

VALID = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. c2 *\n'
BROKEN = VALID.replace("c2", "a2-d4")
SCRIPT = shutil.which("pipscribe", path=str(Path(sys.executable).parent))


def run(*arguments, folder, command=(sys.executable, "-m", "pipscribe"), **options):
    done = subprocess.run([*command, *arguments], cwd=folder, capture_output=True, text=True, timeout=120, **options)
    return done.returncode, done.stdout, done.stderr


def test_the_module_and_the_script_run_the_program(tmp_path):
    (tmp_path / "game.pips").write_text(VALID)
    assert SCRIPT
    for command in ((sys.executable, "-m", "pipscribe"), (SCRIPT,)):
        status, _, said = run("check", folder=tmp_path, command=command)
        assert (status, said) == (0, "1 record checked: 1 valid, 0 invalid\n")
    assert run("--version", folder=tmp_path)[1] == f"pipscribe {pipscribe.__version__}\n"


def test_the_exit_status_is_that_of_the_program(tmp_path):
    status, found, _ = run("check", "--format", "short", "-", folder=tmp_path, input=BROKEN)
    assert status == 1 and "gipf/not-in-line" in found
    assert run("check", "no-such-file", folder=tmp_path)[0] == 2
    assert run("chek", folder=tmp_path)[0] == 2


def test_images_and_licences_are_in_the_wheel(tmp_path):
    (tmp_path / "game.pips").write_text(VALID)
    assert run("render", "game.pips", "-o", "board.png", folder=tmp_path)[0] == 0
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert "SIL OPEN FONT LICENSE" in run("--licences", folder=tmp_path)[1]


def test_figures_are_those_of_the_command(tmp_path):
    (tmp_path / "game.pips").write_text(VALID)
    record = pipscribe.Record(VALID)
    for arguments, options in [
        (["--format", "svg", "--theme", "dark"], {"format": "svg", "theme": "dark"}),
        (["--format", "unicode", "--turn", "1"], {"format": "unicode", "turn": 1}),
        (["--format", "words", "--lang", "fr"], {"format": "words", "lang": "fr"}),
        (["--format", "typst", "--caption", "A line"], {"format": "typst", "caption": "A line"}),
        (["--format", "tikz", "--mark", "circle b3"], {"format": "tikz", "marks": ["circle b3"]}),
        (["--format", "html", "--no-movement"], {"format": "html", "movement": False}),
    ]:
        assert record.render(**options) == run("render", "game.pips", *arguments, folder=tmp_path)[1]
