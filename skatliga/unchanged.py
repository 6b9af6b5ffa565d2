"""Forms whose pages may be older than what is stored: of what nobody touched on the page, nothing is written back."""

from django.forms import BaseForm

from skatliga.forms import Cleaned


class KeepsWhatOthersChanged(BaseForm):
    """For a form that changes something stored: a field that was sent as it was shown keeps what is stored now.

    Two who have the same page open at once so change what each has changed. **D** Where both have changed one field the
    later one holds; the history knows both.
    """

    def watch(self) -> None:
        """Let the page remember what it showed; called once all fields are there."""
        for field in self.fields.values():
            field.show_hidden_initial = True

    def clean(self) -> Cleaned:
        super().clean()
        cleaned = self.cleaned_data
        for name in cleaned.keys() - set(self.changed_data):
            if self[name].html_initial_name in self.data:
                cleaned[name] = self.stored(name)
        return cleaned

    def stored(self, name: str) -> object:
        """What is stored now of this field; of a model's form its instance is still as it was."""
        instance = getattr(self, "instance", None)
        return getattr(instance, name) if hasattr(instance, name) else self.initial.get(name)
