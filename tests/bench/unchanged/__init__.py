"""What a change of the program's inner order must leave as it is, kept before and compared afterwards.

`python -m tests.bench.unchanged keep FOLDER` makes the demonstration with something of every kind once, as an SQLite
file in FOLDER, and writes beside it what the program makes of it under a clock that stands still. `compare FOLDER` has
the program as it is now do the same with the same file, names every difference and ends with 1 where there is one;
`--only PART …` does it for some parts, `--now FOLDER` leaves what was found.

* `pages/WHO/`: every page and every file of a table for everybody who may come, also in English, and what follows when
  an empty form is sent or one as it stands there; texts of papers (needs pdftotext)
* `programs/`: what the API and the table device answer to good and bad bodies; the OpenAPI schema is among the pages
* `sentences/`: what the engine says, by the value calculator, in both languages
* `command_line/`: `python -m scoring`
* `archive/`, `addresses.txt`, `migrations.txt`, `queries.txt`: archives of the clubs, all addresses with their names,
  `makemigrations --check`, how many questions a page asks the database

Only names of addresses, the HTTP client and commands are used, so moves and new names inside the program do not matter.
What is no matter of the program is folded: white space, CSRF tokens, random names. What differs between two runs of the
same program is left out and named in `unstable.txt`.
"""
