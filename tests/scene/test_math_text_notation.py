"""Mathematics in texts: symbols, subscripts, words."""

import pytest

from playground.scene.math_text import RunKind, split_runs, symbol_name

S, U, B, P, R, W = (
    RunKind.SYMBOL,
    RunKind.UPRIGHT,
    RunKind.SUBSCRIPT,
    RunKind.POWER,
    RunKind.ROOT,
    RunKind.WORD,
)


@pytest.mark.parametrize(
    ("text", "set_"),
    [
        ("hx", [("ℎ", S), ("𝑥", B)]),
        ("xL", [("𝑥", S), ("𝐿", B)]),
        ("P1", [("𝑃", S), ("1", B)]),
        ("V'", [("𝑉", S), ("′", U)]),
        ("vx′", [("𝑣", S), ("𝑥", B), ("′", U)]),
        ("t₁ = −4", [("𝑡", S), ("1", B), (" = −4", U)]),
        ("√s", [("√", R), ("𝑠", S)]),
        ("gap 10⁻²³", [("gap ", W), ("10", U), ("−23", P)]),
        ("|P′|", [("|", U), ("𝑃", S), ("′|", U)]),
        ("θ = 30°", [("𝜃", S), (" = 30°", U)]),
        ("article's circle", [("article's circle", W)]),
        ("a", [("𝑎", S)]),
    ],
)
def test_a_name_is_set_by_one_rule(text, set_):
    found = [(run.text, run.kind) for run in split_runs(text, name=True)]
    # A prime belongs to its symbol, what follows it does not.
    joined = []
    for part, kind in found:
        if joined and joined[-1][1] is kind:
            joined[-1] = (joined[-1][0] + part, kind)
        else:
            joined.append((part, kind))
    assert joined == set_


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("円Oの半径rは距離dより小さい", ["O", "r", "d"]),
        ("係数aとb、P1からP₂へ（t = 2）", ["a", "b", "P_1", "P_2", "t"]),
        ("Cキーを押す。結果はx/own.pyに、幅は2mです", []),
        ("A ball at A moves by V·V.", ["A", "V", "V"]),
        ("1  A point of the ray", []),
        ("A is the start, and a line is left.", ["A"]),
        ("2  A point of the circle", []),
        ("The gap is 0.5 m, or 3 m² in all.", []),
        ("Taller (a) or wider (b); a and b have y1 swapped.", [*"abab", "y_1"]),
        ("e.g. Cocos2d-x, the article's code", []),
        ("I think x2 and rx / ry", ["x_2", "r_x", "r_y"]),
        ("/tmp/w/own.py:f cannot be loaded, r = 2", ["r"]),
        ("Saved as C:\\w\\a b/c.py, or ~/t/state.json.", []),
        ("It is in x/own.py", []),
        ("Compare t = (M·V)/|V| with r/2", ["t", "M", "V", "V", "r"]),
        ("Für später: ça dépend de r", ["r"]),
    ],
)
def test_in_sentences_words_of_one_letter_are_words(text, symbols):
    parts = split_runs(text)
    assert [run.name for run in parts if run.kind is S] == symbols


def test_however_it_is_typed_it_is_one_symbol():
    assert {symbol_name(text) for text in ("t₀", "t_0", "t0")} == {"t_0"}
    assert {symbol_name(text) for text in ("P'", "P′")} == {"P′"}
    assert symbol_name("M·V") == ""
    assert symbol_name("gap 3") == ""


def test_a_power_of_ten_is_raised_in_a_sentence_too():
    parts = split_runs("A gap of 8.3×10⁻⁴ m is left.")
    assert [(run.text, run.kind) for run in parts] == [
        ("A gap of ", W),
        ("8.3×10", U),
        ("−4", P),
        (" m is left.", W),
    ]


def test_numbers_within_a_text_stay_as_they_are_and_in_their_order():
    text = "r lies 0.602 m from hx = −2.5 and 10.75 of 3"
    said = "".join(run.text for run in split_runs(text))
    places = [said.index(number) for number in ("0.602", "2.5", "10.75", "3")]
    assert places == sorted(places)
    other = split_runs(text.replace("0.602", "71.9"))
    assert [run.kind for run in other] == [run.kind for run in split_runs(text)]
    assert "71.9 m" in "".join(run.text for run in other)


@pytest.mark.parametrize("vector", ["(2.1, 1.2)", "(2.1, −1.2, 0.5)"])
def test_a_vector_is_set_as_a_whole(vector):
    last = split_runs(f"left or right, V′ = {vector}")[-1]
    assert (last.text, last.kind) == (f" = {vector}", U)
    assert [run.kind for run in split_runs(f"at {vector}")] == [W]
