"""Version 1 of the interface: what it can be asked, in the order of the site's apps.

Every module has the shapes of its answers first, then the addresses. Nothing is counted here; the answers are made
from what the pages are made from. A shape may get further fields; none goes or changes its meaning while it is
called version 1.

**D** Names of fields are the engine's (`python -m scoring`), addresses are German as everywhere on the site.
"""
