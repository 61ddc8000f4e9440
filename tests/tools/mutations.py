"""Small faults that can be planted in a module, each as an edit of its text."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_COMPARED: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_REPLACED: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """One fault: `code` replaces the bytes from `start` to `end` of a file."""

    file: str
    line: int
    text: str
    before: str
    after: str
    place: int
    start: int
    end: int
    code: str
    in_function: bool

    @property
    def mutation(self) -> str:
        """Description of the change, numbered within its line."""
        place = f" ({self.place})" if self.place > 1 else ""
        return f"{self.before} -> {self.after}{place}"

    @property
    def name(self) -> tuple[str, str, str]:
        """Identifier of a mutant that is stable when lines move."""
        return self.file, self.text, self.mutation


def _with(node: ast.AST, **changed: object) -> ast.AST:
    """Return a copy of a node with some fields changed."""
    other = copy.copy(node)
    for name, value in changed.items():
        setattr(other, name, value)
    return other


def _edits(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST]]:
    """Yield the replacements for a node: the replaced part and the new one."""
    match node:
        case ast.Compare(ops=[*ops]):
            for i, op in enumerate(ops):
                for other in _COMPARED[type(op)]:
                    yield node, _with(node, ops=[*ops[:i], other(), *ops[i + 1 :]])
        case ast.BinOp() | ast.BoolOp() | ast.AugAssign() if type(node.op) in _REPLACED:
            yield node, _with(node, op=_REPLACED[type(node.op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, operand
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)) if value + 1 != value:
            yield node, ast.Constant(value + 1)
            yield node, ast.Constant(value - 1)
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield node, ast.Return(ast.Constant(None))
    match node:
        case ast.Expr(value=ast.Call()) | ast.Assign() | ast.AugAssign():
            yield node, ast.Pass()
        case ast.AnnAssign(value=ast.expr(), simple=0):
            yield node, ast.Pass()
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            plain = ast.Name | ast.Attribute | ast.Call | ast.Subscript
            if isinstance(test, plain) and ast.unparse(test) != "TYPE_CHECKING":
                yield test, ast.UnaryOp(ast.Not(), test)


def _left_alone(node: ast.AST, field: str) -> bool:
    """Return whether a part of a node has no effect at run time."""
    types = field in ("annotation", "returns", "decorator_list")
    # A guard, as an assertion is: whoever calls it rightly never meets it.
    strict = isinstance(node, ast.keyword) and node.arg == "strict"
    # Before Python 3.12 what stands in an f-string has no place of its own.
    return types or strict or isinstance(node, ast.JoinedStr)


def _walk(node: ast.AST, inside: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Yield each node that can be changed, and whether it is in a function."""
    yield node, inside
    functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    for field, value in ast.iter_fields(node):
        if _left_alone(node, field):
            continue
        within = inside or (isinstance(node, functions) and field == "body")
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from _walk(part, within)


def mutants(root: Path, file: str) -> list[Mutant]:
    """Return all faults that can be planted in a file, with its path below a folder."""
    source = (root / file).read_bytes()
    lines = source.splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line))
    found: list[Mutant] = []
    places: Counter[tuple[int, str, str]] = Counter()
    for node, inside in _walk(ast.parse(source), inside=False):
        for old, new in _edits(node):
            before, after = (
                ast.unparse(old),
                ast.unparse(ast.fix_missing_locations(new)),
            )
            place = old.lineno, before, after
            places[place] += 1
            assert old.end_lineno is not None
            assert old.end_col_offset is not None
            found.append(
                Mutant(
                    file,
                    old.lineno,
                    lines[old.lineno - 1].decode().strip(),
                    before,
                    after,
                    places[place],
                    begins[old.lineno - 1] + old.col_offset,
                    begins[old.end_lineno - 1] + old.end_col_offset,
                    f"({after})" if isinstance(new, ast.expr) else after,
                    inside,
                )
            )
    return found
