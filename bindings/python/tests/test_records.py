"""Records, positions, games, figures and conversions, and their errors for invalid input."""

from __future__ import annotations

import copy
import gzip
import io
import json
import signal
import threading
import time
import warnings
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, Callable

import pytest

import pipscribe
from pipscribe import ConversionError, ConversionWarning, FigureWarning, Game, NotLegal, PipscribeError, Record
from pipscribe.env import State

ROOT = Path(__file__).parents[3]
CORPUS = ROOT / "corpus"
SHIPPED = ROOT / "src" / "decks" / "twin-works.yaml"
GOOD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n'
BAD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n'
# Either of the first two turns may be wrong.
UNCLEAR = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. b3 3. h3 4. c2 *\n'


def test_spans_count_characters() -> None:
    text = "# é ü 𝒳\n\n" + GOOD.replace("\n\n", '\n[Event "é𝒳"]\n\n') + "\n" + BAD.replace("1. b3", "1. b3 {é𝒳}")
    first, second = pipscribe.check(text)
    assert first.valid and text[slice(*first.span)].strip().endswith("2. a2-c4 *")
    (finding,) = second.findings
    assert text[slice(*finding.span)] == "d4"
    assert text.splitlines()[finding.line - 1][finding.column - 1 :].startswith("d4")
    assert (finding.code, finding.rule, finding.severity, finding.turn) == ("gipf/not-in-line", "G3.1", "error", 2)
    assert finding.help and finding.position and str(finding).startswith(f"{finding.line}:{finding.column}: error[")


def test_related_places_and_fixes_have_spans_too() -> None:
    text = '# é\n[Game "pippip"]\n\n1. 5@b3/3 2. 6@b3/2 *\n'
    (finding,) = pipscribe.check(text)[0].errors
    (place,) = finding.related
    assert text[slice(*place.span)] in "5@b3/3" and (place.turn, place.line) == (1, 4) and place.message


