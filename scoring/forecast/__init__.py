"""What can still become of a table: places that remain possible, and chances from simulated Serien.

>>> from scoring.forecast.reach import Contender, OpenField, reach
>>> teams = [Contender("A", 9, (5000,)), Contender("B", 7, (4800,)), Contender("C", 3, (4100,))]
>>> last = [OpenField(("A", "B", "C"), (3, 2, 1))]
>>> for key, places in reach(teams, last).items():
...     print(key, places.best, places.worst, places.exact)
A 1 2 True
B 1 2 True
C 3 3 True

Decisions (**D**), where nothing else is said:

* **D** Everybody who is to play does play: no team stays away, breaks off or leaves. Whoever is level shares points.
* **D** How much a Serie brings has no limit here. So of two who end level in points either can stand in front, as long
  as one of them still plays; where both are done, their sums say who does.
* **D** Where not every outcome can be looked at, a place is told as a bound: no better (worse) one is possible, and
  whether this one is was not found out. A bound is never wrong, an exact place never a guess.
"""
