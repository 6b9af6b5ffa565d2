"""Tournaments and club evenings: Serien, who takes part, who sits where, and roles in one event.

* **D** At the registration desk every name waits in a queue with its own key, so that a lost connection enters nobody
  twice. A name that is not clear or is refused stays below the field with the words typed.
* **D** *Eintrag löschen* takes out an entry that has no seat, list or booking; its number is not given again.
* **D** *Neu auslosen* asks first and draws in the way the Serie was drawn. Once its clock runs, or lists, table cards
  or the notice are printed, new seats need a reason; once a list is open there are none. *Rückgängig* sets the former
  seats back exactly.
* **D** The public page of a Serie names the lot from which exactly its seats are drawn. Where they were set by hand it
  says so.
* **D** The report of a draw for the wall counts personal wishes and names nobody for them. A player who is fixed to a
  table sits there in every Serie.
* **D** *Außer Wertung*: the player's lists count for the others; he stands below every ranking without a place, wins no
  prize, brings a team nothing and is not counted in a club year.
* **D** Of new players who turn 18 this year or later only the first name is published, unless something else is said.
  Guests have the setting at their entry.
"""
