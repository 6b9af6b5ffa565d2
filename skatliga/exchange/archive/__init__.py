"""Archives: an event, or a club with all it has, as one file that another installation takes in with the same results.

`schema` is the table of what is taken: every model with its place, and what is left out with the reason. From it follow
the parts of the file (`archive_file`), how values are written (`records`), how records are taken out (`export`, with
the description that lies in every archive), which of them are here already (`matching`), and how they are put back
(`restore`).

* **D** An archive of an event holds all that was entered for it, the players who took part (with what the register says
  of them, because their wish about publication goes with them) and the name of the club. An archive of a club holds its
  register, all its events, its club years with their cash, and the seasons it organises with all their groups; of
  other clubs only the name.
* **D** People who entered, checked or corrected something are in it by name. Taken in, they are accounts that cannot
  sign in; roles are never taken along, because they are rights on one installation.
* **D** Addresses of table devices, keys of requests and everything that can be computed stay behind. What every list
  came to goes along as the sum to be compared with: after taking in, every list is computed again, and a single
  difference refuses the whole archive.
* **D** Nothing is ever written over. A club is recognised by its number, or by its name where one of the two has no
  number. A player is recognised by number of the federation and name, or by the name in the register of a recognised
  club, as long as number and year of birth do not speak against it and only one fits. Who was made one with another
  player here is that player. What is recognised stays as it is here, with its own history. Everything else is new; an
  address that is taken gets a number.
"""
