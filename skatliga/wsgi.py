"""What a WSGI server loads: `granian --interface wsgi --blocking-threads 1 skatliga.wsgi:application`."""

import gc
import os
from threading import Timer

from django.core.wsgi import get_wsgi_application

from scoring.legal import accounts, explain, scores
from scoring.rulebooks import BOOKS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatliga.settings")
application = get_wsgi_application()

# What is loaded by now stays for good. The collector need not look through it again, and may come less often: a page of
# a large field makes tens of thousands of objects, and would otherwise spend up to half of its time on collections.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 10, 10)


def read_books() -> None:
    """Enumerate every rule book once, so that nobody who asks for the deals behind a score waits seconds for it."""
    for book in BOOKS.values():
        scores(book)
        accounts(book)
        list(explain(book, -1))  # a loss asks for the games lost by a bid as well


# Not at once: a start is waited for, and this takes two seconds of a processor.
reading = Timer(10, read_books)
reading.daemon = True
reading.start()
