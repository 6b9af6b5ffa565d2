"""The backups as a table."""

from datetime import datetime

from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column, DateTimeColumn, Table

from skatliga.operations.backups import Backup


class BackupTable(Table):
    created = DateTimeColumn(verbose_name=gettext_lazy("Stand"), format="d.m.Y H:i")
    size = Column(verbose_name=gettext_lazy("Größe"), attrs={"th": {"class": "number"}, "td": {"class": "number"}})
    name = Column(verbose_name=gettext_lazy("Datei"), orderable=False)

    class Meta:
        order_by = "-created"

    def value_created(self, value: datetime) -> datetime:
        """A time, of which a file makes what its kind has for times."""
        return value

    def value_size(self, value: int) -> int:
        """In bytes."""
        return value

    def value_name(self, value: str) -> str:
        return value

    def render_size(self, value: int) -> str:
        return filesizeformat(value)

    def render_name(self, record: Backup) -> SafeString:
        return format_html(
            '<a href="{}" download>{}<span class="unseen"> ({})</span></a>',
            reverse("operations:download", args=[record.name]),
            _("Herunterladen"),
            record.name,
        )
