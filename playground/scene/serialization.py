"""Serialization of dataclasses to JSON values and back, declared by their types.

The type of a field declares its values:

- `bool`, `int`, `float`, `str`, an enumeration of words, or `Any` for values that are
  validated elsewhere;
- `X | None`, `tuple[X, Y]`, `tuple[X, ...]`, `Mapping[str, X]`;
- a class declared in this way, or a union of such classes, distinguished by the name of
  their first field.

`Annotated` adds details: a `Schema` such as `number_schema(0.0, 1.0)`, a `LengthRange`,
functions that check the parsed value, and a `FieldFormat`. A class attribute `FILE`
declares the header of a file, and `FORM` another schema for the class. Schemas and
functions that depend on other values find these in the context: the keyword arguments
of `from_json_values`, and the fields parsed so far, of the object itself and of the
objects around it, by their names in the class.

>>> @dataclass(frozen=True)
... class Ball:
...     radius: Annotated[float, number_schema(0.0, 10.0)]
...     name: str = ""
>>> to_json_values(Ball(2.0))
{'radius': 2.0}
>>> from_json_values(Ball, {"radius": 2, "name": "b"})
Ball(radius=2.0, name='b')
>>> from_json_values(Ball, {"radius": "2"})
Traceback (most recent call last):
    ...
ValueError: "radius" must be a number, not '2'
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene.json_schema import (
    ANY_SCHEMA,
    BOOLEAN_SCHEMA,
    UNNAMED_VALUE,
    LengthRange,
    Schema,
    ValidationContext,
    enum_schema,
    integer_schema,
    list_schema,
    mapping_schema,
    number_schema,
    optional_schema,
    require_object,
    text_schema,
    tuple_schema,
)
from playground.scene.json_text import quote_value
from playground.scene.refusal import refusal

T = TypeVar("T")
SCHEMA_KEY = "form"
"""The metadata key of a field's schema, which takes precedence over its type."""
# Default limits of texts and whole numbers.
_MAX_TEXT_CHARS = 999
_MAX_INTEGER = 1 << 53


@dataclass(frozen=True)
class FieldFormat:
    """The JSON format of a field, where it differs from the default.

    Attributes
    ----------
    name : str
        Its name in JSON.
    inside : str
        The name of an object around it, shared with other fields.
    spread : bool
        Whether the fields of its value replace it in the object.
    always : bool
        Whether it is written even if it has the default value.
    first : bool
        Whether it is written before the other fields.
    kept : bool
        Whether it is written at all.
    """

    name: str = ""
    inside: str = ""
    spread: bool = False
    always: bool = False
    first: bool = False
    kept: bool = True


@with_texts("what")
@dataclass(frozen=True)
class FileFormat:
    """The header of a file, for a class's `FILE`.

    Attributes
    ----------
    format, version
        The values of the header.
    what : str
        The kind of file, for messages.
    others : tuple of str
        Further names in the file that other readers use.
    """

    format: str
    version: int
    what: str
    others: tuple[str, ...] = ()

    def check_header(self, values: Any) -> None:
        """Check that JSON values begin with this header.

        Raises
        ------
        ValueError
            They do not.
        """
        if not isinstance(values, dict) or values.get("format") != self.format:
            raise refusal(
                'not a {file}: "format" must be "{format}"',
                file=self.what,
                format=self.format,
            )
        version = values.get("version")
        if isinstance(version, bool) or version != self.version:
            raise refusal(
                '"version" must be the number {version}, not {given}',
                version=self.version,
                given=quote_value(version),
            )


def to_json_values(value: Any) -> dict[str, Any]:
    """Return a dataclass as JSON values, without fields that have their default.

    Fields that are declared `FieldFormat(always=True)` are always written.

    Raises
    ------
    TypeError
        A field's type declares no schema.
    """
    values: dict[str, Any] = schema_of(type(value)).serialize(value, {})
    return values


