"""Fields of models, by their names."""

from django.db.models import Field, Model


def field_of(model: type[Model], name: str) -> Field:
    """The column of a model that has this name."""
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def label_of(model: type[Model], name: str) -> str:
    """What a column is called for people."""
    return str(field_of(model, name).verbose_name)
