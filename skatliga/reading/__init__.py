"""Photographed lists: from a picture to rows.

The paper comes first: `layouts` says where everything stands on the sheets that can be photographed. A layout that was
printed once never changes.
"""
