"""A deal as the fields of its form, there and back, and as the address that fills the form."""

from collections.abc import Mapping
from urllib.parse import urlencode

from scoring.deal import DEFAULTS, Deal, Replacement
from scoring.rulebook import RuleBook
from skatliga.forms import Cleaned, Initial


def to_initial(deal: Deal) -> Initial:
    """The values of the form's fields that say this deal."""
    fields = deal._asdict()
    replacement: Replacement | None = fields.pop("replacement")
    if replacement is not None:
        fields |= {"replacement": replacement.game, "replacement_spitzen": replacement.spitzen}
    return fields | {"schenken": " ".join(deal.schenken)}


def to_deal(cleaned: Cleaned, settings: Mapping[str, object]) -> Deal:
    """The deal that the cleaned fields say, played with these settings."""
    fields = {**{name: value for name, value in cleaned.items() if value is not None}, **settings}
    spitzen = fields.pop("replacement_spitzen", 0)
    if game := fields.pop("replacement", ""):
        fields["replacement"] = Replacement(game, spitzen)
    if "schenken" in fields:
        fields["schenken"] = tuple(fields["schenken"].split())
    if "losers" in fields:
        fields["losers"] = tuple(fields["losers"])
    plain_verdict = "won" in fields and "augen" not in fields and "stiche" not in fields
    for name in ("schneider", "schwarz"):
        if fields.get(name) is False and not plain_verdict:
            del fields[name]
    if fields.get("schwarz"):
        fields["schneider"] = True
    return Deal(**fields)


def to_query(book: RuleBook, deal: Deal) -> str:
    """The part of an address that fills the form: what is not as in an empty one, and what was agreed on."""
    usual = {**DEFAULTS, "schenken": ""}
    said = {
        name: value for name, value in to_initial(deal).items() if name in book.settings or value != usual.get(name)
    }
    return urlencode(said, doseq=True)
