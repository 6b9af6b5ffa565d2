"""Migrating in the tests, which need not make all models anew for every step of every migration.

Django keeps a class for each model as it was at that step. Where a table comes, or a column of it comes or goes, it
makes the classes of nearly all others anew, since they are connected, and that is most of what migrating costs. But
nobody can refer to a column that was not there before or is gone now: the class of this one table is enough to change
it. Where a migration looks into the tables itself, Django makes all classes before, as it does for others that it has
put off; on the way back it forgets to.

This changes parts of Django that are its own affair, so a site migrates as Django does; `test_migrating` compares what
comes of it with the models.
"""

import os
import sys

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import RunPython
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

_all_connected = ProjectState._find_reload_model  # type: ignore[attr-defined]
_taken_back = RunPython.database_backwards


def make_single_models() -> None:
    """From now on a step makes the class of one model anew, where that is enough."""
    ProjectState._find_reload_model = _made_anew  # type: ignore[attr-defined]
    RunPython.database_backwards = _taken_back_with_all  # type: ignore[method-assign, assignment]


def _taken_back_with_all(
    step: Operation,
    app_label: str,
    schema_editor: BaseDatabaseSchemaEditor,
    from_state: ProjectState,
    to_state: ProjectState,
) -> None:
    from_state.clear_delayed_apps_cache()
    _taken_back(step, app_label, schema_editor, from_state, to_state)


def _made_anew(state: ProjectState, app_label: str, model_name: str, delay: bool = False) -> set[tuple[str, str]]:
    """App and name of the models whose classes are made anew when this one has changed.

    With `delay` Django knows that nobody refers to what has changed.
    """
    key = (app_label, model_name)
    if _has_heirs(state, key) or not (delay or _comes_or_goes(state, key)):
        return _all_connected(state, app_label, model_name, delay)
    state.is_delayed = True
    return {key}


def _has_heirs(state: ProjectState, key: tuple[str, str]) -> bool:
    """Another model inherits the fields of this one."""
    bases = (base for model in state.models.values() for base in model.bases if isinstance(base, str))
    return f"{key[0]}.{key[1]}" in map(str.lower, bases)


def _comes_or_goes(state: ProjectState, key: tuple[str, str]) -> bool:
    """The model is new or has another number of fields."""
    before = state.apps.all_models[key[0]].get(key[1])
    if before is None:
        return True
    fields = len(before._meta.local_fields) + len(before._meta.local_many_to_many)
    return fields != len(state.models[key].fields)


if __name__ == "__main__":
    sys.path[0] = os.getcwd()
    make_single_models()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatliga.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
