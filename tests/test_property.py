"""Whatever number is claimed in whatever position of a page, changing it is noticed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verify.claims import Values, read_claims
from verify.mutants_text import edits
from verify.references import References
from verify.sandbox import Run
from verify.scan import parse_page
from verify.snippets import parse_snippet

POSITIONS = {
    "paragraph": "The value is $@$.",
    "middle of a formula": "So $a = @ < b$ holds.",
    "list": "- first\n- the value $@$",
    "nested list": "- first\n\n    - the value $@$",
    "list in a quotation": "> - the value $@$",
    "table": "| a | b |\n|---|---|\n| $@$ | x |",
    "link text": "[the value $@$](other.md)",
    "bold": "**the value $@$**",
    "fold": '??? question "Why?"\n\n    Because of $@$.',
    "display": "$$\nv = @\n$$",
    "display in a list": "- first\n\n    $$\n    v = @\n    $$",
    "row of an alignment": "$$\n\\begin{aligned}\nv &= 1 \\\\\n&= @\n\\end{aligned}\n$$",
    "footnote": "Text.[^1]\n\n[^1]: The value $@$.",
}
SNIPPET = parse_snippet("program", "snippets/program.py", '"""A program."""\nvalue = 1\n')


def spelled(value: float, places: int) -> str:
    return f"{value:.{places}f}"


literals = st.builds(
    spelled,
    st.floats(-9999, 9999, allow_nan=False).filter(lambda v: abs(v) >= 0.001),
    st.integers(1, 4),
).filter(lambda text: float(text) != 0)


@given(literal=literals, position=st.sampled_from(sorted(POSITIONS)))
def test_a_changed_claim_is_noticed(literal: str, position: str) -> None:
    entry = {"value": float(literal), "attributes": {}, "digits": 15}
    values = Values({"program": SNIPPET}, {"program": Run("", {"value": entry})}, References())

    def findings(text: str) -> list[str]:
        source = POSITIONS[position].replace("@", rf"\claim{{program.value}}{{{text}}}")
        page = parse_page("docs/en/page.md", "en", "page.md", f"# Page\n\n{source}\n")
        claims, found = read_claims(page, values)
        assert len(claims) == 1
        return [str(finding) for finding in found]

    assert findings(literal) == []
    changed = [edit.apply(literal) for edit in edits(literal) if edit.family == "number"]
    assert len(changed) >= 3
    for text in changed:
        assert findings(text), f"{literal} became {text} and nothing noticed"
