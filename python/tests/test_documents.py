"""Docstrings: every public name has one, and their examples are true; the programs of the documents run."""

import dataclasses
import doctest
import inspect
import pathlib
import re
import types

import pytest
import rotunda
import rotunda.pgn


def documented() -> list[tuple[str, object]]:
    """Public names with what they stand for."""
    found: list[tuple[str, object]] = [("rotunda", rotunda), ("rotunda.pgn", rotunda.pgn)]
    for module in (rotunda, rotunda.pgn):
        for name in module.__all__:
            value = getattr(module, name)
            if name.startswith("_") or isinstance(value, types.ModuleType):
                continue
            found.append((f"{module.__name__}.{name}", value))
            if inspect.isclass(value):
                if dataclasses.is_dataclass(value):
                    # The class describes its fields.
                    continue
                members = [(key, member) for key, member in vars(value).items() if key[0] != "_"]
                found += [(f"{module.__name__}.{name}.{key}", member) for key, member in members]
    return sorted(found, key=lambda named: named[0])


REPOSITORY = pathlib.Path(__file__).parents[2]

#: The numbers that a test reduces from those of the documents.
LESS = {"games=20": "games=2", "nodes=2000": "nodes=20", "=0.5": "=0.05", "range(1000)": "range(3)"}
LESS |= {"depth == 8": "depth == 2", "depth == 6": "depth == 2"}


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "python/README.md"])
def test_programs_of_documents_run(page: str) -> None:
    text = (REPOSITORY / page).read_text()
    programs = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    known: dict[str, object] = {}
    for program in programs:
        for much, little in LESS.items():
            program = program.replace(much, little)
        exec(program, known)
    assert programs


PLAIN = {"number", "tags", "game", "result", "notes", "move", "ponder", "claim", "nodes", "cell", "letter"}
PLAIN |= {"name", "seat", "alive", "reason"}


@pytest.mark.parametrize("name, value", documented())
def test_names_are_documented_and_examples_true(name: str, value: object) -> None:
    text = inspect.getdoc(value)
    if not text:
        # The class describes these.
        assert name.split(".")[-1] in PLAIN, name
        return
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert doctest.DocTestRunner().run(example).failed == 0
