"""A federation's year: who goes up and down, who plays with whom, who may start, who is sent to a championship.

>>> from scoring.federation.promotion import promote
>>> from scoring.federation.pyramid import Pyramid, PyramidLevel, PyramidTeam
>>> upper = [PyramidTeam(f"U{number}", f"club {number}", (40 - number,)) for number in range(1, 5)]
>>> lower = [PyramidTeam(f"L{number}", f"club {number}", (40 - number,)) for number in range(1, 5)]
>>> outcome = promote(Pyramid((
...     PyramidLevel("Oberliga", tables={"Oberliga": tuple(upper)}, places=4, down=1, club_limit=1),
...     PyramidLevel("Landesliga", above="Oberliga", tables={"Landesliga": tuple(lower)}, up=1, reach=4),
... )))
>>> for move in outcome.moves:
...     if move.source != move.target or len(move.reasons) > 1:
...         print(move.team, move.source, "->", move.target, [reason.code for reason in move.reasons])
L1 Landesliga -> Landesliga ['club_is_there', 'stay_place']
L2 Landesliga -> Landesliga ['club_is_there', 'stay_place']
L3 Landesliga -> Landesliga ['club_is_there', 'stay_place']
L4 Landesliga -> Oberliga ['up_passed']
U4 Oberliga -> Landesliga ['down_place']
"""
