"""Photographs of paper lists: what is kept of them, what is refused, who may see them."""

import zipfile
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageFile

from skatliga.lists import photos
from skatliga.lists.models import Photo
from web.desk import address, read, told

pytestmark = pytest.mark.django_db

NO_PICTURE = "Das ist kein lesbares Bild; bitte ein Foto als JPEG, PNG oder WebP wählen."


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    """Photographs of the tests stay with them."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def picture(format="JPEG", size=(300, 200), mode="RGB", **kwargs):
    drawn = BytesIO()
    Image.new(mode, size, "white").save(drawn, format, **kwargs)
    return drawn.getvalue()


def upload(browser, sheet, content, name="liste.jpg", **data):
    return browser.post(address(sheet, "upload_photo"), {"foto": SimpleUploadedFile(name, content), **data})


def kept(browser, sheet):
    """The picture that is given out."""
    response = read(browser, sheet, "photo", Photo.objects.get().pk)
    return response, Image.open(BytesIO(b"".join(response.streaming_content)))


@pytest.mark.parametrize(
    ("format", "mode"), [("JPEG", "RGB"), ("JPEG", "CMYK"), ("PNG", "RGBA"), ("PNG", "P"), ("WEBP", "RGB")]
)
def test_a_picture_is_kept_as_jpeg(format, mode, desk, paper):
    response = upload(desk, paper, picture(format, mode=mode), name="<script>.php")
    assert (response.status_code, response.url) == (302, f"/listen/{paper.pk}/")
    response, image = kept(desk, paper)
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (300, 200))
    assert (response["Content-Type"], response["Cache-Control"]) == ("image/jpeg", "private, max-age=86400")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert Photo.objects.get().image.name.endswith(".jpg")
    assert f"/listen/{paper.pk}/fotos/" in read(desk, paper, "entry").content.decode()


def test_after_the_upload_one_is_where_one_came_from(desk, paper):
    assert upload(desk, paper, picture(), zurueck="eingabe").url == f"/listen/{paper.pk}/eingabe/"


def test_a_large_picture_is_made_smaller(desk, paper):
    upload(desk, paper, picture(size=(6000, 3000)))
    assert kept(desk, paper)[1].size == (2000, 1000)


def test_nothing_else_that_came_with_the_file_is_kept(desk, paper):
    exif = Image.Exif()
    exif[0x010F], exif[0x8825] = "Geheim", {1: "N", 2: (50.0, 59.0, 7.0)}  # maker, place
    exif[0x0112] = 6  # lay on its side
    upload(desk, paper, picture(exif=exif, comment=b"aufgenommen bei Gast A"))
    image = kept(desk, paper)[1]
    assert (dict(image.getexif()), image.info.get("comment")) == ({}, None)
    assert image.size == (200, 300)  # turned upright


def broken(content):
    return content[: len(content) // 2]


def zipped():
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("liste.jpg", b"\0" * 10**7)
    return packed.getvalue()


NO_PICTURES = {
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "html": b"<!doctype html><script>alert(1)</script>",
    "zip": zipped(),
    "gif": picture("GIF"),
    "tiff": picture("TIFF"),
    "half a jpeg": broken(Image.effect_noise((300, 200), 50).convert("RGB").tobytes("jpeg", "RGB")),
    "half a png": broken(picture("PNG")),
    "the beginning of a jpeg": b"\xff\xd8\xff\xe0",
    "text": b"Spielliste",
}


@pytest.mark.parametrize("case", NO_PICTURES)
def test_what_is_no_picture_is_refused(case, desk, paper, media, monkeypatch):
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as the PDF library leaves it behind
    assert told(desk, upload(desk, paper, NO_PICTURES[case])) == [NO_PICTURE]
    assert not Photo.objects.exists()
    assert not list(media.rglob("*.jpg"))


def test_a_picture_that_unfolds_to_more_than_memory_holds_is_refused(desk, paper):
    bomb = picture("PNG", size=(8000, 8000), mode="1")
    assert len(bomb) < 30_000
    assert told(desk, upload(desk, paper, bomb)) == [
        "Das Bild hat mehr als 50 Millionen Bildpunkte; bitte kleiner aufnehmen."
    ]


@pytest.mark.filterwarnings("ignore:.*EXIF")
def test_damaged_notes_about_the_photograph_do_no_harm(desk, paper):
    damaged = bytearray(
        picture(exif=b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x02\x01\x12\x00\x02\x00\x00\x00\x01\xff")
    )
    assert upload(desk, paper, bytes(damaged)).status_code == 302


def test_a_file_that_is_too_large_is_refused(desk, paper, monkeypatch):
    monkeypatch.setattr(photos, "MOST_BYTES", 100)
    assert told(desk, upload(desk, paper, picture())) == ["Das Bild ist größer als 15 MB; bitte kleiner aufnehmen."]


@pytest.mark.parametrize("data", [{}, {"foto": "kein Bild"}])
def test_an_upload_without_a_file_is_told(data, desk, paper):
    assert told(desk, desk.post(address(paper, "upload_photo"), data)) == ["Bitte ein Foto wählen."]


def test_an_empty_file_is_told(desk, paper):
    assert len(told(desk, upload(desk, paper, b""))) == 1


def test_photographs_are_for_those_with_a_role(sign_in, cast, desk, paper):
    upload(desk, paper, picture())
    number = Photo.objects.get().pk
    answers = {name: read(sign_in(user), paper, "photo", number).status_code for name, user in cast.items()}
    assert answers == dict.fromkeys(("betreiber", "admin", "leiterin", "schreiber", "leser"), 200) | {
        "fremde": 404,
        "anonym": 302,
    }
    for visitor in (None, cast["fremde"]):
        assert "/fotos/" not in read(sign_in(visitor), paper, "sheet").content.decode()
    assert upload(sign_in(cast["leser"]), paper, picture()).status_code == 403


def test_a_photograph_belongs_to_its_list(desk, paper, list_of):
    upload(desk, paper, picture())
    other = list_of(table=2)
    for number in (Photo.objects.get().pk, 10**20):
        assert read(desk, other, "photo", number).status_code == 404
        assert desk.post(address(other, "delete_photo", number)).status_code == 404


def test_a_photograph_is_taken_away_with_its_file(desk, paper, media):
    upload(desk, paper, picture())
    assert len(list(media.rglob("*.jpg"))) == 1
    desk.post(address(paper, "delete_photo", Photo.objects.get().pk))
    assert (Photo.objects.count(), list(media.rglob("*.jpg"))) == (0, [])
