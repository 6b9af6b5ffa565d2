"""*Voranmeldung*: who wants to play in a tournament enters on its public page, without an account.

* **D** A sign-up is no participant yet: it becomes one, with a start number, when the desk takes it. So whoever does
  not come stands in no draw and no ranking.
* **D** Who has a place and who waits is stored nowhere. It follows from the order in which they came and the number of
  places, so no two requests can break the limit, and who leaves gives the place to the first who waits.
* **D** Places are those that are given here; whoever the desk enters by itself takes none of them.
* **D** The same person is known by name and club, or by the address of mail, as long as the former sign-up holds.
* **D** A person's own page opens with a secret of 130 bits, as a Startkarte does. An address of mail is asked for only
  where mails are sent; it is shown to nobody, stands in no archive, and is deleted when the event is closed.
* **D** Money that was transferred is booked when the desk takes whoever has paid it. It lies on the account and not in
  the till.
* **D** Forms and pages of guests need no token: they carry no cookie, and what they do needs no one's rights.
"""
