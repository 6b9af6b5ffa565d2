"""Mannschaftsmeldung: which teams the clubs send into the next season; where these play is for `promotions` to say."""
