"""Spiellisten: rows and feet as they were written, what they come to, and their way from the table to the ranking.

* **D** A list counts in the ranking from *erfasst* on. One *in Klärung* counts with what is computed so far, and is
  marked.
* **D** What does not add up can be let pass with a note, in its row only: a later difference, or the same one in
  another row, is asked about.
* **D** A foot that does not add up can be accepted only where the Gesamt is wrong; then the computed result counts.
* **D** A list of a table that shrank needs its rows (bare values will do), because the bonus for lost deals depends on
  who sat there when.
* **D** The second person who confirms a list is neither the one who closed or corrected it last nor the only one who
  wrote on it. Until every list that counts is confirmed, the event cannot be closed, no ranking of it is called final,
  and neither season nor club year closes over it.
* **D** A list of which nothing but the Gesamt is known ranks by it. What is unknown is blank and is in no statistics.
  In a league such a list is refused.
* **D** A late guest sits down at a table whose list is open, before its first deal or behind a full round; the table
  goes on with the rounds it has left.
* **D** A change of seats or table drops the signatures of the list; the history keeps them.
* **D** Corrections are announced where the result had been published. Reasons, notes and photographs are for people
  with a role.
"""
