"""What stands in the way of a site that starts, told in its journal: folders it cannot write, keys that are none."""

from pathlib import Path

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register
from django.utils.translation import gettext as _

from skatliga.operations import copies, places


@register("operations")
def folders_can_be_written(**_options: object) -> list[CheckMessage]:
    """A sentence for each folder of the settings that whoever runs this may not write."""
    sentence = _("%(name)s: in %(folder)s kann nicht geschrieben werden.")
    hint = _("Bitte Besitzer und Rechte prüfen; unter systemd nach einer Änderung der Einstellungen: deploy/units.sh.")
    return [
        Warning(sentence % {"name": name, "folder": folder}, hint=hint, id="operations.W001")
        for name in ("VAR_DIR", "BACKUP_DIR")
        if not places.is_writable(folder := Path(getattr(settings, name)))
    ]


@register("operations")
def keys_can_be_read(**_options: object) -> list[CheckMessage]:
    """A sentence for each public key for copies of backups that is none."""
    sentence = _("BACKUP_RECIPIENTS: „%(key)s“ ist kein öffentlicher Schlüssel von age (age1…).")
    return [Warning(sentence % {"key": key[:24]}, id="operations.W002") for key in copies.wrong_keys()]
