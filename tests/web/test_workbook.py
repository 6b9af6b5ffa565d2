"""Tables in files: the usual ways of writing them, and files that mean no good."""

import datetime
import io
import struct
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest
import tablib
from counting import steps
from django.core.exceptions import ValidationError
from openpyxl import Workbook

from skatliga.exchange.evenings.file_lines import open_source
from skatliga.exchange.workbooks import zip_check
from skatliga.exchange.workbooks.table_reader import MOST_BYTES, MOST_ROWS, FileRow, read

DAMAGED = "Die Datei ist beschädigt, oder sie ist keine Tabelle im Format XLSX oder ODS. Bitte noch einmal speichern."
TOO_LARGE = "Die Datei ist ausgepackt zu groß. Bitte nur die nötige Tabelle hochladen."
SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'
ODS = (
    b'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    b' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    b' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>%s'
    b"</office:spreadsheet></office:body></office:document-content>"
)


def xlsx(rows: list[list[object]], more: dict[str, list[list[object]]] | None = None, change=None) -> bytes:
    book = Workbook()
    book.active.title = "Tabelle"
    for row in rows:
        book.active.append(row)
    for title, lines in (more or {}).items():
        sheet = book.create_sheet(title)
        for line in lines:
            sheet.append(line)
    if change:
        change(book)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def zipped(parts: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()


def with_sheet(xml: bytes, shared: bytes = b"") -> bytes:
    """A workbook whose sheet was exchanged for this one, and the texts its cells share for this one."""
    with zipfile.ZipFile(io.BytesIO(xlsx([["name"], ["Rosa"]]))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    texts = b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>%s</t></si></sst>'
    return zipped(parts | {"xl/worksheets/sheet1.xml": xml, "xl/sharedStrings.xml": texts % shared})


def ods(tables: bytes) -> bytes:
    manifest = (
        b'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry'
        b' manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>'
        b"</manifest:manifest>"
    )
    mime = b"application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": mime, "content.xml": ODS % tables, "META-INF/manifest.xml": manifest})


def refused(content: bytes, name: str = "", **options: object) -> str:
    with pytest.raises(ValidationError) as refusal:
        read(content, name, **options)
    [sentence] = refusal.value.messages
    return sentence


# ---- What is read ----

PEOPLE = [["Name", "Jahr", "Tag"], ["Jürgen Groß", 1960, datetime.date(2026, 5, 31)], ["Anna Ärmel", 2.5, None]]
AS_READ = (
    ("Name", "Jahr", "Tag"),
    (FileRow(2, ("Jürgen Groß", "1960", "2026-05-31")), FileRow(3, ("Anna Ärmel", "2,5", ""))),
)
TEXT = "Name;Jahr;Tag\nJürgen Groß;1960;2026-05-31\nAnna Ärmel;2,5;\n"


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (TEXT.encode(), "a.csv"),
        (TEXT.encode("utf-8-sig"), "a.csv"),
        (TEXT.encode("utf-16"), "a.txt"),
        (TEXT.replace(";", "\t").replace("\n", "\r\n").encode(), "a.tsv"),
        (TEXT.replace("2,5", '"2,5"').replace(";", ",").encode(), "a.csv"),
        (("sep=;\n" + TEXT).replace("sep=;\n", "").encode(), "a.csv"),
        (xlsx(PEOPLE), "a.xlsx"),
        (tablib.Dataset(*PEOPLE[1:], headers=PEOPLE[0]).export("ods"), "a.ods"),
    ],
    ids=("utf-8", "utf-8 with mark", "utf-16", "tabs", "commas", "plain", "xlsx", "ods"),
)
def test_the_usual_ways_of_writing_are_read_alike(content, name):
    table = read(content, name)
    assert ((table.heading, table.rows), table.remarks) == (AS_READ, ())


def test_a_line_naming_the_separator_is_no_heading():
    table = read(b"sep=|\r\nName|Jahr\r\nRosa|1960\r\n")
    assert (table.heading, table.rows) == (("Name", "Jahr"), (FileRow(3, ("Rosa", "1960")),))


