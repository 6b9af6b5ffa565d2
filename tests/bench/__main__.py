"""Measure the site: where slips of the hand are found, and how long saving a row takes."""

from tests.bench import error_detection, save_row

for measurement in (error_detection, save_row):
    for line in measurement.figures():
        print(line, flush=True)
