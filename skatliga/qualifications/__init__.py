"""*Qualifikation*: who may start in a championship, from the published rankings of the levels below.

* **D** A championship is fed by events of the same championship that were played before it, or by Turnierserien. So no
  chain can go round in a circle, and the championship of one level feeds that of the next.
* **D** Who has a place and who follows is written down once, in one step, when all rankings are final; from then on
  offers run by themselves (`scoring.federation.offers`). What became of them follows from the answers and the day, and
  is stored nowhere: an offer lapses without anybody doing anything.
* **D** Who shares a place in a ranking is put in order by the lot of the championship: the smaller
  `scoring.wertung.lots.lot_number` of its seed and of the source's address with the start number goes first.
* **D** Starters are those who have not withdrawn, in pairs and teams the pairs and teams; of a Turnierserie everybody
  who stands in its table, in pairs and teams the table of these (`circuits.team_standing`). Members
  are those of the registers of the level that held the event, and of all below it, each person once, unless the
  federation writes another number.
* **D** Who has said yes is entered in the championship by one step, which can be repeated. Somebody who may not start
  there is named and left out; the others go in.
* **D** What a player needs stands on a page of his own that a secret opens, as with a sign-up.
"""