def test_an_old_windows_file_is_read_and_told():
    table = read("Name;Ort\nJürgen;Köln\n".encode("cp1252"), "a.csv")
    assert table.rows == (FileRow(2, ("Jürgen", "Köln")),)
    assert table.remarks == ("Die Datei ist nicht in UTF-8; gelesen als Windows-1252. Bitte die Umlaute ansehen.",)


def test_numbers_dates_and_truth_are_text_as_somebody_would_type_it():
    at = datetime.datetime(2026, 5, 31, 19, 30)
    table = read(xlsx([["a", "b", "c", "d", "e"], [3.0, -2.25, True, at, datetime.time(19, 30)]]))
    assert table.rows == (FileRow(2, ("3", "-2,25", "ja", "2026-05-31 19:30", "19:30:00")),)


def test_titles_above_gaps_between_and_columns_beside_are_told():
    rows = [
        ["Meisterschaft 2019"],
        [],
        ["Name", None, "Punkte", "punkte"],
        [],
        ["Rosa", "x", 7, 8],
        [None],
        ["Lena", "", 5],
    ]
    table = read(xlsx(rows))
    assert table.heading == ("Name", "", "Punkte", "punkte")
    assert table.rows == (FileRow(5, ("Rosa", "x", "7", "8")), FileRow(7, ("Lena", "", "5", "")))
    assert table.remarks == (
        "Über den Überschriften steht: „Meisterschaft 2019“.",
        "Die Spalte B hat keine Überschrift.",
        "Diese Überschriften gibt es mehrmals: Punkte, punkte.",
    )


def test_merged_cells_and_formulas_without_value_are_named():
    rows = [["Name", "Punkte"], ["Rosa", "=1+1"], ["Lena", 3], [None, 4]]
    table = read(xlsx(rows, change=lambda book: book.active.merge_cells("A3:A4")))
    assert table.rows == (FileRow(2, ("Rosa", "")), FileRow(3, ("Lena", "3")), FileRow(4, ("", "4")))
    assert table.remarks == (
        "Verbundene Zellen: A3:A4. Ihr Inhalt gilt nur für die erste Zelle.",
        "Die Formel in B2 hat keinen gespeicherten Wert; die Zelle gilt als leer."
        " Bitte die Datei in der Tabellenkalkulation öffnen und speichern.",
    )


def test_a_formula_counts_with_its_stored_value():
    line = b'<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'
    line += b'<row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><f>"" &amp; ""</f><v></v></c></row>'
    table = read(with_sheet(SHEET % line))
    assert (table.rows, table.remarks) == ((FileRow(2, ("2", "")),), ())


def test_an_ods_names_its_merged_cells_and_formulas_too():
    cell = b'<table:table-cell office:value-type="string"><text:p>%s</text:p></table:table-cell>'
    merged = cell.replace(b"<table:table-cell", b'<table:table-cell table:number-rows-spanned="2"')
    formula = b'<table:table-cell table:formula="of:=1+1"/>'
    valued = b'<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"/>'
    row = b"<table:table-row>%s</table:table-row>"
    rows = [cell % b"Name" + cell % b"A" + cell % b"B", merged % b"Rosa" + formula + valued]
    table = read(ods(b'<table:table table:name="T">' + b"".join(row % each for each in rows) + b"</table:table>"))
    assert table.rows == (FileRow(2, ("Rosa", "", "2")),)
    assert table.remarks == (
        "Verbundene Zellen: A2:A3. Ihr Inhalt gilt nur für die erste Zelle.",
        "Die Formel in B2 hat keinen gespeicherten Wert; die Zelle gilt als leer."
        " Bitte die Datei in der Tabellenkalkulation öffnen und speichern.",
    )


def test_several_sheets_can_be_chosen_from_but_hidden_and_empty_ones_are_none():
    def hide(book: Workbook) -> None:
        book["Geheim"].sheet_state = "hidden"

    content = xlsx(PEOPLE, {"Zwei": [["a", "b"], [1, 2]], "Leer": [], "Geheim": [["a", "b"], [1, 2]]}, hide)
    table = read(content, "a.xlsx")
    assert (table.sheet, table.sheets) == ("Tabelle", ("Tabelle", "Zwei"))
    assert table.remarks == ("Die Datei hat mehrere Blätter; gelesen ist „Tabelle“.",)
    assert read(content, sheet="Zwei").rows == (FileRow(2, ("1", "2")),)
    for sheet in ("Geheim", "Drei"):
        told = f"Ein Blatt „{sheet}“ hat die Datei nicht. Es gibt: Tabelle, Zwei."
        assert refused(content, sheet=sheet) == told


