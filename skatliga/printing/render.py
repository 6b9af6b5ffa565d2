"""HTML to PDF. The library is loaded where it is used: it costs every process 43 MiB and half a second."""

from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.http import content_disposition_header


def pdf_response(template: str, context: dict[str, Any], filename: str) -> HttpResponse:
    """The document to look at in the browser, under the name it is kept by."""
    response = HttpResponse(to_pdf(render_to_string(template, context)), content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(as_attachment=False, filename=filename)
    return response


def to_pdf(html: str) -> bytes:
    """The pages of a document, set with `paper.css`; nothing is fetched but style and fonts of this site."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

    fetcher = URLFetcher(allowed_protocols=("file", "data"))
    fonts = FontConfiguration()
    style = CSS(filename=finders.find("css/paper.css"), url_fetcher=fetcher, font_config=fonts)
    return HTML(string=html, url_fetcher=fetcher).write_pdf(stylesheets=[style], font_config=fonts)
