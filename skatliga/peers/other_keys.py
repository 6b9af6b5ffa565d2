"""What both machines have made by themselves and each knows by a key of its own (`OtherKey`)."""

from django.db import connection
from django.db.models import Model

from skatliga.peers.items import LIST, Record, Said, is_gone, members, natural_keys, references
from skatliga.peers.models import OtherKey


class OtherKeys:
    """The keys of the other machine in those of this one, as long as something is taken in."""

    def __init__(self) -> None:
        self._known = {(table, theirs): ours for table, theirs, ours in _stored()}

    def ours(self, kind: str, name: str) -> str:
        """The key of an item here; a list has that of its table."""
        model = members()[kind][0].model
        return self._key("events_table" if kind == LIST else model._meta.db_table, name)

    def _key(self, table: str, theirs: str) -> str:
        return self._known.get((table, theirs), theirs)

    def ours_in(self, kind: str, said: Said) -> dict[str, list[Record]]:
        """What an item says, in this machine's keys."""
        if not self._known:
            return {table: list(records) for table, records in said.items()}
        models = {member.model._meta.db_table: member.model for member in members()[kind]}
        return {
            table: [self._record(models[table], each) if table in models else self._player(each) for each in records]
            for table, records in said.items()
        }

    def _record(self, model: type[Model], record: Record) -> Record:
        meanings = {name: other._meta.db_table for name, other in references(model).items()}
        meanings[str(model._meta.pk.column)] = model._meta.db_table
        return {
            name: self._value(meanings[name], value) if name in meanings else value for name, value in record.items()
        }

    def _player(self, record: Record) -> Record:
        return record | {"entry_id": self._value("events_entry", record["entry_id"])}

    def _value(self, table: str, value: object) -> object:
        ours = self._key(table, str(value))
        return value if ours == str(value) else type(value)(ours)  # type: ignore[call-arg]

    def learn(self, kind: str, said: Said) -> None:
        """See what of this is here under another key."""
        if is_gone(said):
            return
        for member in members()[kind]:
            if member.referred:
                for record in said.get(member.model._meta.db_table, []):
                    self._learn(member.model, record)

    def _learn(self, model: type[Model], record: Record) -> None:
        table, pk = model._meta.db_table, str(model._meta.pk.column)
        theirs = str(record[pk])
        if (table, theirs) in self._known:
            return
        mine = self._record(model, record)
        for names in natural_keys(model):
            values = [mine[name] for name in names]
            if None in values:
                continue
            condition = " AND ".join(f"{name} = %s" for name in names)
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT {pk} FROM {table} WHERE {condition} AND {pk} <> %s", [*values, record[pk]])
                found = cursor.fetchone()
            if found:
                OtherKey.objects.create(table=table, theirs=theirs, ours=str(found[0]))
                self._known[table, theirs] = str(found[0])
                return


def _stored() -> list[tuple[str, str, str]]:
    return list(OtherKey.objects.values_list("table", "theirs", "ours"))