def test_hints_are_those_of_the_json() -> None:
    """Each kind has the fields of its schema, and the stubs name the same kinds."""
    (finding,) = Record('[Game "gipf"]\n\n1. b3 *\n').findings
    hints = [(hint.kind, hint.name, hint.value) for hint in finding.hints]
    assert hints == [("set-tag", "Variant", variant) for variant in ("basic", "standard", "tournament")]
    assert finding.hints[0].text == 'write `[Variant "basic"]`'
    deck, cards = Record('[Game "pipe"]\n[Variant "pipes"]\n[Deck "mine"]\n\n*\n').findings[0].hints
    assert (deck.kind, deck.name, "decks=" in deck.text) == ("add-deck", "mine", True)
    assert (cards.kind, cards.tag, cards.name) == ("write-cards", "Card1", None)
    (unusual,) = Record(GOOD.replace("a2-c4", "a2\u2013c4")).findings
    assert [hint.text for hint in unusual.hints] == ["`Record.canonical` writes it in the notation"]

    schema = json.loads((CORPUS / "schema" / "check.json").read_text(encoding="utf-8"))
    variants = [variant["properties"] for variant in schema["$defs"]["Hint"]["oneOf"]]
    fields = {"kind", "game", "name", "value", "tag", "example", "format", "code"}
    assert {field for properties in variants for field in properties} == fields
    assert all(hasattr(deck, field) for field in fields)
    stubs = Path(pipscribe.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
    kinds = stubs.split("HintKind = Literal[")[1].split("]")[0]
    assert {kind.strip(' "') for kind in kinds.strip().rstrip(",").split(",\n")} == {
        properties["kind"]["const"] for properties in variants
    }


def test_fixes_are_suggested() -> None:
    text = "# é\n" + (CORPUS / "slips" / "characters" / "gipf-swapped-dot.pips").read_text(encoding="utf-8")
    first = Record(text).errors[0]
    assert first.help and "Suggested fix" in first.help
    assert first.fix and first.fix.edits
    ((start, end, put),) = first.fix.edits
    assert Record(text[:start] + put + text[end:]).valid and first.fix.message in first.help
    with pytest.raises(NotLegal) as refused:
        Record.parse(text)
    assert refused.value.finding and refused.value.finding.fix
    assert all(finding.fix is None for finding in Record(GOOD).findings)
    assert "tournament" in (Record('[Game "gipf"]\n\n1. Gb3 *\n').errors[0].help or "")


def test_comments_before_the_first_record_belong_to_it() -> None:
    hashes = "# é, found in a drawer\n\n# and kept\n\n"
    first, second = pipscribe.check(hashes + GOOD + "\n" + BAD)
    assert first.text.startswith(hashes) and first.line == 5 and first.span[0] == 0
    assert (hashes + GOOD + "\n" + BAD)[slice(*second.span)] == second.text
    assert first.canonical() == pipscribe.convert(hashes + GOOD, "pips") and first.canonical().count("# ") == 2
    assert first.key == Record(GOOD).key
    for text in [Record(hashes + BAD).mend()[0].text, Record(hashes + '[Game "gipf"]\n\n1. Gb3 *\n').infer()[0].text]:
        assert text and text.startswith(hashes) and text.count("# ") == 2


def test_files_keep_their_order_and_number() -> None:
    assert pipscribe.check("") == []
    records = pipscribe.check("\n".join([GOOD, BAD, GOOD]))
    assert [record.valid for record in records] == [True, False, True]
    assert [record.line for record in records] == sorted({record.line for record in records})


def test_attributes_of_a_record() -> None:
    record = Record.parse(GOOD.replace("\n\n", '\n[Player1 "Ann"]\n\n'))
    assert (record.game, record.variant, record.turns) == ("gipf", "basic", ["b3", "a2-c4"])
    assert record.tags == {"Game": "gipf", "Variant": "basic", "Player1": "Ann"}
    assert (record.result, record.claimed_result, record.score) == (None, "*", None)
    assert record.bare and "Ann" not in record.bare and record.key == Record(GOOD).key
    assert record.symmetric_key and Record(record.canonical()).canonical() == record.canonical()
    assert [frame.position for frame in record.replay()] == record.positions and record.num_turns == 2
    assert record.position_after(0) == record.positions[0] and record.position_after() == record.positions[-1]
    assert repr(record) == "Record(gipf, 2 turns, valid)" and str(record) == record.text


def test_variations_are_replayed_on_request() -> None:
    record = Record.parse(GOOD.replace("2. a2-c4", "2. a2-c4 (2. b6-b4)"))
    lines = [(frame.number, frame.variation) for frame in record.replay(variations=True)]
    assert lines == [(0, []), (1, []), (2, []), (2, [2, 1])] and len(record.replay()) == 3


def test_a_game_is_played_and_undone() -> None:
    game = Game("pippinzip", "zipline", size=5)
    assert [game.play("c3"), game.play("take")] == ["c3", "take"]
    twin = copy.copy(game)
    assert twin.undo() == "take" and game.turns == ["c3", "take"]
    assert game.record.valid and game.record.num_turns == 2
    assert game.perft(1) == [len(game.legal_turns())] == [game.position.count_legal_turns()]
    over = Game("gipf", "basic")
    over.play("resign")
    assert (over.is_over, over.result, over.returns, over.legal_turns()) == (True, "0-1", [0.0, 1.0], [])
    assert over.undo() == "resign" and not over.is_over
    from_record = Record(GOOD).play_from()
    assert from_record.turns == ["b3", "a2-c4"] and from_record.record.key == Record(GOOD).key


def test_waivers_of_a_record_stay_in_the_game() -> None:
    stood = 0
    for path in sorted(CORPUS.glob("*/edges/*irregular*.pips")):
        for record in pipscribe.check(path.read_text(encoding="utf-8")):
            if not record.valid or not record.num_turns:
                continue
            game = record.play_from()
            again = game.record
            assert again.valid and again.key == record.key, path
            stood_here, stand = (
                [finding.code for finding in each.findings if finding.code != "irregular/unneeded"]
                for each in (record, again)
            )
            assert stood_here == stand, path
            assert State.from_game(game).position.text == record.position_after().text
            stood += "%irregular" in str(game)
            game.undo()
            Record.parse(str(game))
    assert stood > 3


@pytest.mark.parametrize("game", pipscribe.GAMES)
def test_random_games_are_legal_and_reproducible(game: str) -> None:
    variant = {"gipf": "tournament", "pippinzip": "pipeline", "pipe": "both"}.get(game)
    tags = {"size": 7} if game == "pippinzip" else {}
    text = pipscribe.random_game(game, variant, seed=3, most_turns=30, **tags)
    assert text == pipscribe.random_game(game, variant, seed=3, most_turns=30, **tags)
    record = Record.parse(text)
    for frame in record.replay()[:5]:
        ET.fromstring(frame.position.render())
        assert frame.position.render("text") and frame.position.render("words")
        assert dict(frame.position.material)


def test_figures() -> None:
    record = Record(GOOD)
    svg = ET.fromstring(record.render(marks=["circle c3", "arrow a1>b3"], rotate=60, caption="é", theme="dark"))
    assert svg.tag.endswith("svg") and "é" in "".join(svg.itertext())
    assert record.render(turn=0) != record.render() == record._repr_svg_()
    assert record.render("html").startswith("<!DOCTYPE html>")
    html = record._repr_html_()
    assert html and html.startswith("<iframe srcdoc=") and "<script" in html and html.count('"') == 8
    assert Record("nothing")._repr_html_() is None and Record("nothing")._repr_svg_() is None
    assert record.position_after()._repr_svg_().startswith("<svg")


def test_a_figure_warns_of_missing_elements() -> None:
    for figure in (Record(GOOD), Record(GOOD).position_after(), Record(GOOD).play_from()):
        with pytest.warns(FigureWarning, match="`z9` is not a place"):
            figure.render("words", marks=["circle z9"])
    with pytest.warns(FigureWarning, match="turn 1: `z9` is not a place"):
        Record(GOOD.replace("b3", "b3 {[%circle z9]}")).render("html")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Record(GOOD).render("svg", marks=["circle c3"])


def test_a_position_is_described_in_a_language() -> None:
    position = Record(GOOD).position_after()
    assert "Weiß" in position.render("words", lang="de") and "White" in position.render("words")
    for name in ("movement", "last", "renumber", "numbers_from"):
        with pytest.raises(PipscribeError, match=f"unknown figure option `{name}` of a position; the options are .*marks"):
            position.render("words", **{name: 1})


def test_a_figure_shows_a_variation_and_a_solution() -> None:
    record = Record(GOOD.replace("2. a2-c4", "2. a2-c4 (2. h3)"))
    assert "c4" in record.render("words") and "h3" in record.render("words", line="2.1")
    assert record.render("words", line="2.1") != record.render("words")
    with pytest.raises(PipscribeError, match="has no variation 2"):
        record.render("words", line="2.2")
    puzzle = Record(GOOD.replace("1. b3", "{[%puzzle save 2]} 1. b3"))
    assert puzzle.render("words", solution=True) == puzzle.render("words", turn=2)
    assert puzzle.render("words", solution=True) != puzzle.render("words")


def test_fixes_and_settings() -> None:
    mends = Record(BAD).mend()
    assert mends and all(mend.text and Record(mend.text).valid for mend in mends if mend.complete)
    assert Record(GOOD).mend() == []
    assert all(0 <= mend.weight <= 1 for mend in mends) and sum(mend.weight for mend in mends) <= 1.001
    settings = Record('[Game "gipf"]\n\n1. Gb3 *\n').infer()
    assert settings[0].tags == [("Variant", "tournament")] and settings[0].text and Record(settings[0].text).valid
    why = Record(GOOD).why(1)
    assert why.legal and why.canonical == "b3" and why.steps[0].rules and "White" in str(why)
    assert not Game("gipf", "basic").why("a2-d4").legal


def test_an_answer_decides_between_likely_games() -> None:
    mends = Record(UNCLEAR).mends()
    assert mends.mends == Record(UNCLEAR).mend() and len(mends.mends) <= mends.count and mends.proved
    question = mends.question
    assert question and len(question.values) > 1
    for value in question.values[:2]:
        answered = Record(UNCLEAR).mends(answers={question.turn: value})
        best = answered.mends[0]
        assert best.text and Record(best.text).turns[question.turn - 1] == value
        assert best.weight > mends.mends[0].weight
    none = Record(GOOD).mends()
    assert (none.mends, none.count, none.question, none.exhaustive) == ([], 0, None, True)
    for answers in ({0: "b3"}, {-1: "b3"}, {2**40: "b3"}):
        with pytest.raises(PipscribeError):
            Record(UNCLEAR).mends(answers=answers)
    with pytest.raises(PipscribeError, match="weight"):
        pipscribe.Mend(message="", num_legal=0, complete=True, result_agrees=True, sole=True, weight=2.0)


def test_conversions() -> None:
    sgf = pipscribe.convert(GOOD, "sgf")
    assert Record(pipscribe.convert(sgf, "pips", "sgf")).key == Record(GOOD).key
    assert pipscribe.convert(sgf.encode(), "pips") == pipscribe.convert(sgf, "pips")
    for name, _, _, writes in pipscribe.formats():
        if writes:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConversionWarning)
                try:
                    assert pipscribe.convert(GOOD, name), name
                except ConversionError as refused:
                    assert "is a format for" in str(refused)
    hashes = "# é\n"
    assert pipscribe.convert(hashes + GOOD, "pips").startswith(hashes)
    for name in ("sgf", "json", "yaml"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConversionWarning)
            carried = pipscribe.convert(pipscribe.convert(hashes + GOOD, name), "pips", name)
        assert carried.startswith(hashes), name
    pippip = pipscribe.random_game("pippip", most_turns=3)
    with warnings.catch_warnings(record=True) as told_of:
        warnings.simplefilter("always")
        assert pipscribe.convert(GOOD + "\n" + pippip, "gipf.com")
    assert any("is a format for" in str(each.message) for each in told_of)
    wide = GOOD + "\n" + BAD.replace("[Variant", '[Event "é𝒳"]\n[Variant')
    for told in (wide.encode(), wide.encode("utf-16")):
        with pytest.raises(ConversionError) as placed:
            pipscribe.convert(told, "sgf", strict=True)
        assert wide[slice(*placed.value.span or ())] == "d4"
    with pytest.warns(ConversionWarning, match="gipf/not-in-line"):
        pipscribe.convert(BAD, "sgf")
    with pytest.raises(ConversionError) as strict:
        pipscribe.convert(BAD, "sgf", strict=True)
    assert strict.value.finding and BAD[slice(*strict.value.span or ())] == "d4"
    with pytest.raises(ConversionError) as second:
        pipscribe.convert("# é\n" + GOOD + "\n" + BAD, "pips", strict=True)
    assert ("# é\n" + GOOD + "\n" + BAD)[slice(*second.value.span or ())] == "d4"


