"""What `help` says is what the types say."""

import ast
import inspect
from pathlib import Path

import pytest

import sidestep as ss
from sidestep import _native

STUB = Path(ss.__file__).with_name("_native.pyi")


def told():
    for item in ast.parse(STUB.read_text()).body:
        if isinstance(item, ast.ClassDef):
            yield item.name, getattr(_native, item.name), ast.get_docstring(item)
            for part in item.body:
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("__"):
                    name = f"{item.name}.{part.name}"
                    yield name, getattr(getattr(_native, item.name), part.name), ast.get_docstring(part)


@pytest.mark.parametrize(("name", "runtime", "stub"), list(told()), ids=lambda it: it if isinstance(it, str) else "")
def test_docstrings_are_those_of_the_stub(name, runtime, stub):
    if name.startswith(("OrcaSimulator", "CrowdNavEpisodes", "RunClaim", "SweepFolder", "Sweep._unpack")) or name.endswith("Error"):
        return
    assert stub, f"{name} has no docstring"
    assert inspect.cleandoc(runtime.__doc__ or "") == stub
