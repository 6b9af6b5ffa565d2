"""What everybody has to do now: gathered from all apps, shown on every page where somebody works, always current.

It stands above all apps. An app says in its `next_actions` what is to be done with what is its own; a page names the
panel in `{% load todo %}{% todo event %}`.

* **D** On the start page each event, season and club year says only the most urgent thing; of money it speaks on its
  own page.
* **D** The start page speaks of the clubs and events somebody was given a role in; what belongs to these says on its
  own pages what is to be done.
* **D** What somebody else does stands there within three seconds.
"""
