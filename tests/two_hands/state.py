"""All that is stored of the clubs: kept, compared, put back; and what is drawn for new rows, drawn again."""

from contextlib import contextmanager
from random import Random
from types import SimpleNamespace

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction
from wagtail.models import ModelLogEntry

from wagtail_ladder.models import Club, identifiers


def tables():
    """With the log: a change that left no trace there is lost as well."""
    return [*apps.get_app_config("wagtail_ladder").get_models(include_auto_created=True), ModelLogEntry]


def taken():
    """Every row: {model: {id: values}}. The id is the first column of all our tables."""
    return {
        model: {row[0]: row for row in model._base_manager.order_by().values_list(*_columns(model))}
        for model in tables()
    }


def taken_when_quiet():
    """The same, once whoever holds a lock has come to an end: in PostgreSQL, a killed client's last word."""
    with transaction.atomic():
        list(Club.objects.select_for_update())
        return taken()


def without_times(state):
    """What two runs of the same verbs have in common: {model: {id: {column: value}}}."""
    return {
        model: {
            pk: {
                field.attname: value
                for field, value in zip(model._meta.concrete_fields, row, strict=True)
                if not isinstance(field, models.DateTimeField)
            }
            for pk, row in rows.items()
        }
        for model, rows in state.items()
    }


def put_back(state):
    """Write the rows that are not as they were, and take away those that were not there."""
    now = taken()
    with transaction.atomic():
        for model, rows in now.items():
            other = [pk for pk, row in rows.items() if state[model].get(pk) != row]
            model._base_manager.filter(pk__in=other)._raw_delete(connection.alias)
        for model, rows in state.items():
            gone = [row for pk, row in rows.items() if now[model].get(pk) != row]
            model._base_manager.bulk_create(
                model(**dict(zip(_columns(model), row, strict=True))) for row in gone
            )


def draw_anew():
    """Let the next new rows have the ids, and the random identifiers, that they had the last time."""
    draw_identifiers_anew()
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for model in tables():
                table = connection.ops.quote_name(model._meta.db_table)
                cursor.execute(
                    f"UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(id), 0) FROM {table})"  # noqa: S608
                    " WHERE name = %s",
                    [model._meta.db_table],
                )
        else:
            cursor.execute("".join(connection.ops.sequence_reset_sql(no_style(), tables())))


def draw_identifiers_anew():
    """In this process."""
    identifiers.secrets = _Drawn("the same each time")


@contextmanager
def rolled_back():
    """A transaction of which nothing is kept."""
    with transaction.atomic():
        draw_anew()
        yield
        transaction.set_rollback(True)


class _Drawn(SimpleNamespace):
    """What `models.identifiers` needs of the module `secrets`."""

    def __init__(self, seed):
        chance = Random(seed)
        super().__init__(choice=chance.choice, randbits=chance.getrandbits)


def _columns(model):
    return [field.attname for field in model._meta.concrete_fields]
