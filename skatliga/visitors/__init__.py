"""What the site shows to those who have no account: search, *Wo sitze ich?*, a sample list, feeds, tables to embed.

Nothing here shows more than the public pages do, whoever asks: names are those for everybody.
"""
