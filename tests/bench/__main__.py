"""Measure the site: where slips of the hand are found, how long saving a row takes, and how fast paper comes."""

from tests.bench import error_detection, paper, save_row

for measurement in (error_detection, save_row, paper):
    for line in measurement.figures():
        print(line, flush=True)