def test_what_a_file_is_its_content_says():
    assert read(xlsx(PEOPLE), "liste.csv").remarks == ("Die Datei heißt .csv, ist aber XLSX.",)
    assert read(TEXT.encode(), "liste.xlsx").remarks == ("Die Datei heißt .xlsx, ist aber CSV.",)


# ---- What is refused ----

LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha">' + b"".join(
    b'<!ENTITY %c "%s">' % (name, b"&%c;" % (name - 1) * 20) for name in range(98, 110)
)
CELL = b'<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'


def _double() -> bytes:
    content = io.BytesIO(xlsx(PEOPLE))
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(content, "a") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"<worksheet/>")
    return content.getvalue()


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "Die Datei ist leer."),
    "blanks": (lambda: b"\n;;\n", "In der Datei steht nichts."),
    "an empty workbook": (lambda: xlsx([]), "In der Datei steht nichts."),
    "a heading alone": (lambda: b"Name;Verein\n", "Unter der Überschrift steht nichts."),
    "a picture": (
        lambda: b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        "Das ist keine Tabelle, die sich lesen lässt. Bitte als CSV (UTF-8), XLSX oder ODS speichern.",
    ),
    "utf-16 cut in a letter": (
        lambda: "Name;Jahr\n".encode("utf-16")[:-1],
        "Das ist keine Tabelle, die sich lesen lässt. Bitte als CSV (UTF-8), XLSX oder ODS speichern.",
    ),
    "an old workbook": (
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 512,
        "Das ist eine Mappe im alten Format XLS, oder sie ist durch ein Kennwort geschützt."
        " Bitte ohne Kennwort als XLSX, ODS oder CSV speichern.",
    ),
    "cut off": (lambda: xlsx(PEOPLE)[:2000], DAMAGED),
    "a zip that is no workbook": (lambda: zipped({"a": b"b"}), DAMAGED),
    "a zip of nothing": (lambda: zipped({}), DAMAGED),
    "broken xml": (lambda: with_sheet(b"<worksheet><sheetData>"), DAMAGED),
    "two parts of one name": (_double, DAMAGED),
    "entities": (lambda: with_sheet(LAUGHS + b"]>" + SHEET % b"<row><c><v>&m;</v></c></row>"), DAMAGED),
    "a bomb": (lambda: zipped({"xl/workbook.xml": b" " * 100_000_000}), TOO_LARGE),
    "a bomb just below the limit": (lambda: zipped({"xl/workbook.xml": b" " * 79_000_000}), TOO_LARGE),
    "many parts": (lambda: zipped({f"{number}.xml": b"<a/>" for number in range(2_001)}), TOO_LARGE),
    "a cell far down": (
        lambda: with_sheet(SHEET % b'<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
        "Die Tabelle reicht über Zeile 5100 hinaus. Bitte in mehreren Teilen hochladen.",
    ),
    "a cell far right": (
        lambda: with_sheet(SHEET % b'<row r="1"><c r="XFD1"><v>1</v></c></row>'),
        "Die Tabelle reicht über Spalte CV hinaus. Bitte nur die nötigen Spalten hochladen.",
    ),
    "cells that do not say where": (
        lambda: with_sheet(
            SHEET % (b"<row>" + b"".join(b"<c><v>%d</v></c>" % each for each in range(250_000)) + b"</row>")
        ),
        "Die Tabelle reicht über Spalte CV hinaus. Bitte nur die nötigen Spalten hochladen.",
    ),
    "a repeated row": (
        lambda: ods(
            b'<table:table><table:table-row table:number-rows-repeated="1000000">'
            + CELL
            + b"</table:table-row></table:table>"
        ),
        "Die Tabelle reicht über Zeile 5100 hinaus. Bitte in mehreren Teilen hochladen.",
    ),
    "many sheets of repeated cells": (
        lambda: ods(
            b"".join(
                b'<table:table table:name="%d"><table:table-row table:number-rows-repeated="5000">'
                b'<table:table-cell table:number-columns-repeated="100" office:value-type="float" office:value="1"/>'
                b"</table:table-row></table:table>" % number
                for number in range(500)
            )
        ),
        TOO_LARGE,
    ),
    "one long text that many cells share": (
        lambda: with_sheet(SHEET % (b"<row>" + b'<c t="s"><v>0</v></c>' * 90 + b"</row>"), b"x" * 900_000),
        TOO_LARGE,
    ),
    "a shared text with zeros before its number": (
        lambda: with_sheet(SHEET % (b"<row>" + b'<c t="s"><v>00000000</v></c>' * 90 + b"</row>"), b"x" * 900_000),
        TOO_LARGE,
    ),
    **{
        f"a shared text whose number is {number!r}": (
            lambda number=number: with_sheet(
                SHEET % (b"<row>" + b'<c t="s"><v>%s</v></c>' % number * 90 + b"</row>"), b"x" * 900_000
            ),
            DAMAGED,
        )
        for number in (b"+0", b"0x1", b" ", b"0<!-- -->1", b"0<![CDATA[1]]>", b"0&#49;", b"&#49;0", b"9" * 20)
    },
    "a long text in a repeated cell": (
        lambda: ods(
            b'<table:table><table:table-row table:number-rows-repeated="2"><table:table-cell'
            b' office:value-type="string" table:number-columns-repeated="45"><text:p>%s</text:p></table:table-cell>'
            b"</table:table-row></table:table>" % (b"x" * 900_000)
        ),
        TOO_LARGE,
    ),
    "a long value in a repeated cell": (
        lambda: ods(
            b'<table:table><table:table-row><table:table-cell office:value-type="string" office:string-value="%s"'
            b' table:number-columns-repeated="90"/></table:table-row></table:table>' % (b"x" * 900_000)
        ),
        TOO_LARGE,
    ),
    "more blanks than fit": (
        lambda: ods(
            b'<table:table><table:table-row><table:table-cell office:value-type="string"><text:p>a<text:s'
            b' text:c="300000000"/></text:p></table:table-cell></table:table-row></table:table>'
        ),
        TOO_LARGE,
    ),
    "a repeated row with zeros before its number": (
        lambda: ods(
            b'<table:table><table:table-row table:number-rows-repeated="+0000000001000000">'
            + CELL
            + b"</table:table-row></table:table>"
        ),
        "Die Tabelle reicht über Zeile 5100 hinaus. Bitte in mehreren Teilen hochladen.",
    ),
    "a quotation mark never closed": (
        lambda: b'Name;Verein\n"Rosa;Gera\nLena;Jena\n',
        "Das ist keine CSV-Datei, oder in Zeile 2 fehlt ein Anführungszeichen (unexpected end of data).",
    ),
    "a long cell": (
        lambda: b"Name;Verein\n" + b"x" * 200_000 + b";\n",
        "Das ist keine CSV-Datei, oder in Zeile 2 fehlt ein Anführungszeichen"
        " (eine Zeile hat mehr als 100000 Zeichen).",
    ),
    "many columns": (
        lambda: b";".join([b"a"] * 101) + b"\n" + b";".join([b"1"] * 101),
        "Die Tabelle hat mehr als 100 Spalten. Bitte nur die nötigen hochladen.",
    ),
    "many rows": (
        lambda: b"Name;Verein\n" + b"Rosa;Gera\n" * 100_000,
        "Die Tabelle hat mehr als 5000 Zeilen. Bitte in mehreren Teilen hochladen.",
    ),
    "large": (
        lambda: b"x" * (MOST_BYTES + 1),
        "Die Datei ist zu groß: erlaubt sind 10 MB. Bitte in mehreren Teilen hochladen.",
    ),
}
"""What is sent, made only by the test of it, and what is answered."""


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_soon_small_and_with_a_sentence(kind):
    make, sentence = HOSTILE[kind]
    content, told = make(), []
    tracemalloc.start()
    taken = steps(lambda: told.append(refused(content)))
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (told, peak < 100_000_000) == ([sentence], True)
    assert taken < 1_000_000


