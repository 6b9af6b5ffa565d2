"""*Mein Abend*: what one player sees on his own phone, and what he does there; without an account.

* **D** The code on a Startkarte is a secret of 130 bits that belongs to one participant of one event. It opens what
  concerns him and nothing of anybody else but names and seats as everybody may read them. Renewed, the old code is dead
  at once, also on phones that kept the page; the next card that is printed carries the new one.
* **D** Before an event is published the page says no more than that it will be there.
* **D** *Wenn jetzt Schluss wäre* counts every list as far as it is written, those that are still played as well. The
  organiser may hold the place back until so many lists of the Serie have come (`Event.places_after`).
* **D** A signature by one's own code says whose code it was. It is given for what the page showed: where the list has
  become another meanwhile nothing is signed. A name tapped at the table before becomes such a signature.
* **D** A table has one open call at a time, and twenty in a Serie. Who has called may take it back.
* **D** Notifications are the phone's own, from the open page. Those that come while it is closed would go through the
  servers of the browser's maker; a hall without internet has none, and nobody else need know where somebody sits.
"""
