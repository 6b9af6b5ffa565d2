"""Two machines in one hall: each has the whole site, and they exchange what they have when they meet.

`registers` is the rule, without any database: what was said of one thing on several machines is a set of versions, and
joining such sets gives the same whatever the order and however often. `items` says what one thing is (a list with its
rows, the seats of a Serie, somebody who takes part, any other record) and reads and writes it; `tracking` notes what
was changed; `merging` makes versions of it, takes in those of the other machine and settles what cannot stand together;
`meeting` carries them, by the hall's network or as a file.

* **D** No engine does this for a laptop's SQLite: PostgreSQL's logical replication stops at the first row both have
  made and needs two servers; Litestream copies one way; SQLite's session extension is not in Python's sqlite3 and knows
  rows, not lists; CR-SQLite merges column by column, so that a list could become one that nobody wrote.
  What is taken from them is the idea: marks by triggers, versions that know what they follow, sets that are joined.
* **D** The second machine is a copy of the whole installation, with accounts and keys: printed codes, sign-ins and
  devices go on with whichever machine lives. An archive gives neither, so its format is not used here.
* **D** Nothing is merged below a list. A list that goes on from the other one counts; otherwise that which is further
  (checked before entered before open), then that of the last device in the chain, then that with more deals, then the
  later. Both stay, with their figures, until somebody who directs the event has chosen.
* **D** Of two draws of one Serie the one counts with which playing began first, else the later one. The other stands
  publicly with its reason. A list of the one that does not count stands nowhere but is kept for the decision.
* **D** Two who were given one start number: the first machine's keeps it, the other gets the next free one and
  everybody who directs is told. While they are apart the first machine gives odd numbers and the second even ones, so
  that it hardly happens. A member entered on both is one participant; payments taken on both stand both.
* **D** What was deleted on one machine and changed on the other stays.
* **D** A person who is erased is erased in everything that was said, what was put aside and what contradicts included.
  The other machine does the same when it hears of it.
* **D** Signing in, second factors, imports under way and what can be computed stay on their machine.
"""