@pytest.mark.parametrize("said", [100, 3_000_000])
def test_a_part_that_holds_another_size_than_it_says_is_refused(said):
    """What the folder of the file says is changed to a lie; the part itself holds two million bytes."""
    content = bytearray(with_sheet(SHEET % (b"<row><c><v>1</v></c></row>" + b" " * 2_000_000)))
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        part = archive.getinfo("xl/worksheets/sheet1.xml")
    central = content.index(struct.pack("<L", part.file_size), archive.start_dir)
    content[central : central + 4] = struct.pack("<L", said)
    assert refused(bytes(content)) == (DAMAGED if said < part.file_size else TOO_LARGE)


def test_the_reader_never_sees_pictures_or_macros(monkeypatch):
    seen = []
    monkeypatch.setattr(zip_check, "_packed_again", lambda parts: seen.append(sorted(parts)) or zipped(parts))
    with zipfile.ZipFile(io.BytesIO(xlsx(PEOPLE))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    more = {"xl/media/image1.png": b"\x89PNG", "xl/vbaProject.bin": b"\0"}
    assert read(zipped(parts | more)).rows == AS_READ[1]
    assert seen == [sorted(parts)]


def test_as_many_rows_as_are_allowed():
    content = ("Name;Nr\n" + "".join(f"Gast {number};{number}\n" for number in range(MOST_ROWS))).encode()
    assert len(read(content).rows) == MOST_ROWS
    assert refused(content + b"Noch einer;1\n") == (
        "Die Tabelle hat mehr als 5000 Zeilen. Bitte in mehreren Teilen hochladen."
    )


def test_a_hundred_thousand_rows_are_read_where_they_are_allowed():
    rows = "".join(f"Spieler {number};{number}\n" for number in range(100_000))
    table = read(f"Name;Punkte\n{rows}".encode(), most_rows=100_000)
    assert (len(table.rows), table.rows[-1]) == (100_000, FileRow(100_001, ("Spieler 99999", "99999")))


# ---- One reader for tables and for lists ----


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Name;Ort\nÄrmel, Anna;Gera\n", [(2, ("Ärmel, Anna", "Gera"))]),
        ("sep=;\r\nName;Ort\r\nÄrmel, Anna;Gera\r\n", [(3, ("Ärmel, Anna", "Gera"))]),
        ("sep=|\nName|Ort\nÄrmel|Gera;Jena\n", [(3, ("Ärmel", "Gera;Jena"))]),
        ("Name\tOrt\nÄrmel, Anna\tGera\n", [(2, ("Ärmel, Anna", "Gera"))]),
        ("Liste der Mitglieder\n\nName,Ort\nÄrmel,Gera\n", [(4, ("Ärmel", "Gera"))]),
        ('Name;Ort\n"Ärmel\nAnna";Gera\nBert;Jena\n', [(2, ("Ärmel Anna", "Gera")), (3, ("Bert", "Jena"))]),
    ],
)
def test_lists_are_read_by_the_same_rules_as_tables(text, rows, encoding):
    content = text.encode(encoding)
    table = read(content)
    assert (table.heading, [tuple(row) for row in table.rows]) == (("Name", "Ort"), rows)
    source = open_source(io.BytesIO(content))
    read_as_list = [(number, tuple(" ".join(cell.split()) for cell in cells)) for number, cells in source.lines]
    assert (source.columns, read_as_list) == (("name", "ort"), rows)
    assert source.remarks == table.remarks


def test_a_heading_that_was_chosen_counts():
    content = b"Rosa;Lang\nVorname;Nachname\nMax;Muster\n"
    assert [read(content, heading=line).heading for line in (0, 1, 2)] == [
        ("", ""),
        ("Rosa", "Lang"),
        ("Vorname", "Nachname"),
    ]
    assert [row.number for row in read(content, heading=0).rows] == [1, 2, 3]
    assert read(content, heading=0).remarks == ()
    assert [row.number for row in read(content, heading=2).rows] == [3]
    with pytest.raises(ValidationError, match=r"In Zeile 9 stehen keine Überschriften\."):
        read(content, heading=9)
