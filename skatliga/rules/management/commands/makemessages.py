"""Collects the texts of the site and, beside them, the German of the engine, which knows nothing of catalogues."""

from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management.commands import makemessages

from skatliga.rules.wording import german_texts


class Command(makemessages.Command):
    """Django's own command, for which the words of the engine are written down as calls it knows."""

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """All files with texts, and one with those of the engine."""
        files = super().find_files(root)
        engine = Path(self.folder) / "engine.py"
        engine.write_text("".join(f"pgettext({context!r}, {text!r})\n" for context, text in german_texts()))
        return [*files, self.translatable_file_class(str(engine.parent), engine.name, files[0].locale_dir)]

    def handle(self, *args: str, **options: object) -> None:
        """Collect them."""
        with TemporaryDirectory() as self.folder:
            super().handle(*args, **options)