DECK = '[Game "pipe"]\n[Variant "pipes"]\n[Deck "mine"]\n\n*\n'


def test_given_decks() -> None:
    assert any("deck" in finding.code for finding in Record(DECK).errors)
    mine = SHIPPED.read_text(encoding="utf-8").replace("name: twin-works", "name: mine")
    dealt = pipscribe.random_game("pipe", "both", decks={"mine": mine}, most_turns=3)
    assert Record.parse(dealt, decks={"mine": mine}).tags["Deck"] == "mine"
    named = pipscribe.random_game("pipe", "both", decks={"mine": mine}, most_turns=3, deck="twin-works")
    assert Record.parse(named).tags["Deck"] == "twin-works"
    assert State("pipe", "both", decks={"mine": mine}).num_players() == 2
    with pytest.raises(PipscribeError, match="The deck `mine`, line"):
        Record(DECK, decks={"mine": "x"})


WRONG: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: Record(""), PipscribeError, "no record"),
    (lambda: Record(GOOD + "\n" + GOOD), PipscribeError, "2 records"),
    (lambda: Record.parse("hello"), NotLegal, "tag/missing"),
    (lambda: Record(BAD).raise_for_findings(), NotLegal, "gipf/not-in-line"),
    (lambda: Record("hello").replay(), NotLegal, "tag/missing"),
    (lambda: Record("hello").canonical(), NotLegal, "tag/missing"),
    (lambda: Record(GOOD).position_after(9), PipscribeError, "there is no turn 9"),
    (lambda: Record(GOOD).why(9), PipscribeError, "there is no turn 9"),
    (lambda: Record(GOOD).render("pdf"), PipscribeError, "made by the command"),
    (lambda: Record(GOOD).render("png", scale=0), PipscribeError, "0"),
    (lambda: Record(GOOD).render(turn=9), PipscribeError, "there is no turn 9"),
    (lambda: Record(GOOD).render(shape="x"), PipscribeError, "unknown figure option"),
    (lambda: Record(GOOD).render(theme="x"), PipscribeError, "unknown theme"),
    (lambda: Record(GOOD).render(marks=["blob c3"]), PipscribeError, "unknown mark"),
    (lambda: Record(GOOD).position_after().render("html"), PipscribeError, "player of a record"),
    (lambda: Game("chess"), PipscribeError, "unknown game `chess` .the games are gipf, pippinzip, pippip, pipe."),
    (lambda: Game("gipf"), NotLegal, r"^gipf needs a variant: basic, standard, tournament \(tag/missing\)$"),
    (lambda: pipscribe.Position("gipf", Game("gipf", "basic").position.text), NotLegal, "^gipf needs a variant: basic"),
    (lambda: State("gipf"), NotLegal, "^gipf needs a variant: basic"),
    (lambda: Game("pippinzip", "zipline"), NotLegal, "^pippinzip needs `size`: 3 to 26"),
    (lambda: Game("pipe", "both"), NotLegal, "^pipe needs `deck`: "),
    (lambda: Game("pippinzip", "zipline", size=99), NotLegal, "^`size` is 3 to 26, not 99 .tag/unknown-value.$"),
    (lambda: pipscribe.random_game("pippinzip", "zipline", size=99), NotLegal, "^`size` is 3 to 26, not 99"),
    (lambda: Game("pippip", colors="red"), NotLegal, "^`colors` is light,dark or dark,light, not red"),
    (lambda: Game("gipf", "basic", date="zz"), NotLegal, "^`date`: `zz` is not a valid value"),
    (lambda: Game("pippinzip", "zipline", siz=5), PipscribeError, "`siz` is not a tag of pippinzip; did you mean `size`"),
    (lambda: State.deserialize("x"), PipscribeError, "`text` is not a state that `serialize` wrote"),
    (lambda: State.deserialize("[1]"), PipscribeError, "`text` is not a state that `serialize` wrote"),
    (lambda: State.deserialize("3"), PipscribeError, "`text` is not a state that `serialize` wrote"),
    (lambda: Game("gipf", "basic", size=5), NotLegal, "tag/not-for-this-game"),
    (lambda: Game("gipf", "basic", tags={"a b": "1"}), PipscribeError, "not a valid tag name"),
    (lambda: Game("gipf", "basic").play("a2-d4"), NotLegal, "gipf/not-in-line"),
    (lambda: Game("gipf", "basic").play(""), NotLegal, "syntax/token"),
    (lambda: Game("gipf", "basic").undo(), PipscribeError, "no turn was played"),
    (lambda: Game("gipf", "basic").perft(2**32 - 1), PipscribeError, "the depth is 64 at most"),
    (lambda: Game("gipf", "basic").perft(-1), PipscribeError, "-1 is too small"),
    (lambda: Game("gipf", "basic").perft(2**40), PipscribeError, "too large"),
    (lambda: Game("gipf", "basic").perft(1.5), TypeError, "float"),  # type: ignore[arg-type]
    (lambda: Game("gipf", "basic").position.seat_name(-1), PipscribeError, "too small"),
    (lambda: Game("gipf", "basic").legal_turns(-1), PipscribeError, "too small"),
    (lambda: Record(GOOD).position_after(-1), PipscribeError, "-1 is too small"),
    (lambda: Record(GOOD).why(2**32), PipscribeError, "too large"),
    (lambda: Record(GOOD).render(turn=-1), PipscribeError, "too small"),
    (lambda: pipscribe.random_game("gipf", "basic", seed=-1), PipscribeError, "too small"),
    (lambda: pipscribe.RecordReader(io.BytesIO(), -1), PipscribeError, "too small"),
    (lambda: Record(GOOD).render(shape=1), PipscribeError, "lang, last, legend, line, marks, movement, names, notes, numbers_from"),
    (lambda: Record(GOOD).render(numbers_from=0), PipscribeError, "`numbers_from` is the number of a turn"),
    (lambda: Record(GOOD).render(caption="\ud800"), UnicodeEncodeError, "surrogates"),
    (lambda: Game("gipf", "basic", event="\ud800"), UnicodeEncodeError, "surrogates"),
    (lambda: Game("gipf", "basic", date="2026-13"), NotLegal, "tag/unknown-value"),
    (lambda: Game("gipf", "basic", player3="x"), NotLegal, "tag/inconsistent"),
    (lambda: Game("gipf", "basic", rules=2), NotLegal, "tag/unknown-value"),
    (lambda: Game("gipf", "basic", result="1-0"), PipscribeError, "`Result` describes how a game ended"),
    (lambda: Game("gipf", "basic", tags={"1a": "2"}), PipscribeError, "`1a` is not a valid tag name"),
    (lambda: Game("gipf", "basic", tags={"Score": "2"}), PipscribeError, "`Score` describes how a game ended"),
    (lambda: Game("gipf", "tournament", option="out=empty"), PipscribeError, "did you mean `options`"),
    (lambda: Game("pippinzip", "zipline", sizes=5), PipscribeError, "`sizes` is not a tag of pippinzip; did you mean `size`"),
    (lambda: Game("gipf", "basic", foo=3), PipscribeError, "pass tags of your own by name in `tags`"),
    (lambda: pipscribe.random_game("gipf", "basic", optoins="x"), PipscribeError, "did you mean `options`"),
    (lambda: Game("pippinzip", "zipline", size=5, Size=7), NotLegal, "tag/duplicate"),
    (lambda: pipscribe.random_game("gipf", "basic", date="2026-13"), NotLegal, "tag/unknown-value"),
    (lambda: pipscribe.random_game("pippinzip", "zipline", size="x"), NotLegal, "tag/unknown-value"),
    (lambda: pipscribe.convert(5, "json"), TypeError, "int"),  # type: ignore[arg-type]
    (lambda: pipscribe.convert([1], "json"), TypeError, "list"),  # type: ignore[arg-type]
    (lambda: Game("gipf", "basic").position.seat_name(0), PipscribeError, "no seat 0"),
    (lambda: pipscribe.random_game("go"), PipscribeError, "unknown game `go`"),
    (lambda: pipscribe.random_game("gipf"), NotLegal, "^gipf needs a variant: basic, standard, tournament"),
    (lambda: pipscribe.convert("hello", "sgf"), PipscribeError, "was not recognised"),
    (lambda: pipscribe.convert(GOOD, "doc"), PipscribeError, "not a format that can be written"),
    (lambda: pipscribe.convert(GOOD, "sgf", "doc"), PipscribeError, "not a format that can be read"),
    (lambda: pipscribe.check(5), TypeError, "`source` is a text, bytes, a path or a file, not int"),  # type: ignore[arg-type]
    (lambda: pipscribe.check("games/a.pips"), PipscribeError, "is the name of a file"),
    (lambda: pipscribe.check(Path("README.md")), PipscribeError, "is a document"),
    (lambda: pipscribe.read(Path("missing.pips")), FileNotFoundError, "missing"),
    (lambda: pipscribe.read(io.BytesIO(gzip.compress(GOOD.encode()))), PipscribeError, "is compressed"),
    (lambda: pipscribe.check("\ud800"), UnicodeEncodeError, "surrogates"),
]


