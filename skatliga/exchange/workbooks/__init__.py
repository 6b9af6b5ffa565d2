"""Reading tables from files nobody trusts: CSV, XLSX, ODS."""