def from_json_values(kind: type[T], values: Any, **known: Any) -> T:
    """Return an instance of `kind` from JSON values.

    Parameters
    ----------
    kind : type
        A dataclass.
    values : dict
        The JSON object.
    **known
        The context that its schemas need.

    Raises
    ------
    ValueError
        A value is invalid; the message names the field.
    """
    value: T = schema_of(kind).validate(UNNAMED_VALUE, values, known)
    return value


def schema_of(hint: Any) -> Schema:
    """Return the schema that a type declares.

    Raises
    ------
    TypeError
        It declares none.
    """
    return _schema_of(hint)


@cache
def _schema_of(hint: Any) -> Schema:
    kind, parts = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return _schema_of_annotated(parts[0], parts[1:])
    if kind in (Union, UnionType):
        some = [part for part in parts if part is not NoneType]
        form = schema_of(some[0]) if len(some) == 1 else _union_schema(some)
        return form if len(some) == len(parts) else optional_schema(form)
    if kind is tuple and parts[-1] is Ellipsis:
        return list_schema(schema_of(parts[0]))
    if kind is tuple:
        return tuple_schema(*map(schema_of, parts))
    if kind is Mapping:
        return mapping_schema(*map(schema_of, parts))
    if isinstance(own := getattr(hint, "FORM", None), Schema):
        return own
    if is_dataclass(hint):
        schema = _ObjectSchema(hint)
        return Schema(schema.validate, "objects", schema.serialize)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return enum_schema({member.value: member for member in hint})
    if hint not in _BASIC_SCHEMAS:
        raise TypeError(f"nothing says how {hint} is written")
    return _BASIC_SCHEMAS[hint]


_BASIC_SCHEMAS = {
    bool: BOOLEAN_SCHEMA,
    int: integer_schema(-_MAX_INTEGER, _MAX_INTEGER),
    float: number_schema(),
    str: text_schema(_MAX_TEXT_CHARS),
    Any: ANY_SCHEMA,
}


def _schema_of_annotated(hint: Any, marks: Sequence[Any]) -> Schema:
    """Return the schema of a type with the annotations of `Annotated`."""
    form = next((mark for mark in marks if isinstance(mark, Schema)), None)
    if form and NoneType in get_args(hint):
        form = optional_schema(form)
    size = next((mark for mark in marks if isinstance(mark, LengthRange)), None)
    if form is None:
        form = (
            list_schema(schema_of(get_args(hint)[0]), size) if size else schema_of(hint)
        )
    looks = [m for m in marks if callable(m)]

    def check(name: str, value: Any, context: ValidationContext) -> Any:
        result = form.validate(name, value, context)
        for look in looks:
            result = look(name, result, context)
        return result

    return Schema(check, form.noun, form.serialize) if looks else form


def _union_schema(kinds: Sequence[Any]) -> Schema:
    """Return the schema of a union of classes."""
    firsts = {_schema_fields(kind)[0].name: kind for kind in kinds}

    def check(name: str, values: Any, context: ValidationContext) -> Any:
        values_given = require_object(name, values)
        first = next((first for first in firsts if first in values_given), None)
        if first is None:
            raise refusal(
                "{name} must have one of {names}", name=name, names=", ".join(firsts)
            )
        return schema_of(firsts[first]).validate(name, values, context)

    def plain(held: Any, context: ValidationContext) -> Any:
        return schema_of(type(held)).serialize(held, context)

    return Schema(check, "objects", plain)


@dataclass(frozen=True)
class _SchemaField:
    """A declared field: `attribute` in the class, `name` in the file."""

    attribute: str
    name: str
    label: str
    schema: Schema
    field_format: FieldFormat
    default: Any
    names: tuple[str, ...]

    def read(
        self, place: Mapping[str, Any], known: ValidationContext
    ) -> dict[str, Any]:
        """Return the parsed value by attribute, or nothing to use the default."""
        own_values = {name: place[name] for name in self.names if name in place}
        if not own_values and self.default is not MISSING:
            return {}
        value = own_values if self.field_format.spread else own_values.get(self.name)
        return {self.attribute: self.schema.validate(self.label, value, known)}

    def write(self, held: Any, place: dict[str, Any], known: ValidationContext) -> None:
        """Write the field's value into an object."""
        plain = self.schema.serialize(held, known)
        place.update(plain if self.field_format.spread else {self.name: plain})