@pytest.mark.parametrize(("ask", "error", "words"), WRONG)
def test_invalid_input_is_reported(ask: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ask()


def test_threads_run_in_parallel() -> None:
    text = "\n".join(pipscribe.random_game("gipf", "standard", seed=seed, most_turns=20) for seed in range(3))
    done: list[int] = []
    threads = [threading.Thread(target=lambda: done.append(len(pipscribe.check(text)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == [3] * 4


def test_threads_share_a_game() -> None:
    game = Game("gipf", "basic")
    failed: list[BaseException] = []

    def play_and_undo() -> None:
        try:
            for _ in range(200):
                game.legal_turns()
                game.play("b3") if not game.turns else game.undo()
        except NotLegal:
            pass  # Another thread played in between.
        except PipscribeError as error:
            assert "taken back" in str(error)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=play_and_undo) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


class Stopped(Exception):
    pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer that sends a signal")
@pytest.mark.parametrize(
    "call",
    [
        lambda: Game("gipf", "basic").perft(6, most=2**60),
        lambda: Game("pippinzip", "zipline", size=19).legal_turns(),
        lambda: pipscribe.check((GOOD + "\n") * 300_000),
        lambda: pipscribe.check_batch([GOOD] * 300_000),
    ],
)
def test_long_calls_can_be_interrupted(call: Callable[[], Any]) -> None:
    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        started = time.monotonic()
        with pytest.raises(Stopped):
            call()
        assert time.monotonic() - started < 5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_perft_counts_as_the_library_does() -> None:
    position = Game("gipf", "basic").position
    after = [position.play(turn).perft(2) or [] for turn in position.legal_turns()]
    assert position.perft(3, most=40_000) == [30, *map(sum, zip(*after))] and position.perft(3, most=900) is None
    assert Game("gipf", "basic").perft(0) == []


def test_texts_bytes_and_files_are_read(tmp_path: Path) -> None:
    hashes = "# é, two games\n\n"
    text = hashes + GOOD + "\n" + BAD
    path = tmp_path / "games.pips"
    path.write_text(text, encoding="utf-8")
    records = pipscribe.check(text)
    assert records == pipscribe.check(text.encode()) == pipscribe.check(bytearray(text.encode())) == pipscribe.check(path)
    assert records == list(pipscribe.read(path)) == list(pipscribe.read(str(path)))
    assert records == list(pipscribe.read(io.BytesIO(text.encode())))
    with path.open(encoding="utf-8") as as_text, path.open("rb") as as_bytes:
        assert records == pipscribe.check(as_text) == pipscribe.check(as_bytes)
    with gzip.open(tmp_path / "games.pips.gz", "wb") as packed:
        packed.write(text.encode())
    with gzip.open(tmp_path / "games.pips.gz") as packed:
        assert list(pipscribe.read(packed)) == records
    for call in (pipscribe.check, pipscribe.read):
        with pytest.raises(PipscribeError, match="games.pips.gz is compressed"):
            call(tmp_path / "games.pips.gz")  # type: ignore[operator]
    assert list(pipscribe.read(io.BytesIO(b""))) == pipscribe.check(b"") == []
    with pytest.raises(PipscribeError, match="open the file as bytes"):
        pipscribe.read(io.StringIO(text))  # type: ignore[arg-type]
    assert [finding.code for finding in pipscribe.check(GOOD.encode() + b"\xff")[0].errors][0] == "syntax/encoding"


def test_pictures() -> None:
    record = Record(GOOD)
    small, large = record.render("png", scale=1), record.position_after().render("png", scale=3)
    assert small[:8] == large[:8] == b"\x89PNG\r\n\x1a\n" and len(large) > len(small)
    assert record.play_from().render("png").startswith(b"\x89PNG")
    assert record.render(marks="circle c4") == record.render(marks=["circle c4"])


def test_codes_and_rules_are_explained() -> None:
    manual = {code.code: code for code in pipscribe.codes()}
    finding = Record(BAD).findings[0]
    code = manual[finding.code]
    assert (code.rule, code.severity, code.waivable) == (finding.rule, finding.severity, False) and code.summary
    assert any(code.waivable for code in manual.values())
    for name in (*manual, "G3.1"):
        assert pipscribe.explain(name).startswith("# ")
    with pytest.raises(PipscribeError, match="^unknown code or rule `gipf/not-in-lin`: did you mean `gipf/not-in-line`"):
        pipscribe.explain("gipf/not-in-lin")


def test_tags_of_your_own_are_kept() -> None:
    game = Game("gipf", "basic", event="Lyon", tags={"Annotator2": "Ann"})
    assert game.record.tags == {"Game": "gipf", "Variant": "basic", "Event": "Lyon", "Annotator2": "Ann", "Result": "*"}
    assert pipscribe.Record(pipscribe.random_game("gipf", "basic", most_turns=3, tags={"Own": "x"})).tags["Own"] == "x"


def test_notebooks_show_findings_explanations_and_fixes() -> None:
    for shown, words in [
        (Record(BAD).findings[0], ["<code>gipf/not-in-line</code>", "line 4, column 13, turn 2", "Nearest legal turn"]),
        (Game("gipf", "basic").why("a2<b>"), ["a2&lt;b&gt;"]),
        (Record(GOOD).why(), ["<svg", "a2-c4", ": legal"]),
        (Record(BAD).why(), [": illegal", "gipf/not-in-line"]),
        (Record(BAD).mend()[0], ["replace `a2-d4` with `a2-c4`", "<pre>", "[Game"]),
        (Record('[Game "gipf"]\n\n1. Gb3 *\n').infer()[0], ["tournament", "1 legal turns"]),
    ]:
        html = shown._repr_html_()  # type: ignore[attr-defined]
        ET.fromstring(html)
        assert all(word in html for word in words) and "<b>" not in html, html
