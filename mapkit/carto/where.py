"""The text of --where -> a test of a feature's properties: a small part of SQL, the same for every file format.

expression = and-terms joined by OR; terms may be negated by NOT and grouped by ( ). A term is one of
FIELD = value, <> or !=, <, <=, >, >=, FIELD IN (a, b), FIELD LIKE 'A%', FIELD IS [NOT] NULL.
Words compare as text ('Iowa'), bare numbers as numbers; "FIELD" in double quotes may hold blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from mapkit.errors import MapkitError

Test = Callable[[Mapping[str, object]], bool]
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:[^']|'')*')|(?P<quoted>"(?:[^"]|"")*")|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    (?![\w.])|(?P<word>\w[\w.:-]*)|(?P<sign><=|>=|<>|!=|==|[=<>(),]))""",
    re.VERBOSE,
)
_WORDS = {"and", "or", "not", "in", "like", "is", "null"}


def test(text: str, fields: Iterable[str]) -> Test:
    """Compiles text; fields are all that the file has. Raises MapkitError at the place that cannot be read."""
    return _Reader(text, sorted(set(fields))).whole()


class _Reader:
    """Recursive descent over the tokens of one expression."""

    def __init__(self, text: str, fields: list[str]) -> None:
        self.text, self.fields, self.at, self.depth = text, fields, 0, 0
        self.tokens: list[tuple[str, str, int]] = []
        position = 0
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if match is None:
                raise self.wrong(position)
            kind = match.lastgroup or ""
            value, start = match[kind], match.start(kind)
            if kind in ("text", "quoted"):
                value = value[1:-1].replace(value[0] * 2, value[0])
            if kind == "word" and value.lower() in _WORDS:
                kind, value = "key", value.lower()
            self.tokens.append((kind, value, start))
            position = match.end()

    def wrong(self, position: int) -> MapkitError:
        near = self.text[position:].strip()[:30]
        seen = f"cannot be read at {near!r}" if near else "ends too early"
        return MapkitError(f"{seen}: write it like \"pop > 1000 and type = 'State'\"", f"--where {self.text[:80]!r}")

    def peek(self) -> tuple[str, str, int]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "", len(self.text))

    def take(self, *wanted: str) -> str | None:
        kind, value, _ = self.peek()
        if kind in ("key", "sign") and value in wanted:
            self.at += 1
            return value
        return None

    def need(self, wanted: str) -> None:
        if self.take(wanted) is None:
            raise self.wrong(self.peek()[2])

    def whole(self) -> Test:
        found = self.either()
        if self.at < len(self.tokens):
            raise self.wrong(self.peek()[2])
        return found

    def either(self) -> Test:
        tests = [self.all_of()]
        while self.take("or"):
            tests.append(self.all_of())
        return lambda row: any(t(row) for t in tests)

    def all_of(self) -> Test:
        tests = [self.term()]
        while self.take("and"):
            tests.append(self.term())
        return lambda row: all(t(row) for t in tests)

    def term(self) -> Test:
        self.depth += 1
        if self.depth > 50:
            raise self.wrong(self.peek()[2])
        try:
            if self.take("not"):
                inner = self.term()
                return lambda row: not inner(row)
            if self.take("("):
                grouped = self.either()
                self.need(")")
                return grouped
            return self.comparison()
        finally:
            self.depth -= 1

    def comparison(self) -> Test:
        kind, field, at = self.peek()
        if kind not in ("word", "quoted"):
            raise self.wrong(at)
        if field not in self.fields:
            told = ", ".join(self.fields) or "none"
            raise MapkitError(f"there is no field {field[:80]!r}; the fields are {told}", f"--where {self.text[:80]!r}")
        self.at += 1
        if self.take("is"):
            wanted = not self.take("not")
            self.need("null")
            return lambda row: (row.get(field) is None) == wanted
        negated = bool(self.take("not"))
        if self.take("in"):
            self.need("(")
            values = [self.value()]
            while self.take(","):
                values.append(self.value())
            self.need(")")
            return lambda row: any(_compare(row.get(field), "=", v) for v in values) != negated
        if self.take("like"):
            pattern = "".join({"%": ".*", "_": "."}.get(c, re.escape(c)) for c in str(self.value()))
            like = re.compile(pattern, re.IGNORECASE | re.DOTALL)
            return lambda row: (like.fullmatch(_text(row.get(field))) is not None) != negated
        sign = self.take("=", "==", "<>", "!=", "<", "<=", ">", ">=")
        if sign is None or negated:
            raise self.wrong(self.peek()[2])
        value = self.value()
        return lambda row: _compare(row.get(field), sign, value)

    def value(self) -> str | float:
        kind, value, at = self.peek()
        if kind not in ("text", "word", "number", "quoted"):
            raise self.wrong(at)
        self.at += 1
        return float(value) if kind == "number" else value


def _compare(seen: object, sign: str, value: str | float) -> bool:
    """SQL's way: nothing compares with null; numbers as numbers where both are, else as text."""
    if seen is None:
        return False
    left: str | float = _text(seen)
    if isinstance(value, float):
        try:
            left = float(left)
        except ValueError:
            return sign in ("<>", "!=")
    if sign in ("<>", "!="):
        return left != value
    if sign in ("=", "=="):
        return left == value
    order = (left > value) - (left < value)  # type: ignore[operator]
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[sign]


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)
