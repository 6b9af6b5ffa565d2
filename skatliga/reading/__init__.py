"""Photographed lists: from a picture to rows.

The paper comes first: `layouts` says where everything stands on the sheets that can be photographed. A layout that
was printed once never changes. `recognition` reads a photograph from beginning to end; `decoder` makes rows of what
cells may say, and knows no pictures.
"""
