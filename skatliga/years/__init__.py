"""The club year: evenings from a template, the year table, records, the cash book."""
