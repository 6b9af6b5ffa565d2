"""HTML to PDF. The library is loaded where it is used: it costs every process 43 MiB and half a second.

Addresses become codes that a camera reads.

* **D** Paper keeps ten millimetres on all sides, and twenty on the left, by which it is filed, whichever way it lies.
  What is never filed has ten there as well: the notice that hangs on the wall, certificates, and cards, which are cut;
  only their cutting lines reach the edges of the sheet.
"""

import atexit
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import segno
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.http import content_disposition_header

if TYPE_CHECKING:
    from pydyf import PDF, Dictionary
    from weasyprint import CSS, Document
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher


def document(template: str, context: dict[str, object]) -> bytes:
    """A document by itself."""
    return to_pdf(render_to_string(template, context))


def file_response(pdf: bytes, filename: str) -> HttpResponse:
    """A finished document to look at in the browser, under the name it is kept by."""
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(as_attachment=False, filename=filename) or "inline"
    return response


def to_pdf(html: str) -> bytes:
    """The pages of a document; nothing is fetched but style and fonts of this site."""
    return tagged([lay_out(html)])


def tagged(documents: "Sequence[Document]") -> bytes:
    """Laid out documents as one file for screen readers (PDF/UA-1); tags cost a twentieth."""
    return documents[0].copy([page for each in documents for page in each.pages]).write_pdf(pdf_variant="pdf/ua-1")


def join(
    sheets: Sequence[str],
    back: str = "",
    tell: Callable[[int], None] = lambda done: None,
    with_tags: bool = False,
) -> bytes:
    """Documents of a sheet each as one file, the same back behind each; `tell` is called with how many are set."""
    behind = [lay_out(back)] if back else []
    documents: list[Document] = []
    for done, sheet in enumerate(sheets, 1):
        documents += [lay_out(sheet), *behind]
        if with_tags and back:
            behind = [lay_out(back)]  # tags belong to one page alone
        tell(done)
    if with_tags:
        return tagged(documents)
    return documents[0].copy([page for each in documents for page in each.pages]).write_pdf()


def lay_out(html: str) -> "Document":
    """The pages of a document, set with `paper.css`, before they are painted."""
    from weasyprint import HTML

    fetcher, style, fonts = _press()
    return HTML(string=html, url_fetcher=fetcher).render(stylesheets=[style], font_config=fonts)


def objects_of(pdf: "PDF") -> dict[bytes, Any]:
    """The objects of a file by what others call them, `12 0 R`."""
    return {each.reference: each for each in pdf.objects}


def pages_of(pdf: "PDF") -> "list[Dictionary]":
    """The pages of a file."""
    objects = objects_of(pdf)
    return [objects[reference] for reference in pdf.page_references]


@lru_cache(maxsize=1)
def _press() -> "tuple[URLFetcher, CSS, FontConfiguration]":
    """What may be fetched, style and fonts: the same for all documents, so that their pages can be joined."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

    fetcher = URLFetcher(allowed_protocols=("file", "data"))
    fonts = FontConfiguration()
    return fetcher, CSS(filename=finders.find("css/paper.css"), url_fetcher=fetcher, font_config=fonts), fonts


# The library removes its copies of the fonts when nobody holds them any more, which has to be before the very end.
atexit.register(_press.cache_clear)


QUIET = 4
"""Squares around a code that stay white."""


def code_of(address: str) -> segno.QRCode:
    """The code of an address: as few squares as there can be, as much repeated in them as fits.

    What stands behind the sign `#` is drawn in the small alphabet for itself. Which of the eight masks is left out of
    choice, since trying all costs the most time.
    """
    place, sign, said = address.partition("#")
    parts: Any = [place + sign, said] if said else address  # its types know of one part alone
    return segno.make(parts, micro=False, error="m", boost_error=True, mask=3)


def page_address(address: str, page: int) -> str:
    """What the code on a page of a list says."""
    return f"{address}-{page}"


def code_address(site: str, path: str) -> str:
    """What a code says, in capitals: `site` is what stands before the path of an address."""
    return (site + path).upper()