def _schema_fields(kind: Any) -> tuple[_SchemaField, ...]:
    """Return the serialized fields of a class, in order."""
    all_fields = fields(kind)
    is_schema = any(SCHEMA_KEY not in field.metadata for field in all_fields)
    hints = get_type_hints(kind, include_extras=True) if is_schema else {}
    return tuple(
        _schema_field(field, hints.get(field.name), written)
        for field in all_fields
        if (written := _field_format(hints.get(field.name))).kept
    )


def _field_format(hint: Any) -> FieldFormat:
    marks = getattr(hint, "__metadata__", ())
    return next(
        (mark for mark in marks if isinstance(mark, FieldFormat)), FieldFormat()
    )


def _schema_field(field: Field[Any], hint: Any, written: FieldFormat) -> _SchemaField:
    default = field.default
    if field.default_factory is not MISSING:
        default = field.default_factory()
    if form := field.metadata.get(SCHEMA_KEY):
        # Parameters keep their names, and all of them are written.
        name, written = field.name, FieldFormat(always=True)
        return _SchemaField(name, name, name, form, written, default, (name,))
    name = written.name or field.name
    own = get_args(hint)[0] if written.spread else None
    names = tuple(each.name for each in _schema_fields(own)) if own else (name,)
    form = schema_of(hint)
    return _SchemaField(field.name, name, f'"{name}"', form, written, default, names)


class _ObjectSchema:
    """The schema of a dataclass: an object with a name for each field."""

    def __init__(self, kind: Any) -> None:
        self._kind, self._fields = kind, _schema_fields(kind)
        self._file: FileFormat | None = getattr(kind, "FILE", None)
        heads = ("format", "version", *self._file.others) if self._file else ()
        # The allowed names in the object itself, "", and in each object inside it.
        self._names: dict[str, list[str]] = {"": [*heads]}
        for field in self._fields:
            if inside := field.field_format.inside:
                self._names[""].append(inside)
            self._names.setdefault(inside, []).extend(field.names)

    def validate(self, name: str, values: Any, known: ValidationContext) -> Any:
        """Return the instance that an object describes."""
        if self._file:
            self._file.check_header(values)
            name = message("the {file}", file=self._file.what)
        places = {"": require_object(name, values)}
        for inside, names in self._names.items():
            label = f'"{inside}"' if inside else name
            if inside:
                places[inside] = require_object(label, values.get(inside, {}))
            reject_unknown_names(places[inside], names, label)
        values_found: dict[str, Any] = {}
        for field in self._fields:
            place = places[field.field_format.inside]
            values_found |= field.read(place, {**known, **values_found})
        return self._kind(**values_found)

    def serialize(self, value: Any, known: ValidationContext) -> dict[str, Any]:
        """Return the object that describes an instance."""
        values: dict[str, Any] = {}
        if self._file:
            values |= {"format": self._file.format, "version": self._file.version}
        held = {f.attribute: getattr(value, f.attribute) for f in self._fields}
        for field in sorted(self._fields, key=lambda f: not f.field_format.first):
            own_value, inside = held[field.attribute], field.field_format.inside
            if field.field_format.always or own_value != field.default:
                place = values.setdefault(inside, {}) if inside else values
                field.write(own_value, place, {**known, **held})
        return values


def reject_unknown_names(
    values: Mapping[str, Any], names: Sequence[str], where: str
) -> None:
    """Check that an object has no names but `names`.

    Raises
    ------
    ValueError
        It has another; the message names it, and calls the object `where`.
    """
    unknown = next((name for name in values if name not in names), None)
    if unknown is not None:
        raise refusal(
            "unknown field {name} in {place}", name=quote_value(unknown), place=where
        )
