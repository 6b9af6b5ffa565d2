"""Photographs of paper lists: read once, turned upright, made smaller and written anew.

What is stored is a picture this program has drawn itself, so that nothing else that came with the file (place and time
of the photograph, hostile contents) is kept or given out.
"""

from io import BytesIO

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from skatliga.history import demand
from skatliga.lists.models import Photo, Sheet
from skatliga.lists.services import FINISHED
from skatliga.people.models import User
from skatliga.publication import demand_open

MOST_BYTES = 15 * 1024 * 1024
MOST_PIXELS = 2000
"""Longer side of what is kept: 48 rows of pencil stay legible."""
MOST_AREA = 50_000_000
"""Pixels that are drawn at once; a small file can unfold to more than the machine has memory for."""
FORMATS = ("JPEG", "PNG", "WEBP")

UNREADABLE = (UnidentifiedImageError, OSError, ValueError, TypeError, SyntaxError, Image.DecompressionBombError)
"""What a damaged picture or its damaged notes about the photograph make Pillow raise."""


@transaction.atomic
def add_photo(sheet: Sheet, upload: UploadedFile, user: User | None) -> Photo:
    """Keep a photograph of the paper; ValidationError for what is none."""
    demand_open(sheet.table.round.event)
    photo = Photo(sheet=sheet, by=user)
    photo.image.save(f"{sheet.pk}.jpg", ContentFile(_redraw(upload)), save=False)
    photo.save()
    return photo


def remove_photo(photo: Photo) -> None:
    """Take a photograph away, as long as the list it shows is not finished; the list itself is not touched."""
    demand_open(photo.sheet.table.round.event)
    demand(photo.sheet.state not in FINISHED, _("Diese Liste ist geprüft; ihr Foto bleibt als Beleg."))
    photo.image.delete(save=False)
    photo.delete()


def _redraw(upload: UploadedFile) -> bytes:
    if upload.size and upload.size > MOST_BYTES:
        raise ValidationError(_("Das Bild ist größer als 15 MB; bitte kleiner aufnehmen."))
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # the PDF library lets half a picture pass, for the whole process
    try:
        with Image.open(upload, formats=FORMATS) as image:
            image.draft("RGB", (MOST_PIXELS, MOST_PIXELS))
            if image.width * image.height > MOST_AREA:
                raise ValidationError(_("Das Bild hat mehr als 50 Millionen Bildpunkte; bitte kleiner aufnehmen."))
            upright = ImageOps.exif_transpose(image).convert("RGB")
            upright.thumbnail((MOST_PIXELS, MOST_PIXELS))
    except UNREADABLE as error:
        raise ValidationError(
            _("Das ist kein lesbares Bild; bitte ein Foto als JPEG, PNG oder WebP wählen.")
        ) from error
    upright.info.clear()  # Pillow would write a comment in the file on to the next
    drawn = BytesIO()
    upright.save(drawn, "JPEG", quality=80)
    return drawn.getvalue()
