"""Fixture plans for Staffeln of 4 to 24 teams: everybody meets everybody, as seldom twice as can be, hosts in turn.

>>> from scoring.fixtures import write_plan
>>> plan = propose_plan("ABCDEFHJK")
>>> print(write_plan(plan))
1: A* B C / D* E F / H* J K
2: A E* J / B* F K / C* D H
3: A D K* / B* E H / C F* J
4: A* F H / B D J* / C* E K
>>> never_met(plan, "ABCDEFHJK"), never_met(plan[:3], "ABCDEFHJK")
(0, 9)

Groups are of four teams, of three where the number does not divide, and of five where there are five. `PLANS` was found
by simulated annealing over the days, offline; a plan of fewer days is the beginning of the whole one, so the days stand
in the order in which each brings most new pairs. Sixteen teams have a plan by rule (`fixtures.default_plan`).

Decisions (**D**):

* **D** As many match days are proposed as it takes until every two teams have met. A Staffel that plays fewer leaves
  pairs out; one that plays more begins again from the front.
* **D** Nobody is host more than once more often than anybody else.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from scoring.fixtures import LETTERS, Fixture, Plan, default_plan, meetings

SMALLEST: Final = 4
LARGEST: Final = 24
MOST_DAYS: Final = 30
"""Match days for which a plan is proposed."""

_ALL: Final = LETTERS + "UVWXYZGQ"
"""The letters that stand for the teams in the plans below, in their order."""

PLANS: Final[dict[int, str]] = {
    4: "ABCD\n" * 4,
    5: "ABCDE\n" * 5,
    6: """
        ABC DEF
        ADF BCE
        ACE BDF
        ABE CDF
    """,
    7: """
        ABCD EFH
        ABEH CDF
        CDEH ABF
    """,
    8: """
        ABCD EFHJ
        ACFH BDEJ
        ACEJ BDFH
    """,
    9: """
        ABC DEF HJK
        AEJ BFK CDH
        ADK BEH CFJ
        AFH BDJ CEK
    """,
    10: """
        ABCD EFH JKL
        ADEK BHJ CFL
        ADFJ BEL CHK
        ADHL BFK CEJ
    """,
    11: """
        ABCD EFHJ KLM
        AHJK CDEM BFL
        ADFK BEHM CJL
        AFJM BCEK DHL
        BDJK CFHM AEL
    """,
    12: """
        ABCD EFHJ KLMN
        ACEK BHMN DFJL
        ACHL BEFN DJKM
        AFKM BCJN DEHL
        ADJN BHKL CEFM
    """,
    13: """
        ABCD EFH JKL MNP
        BEKN AFP CHJ DLM
        BFJM AEL CKP DHN
        AHKM BDF CLN EJP
        BHLP AJN CFM DEK
        FKLN ABH CEM DJP
    """,
    14: """
        ABCD EFHJ KLM NPR
        AHKN DEMR BJL CFP
        AJMP CELN BHR DFK
        AFLR BEKP CHM DJN
        BFMN CJKR ADE HLP
        ABCJ DHLP EKM FNR
    """,
    15: """
        ABCD EFHJ KLMN PRS
        BEMR CJLS DHNP AFK
        AENS BFLP DJKR CHM
        AHLR CEKP DFMS BJN
        AJMP BHKS CFNR DEL
    """,
    17: """
        ABCD EFHJ KLM NPR STU
        AEKN BLPS CFR DHT JMU
        AHJP CMNT BFK DES LRU
        BHLN CEPU AJT DKR FMS
        CJKS DFNP ABU EMR HLT
        BCHM DEJL ARS FNU KPT
        ACFL BJRT DMP ENS HKU
        BEFT CHRS AMP DLU JKN
    """,
    18: """
        ABCD EFHJ KLMN PRS TUV
        AFNS CKRV EMPU BJT DHL
        BHNR CFLP DJSU AEV KMT
        BFKU CMSV DENR AJL HPT
        ACHU FJNV LRST BEM DKP
        BDFT CJNP HLUV AMR EKS
        ANTU CDEL FHMS BPV JKR
        AHKP BLNS DJMV CET FRU
    """,
    19: """
        ABCD EFHJ KLMN PRST UVW
        AEKP BLRU CFMV DHSW JNT
        AFRW BJKV CHLT DNPU EMS
        AHNV BETW CKSU DJMR FLP
        AMTU BFNS CJPW DELV HKR
        AJLS BHMP DFKT ERUV CNW
        CENR FHJU KLMW PSTV ABD
    """,
    20: """
        ABCD EFHJ KLMN PRST UVWX
        AJPW BFNU CEMS DLTX HKRV
        AFTV BHMW CJLR DKSU ENPX
        AHSX BELV CFKP DNRW JMTU
        AERU BJKX CHNT DMPV FLSW
        ADJN BCSV EKTW FMRX HLPU
        AKLM BPRT CUWX DEFH JNSV
    """,
    21: """
        ABCD EFHJ KLMN PRS TUV WXY
        AFLV CEST DJKP BRW HMY NUX
        AHRX BFKT DSVY CNP ELW JMU
        BEMX CFNY HLPT AKS DRU JVW
        AEPU JLSX NRTW BVY CHK DFM
        ADHW CMRV KLUY BNS EJT FPX
        CJRX EHNV KMPW ATY BDL FSU
        AJMN CLPV EKRY BHU DTX FSW
        AFLR BJPY HMST CUW DEN KVX
    """,
    22: """
        ABCD EFHJ KLMN PRST UVW XYZ
        BLRV CFKZ HNWY MTUX AJP DES
        AFRW CENT DJLX HKSU BPY MVZ
        ABEK CHVX FLPU JMRY DTW NSZ
        AHJZ CLSY DNRU EMPW BFT KVX
        ASWX BJNU CHPR DFMV ELZ KTY
        ANPV BHMS CTUZ JKLW DFY ERX
        AHLT BRWZ DKPX EUVY CJM FNS
        AMUY BFNX DHPZ JSTV CLW EKR
    """,
    23: """
        ABCD EFHJ KLMN PRST UVWX YZG
        ARWY BENV CFMX DKTZ JLPU HSG
        AEKP BFLY CSTW HRUZ JMVG DNX
        BJRT CNSU DFPG EMWZ HKXY ALV
        BHMX CELR DTUY KSVZ NPWG AFJ
        AMSU BNWZ CKRG FLTX HPVY DEJ
        ABXG CHJZ DLSW EMTY FNRV KPU
        AHNT BCPV DJKW ERSX FMUZ LYG
        ADHV BEUG CFTW JNSY LPXZ KMR
        ACYZ BFKS DMPR ETVG JNUX HLW
    """,
    24: """
        ABCD EFHJ KLMN PRST UVWX YZGQ
        AJPU BFRZ CKWG DLXY ENSV HMTQ
        AMSW BHXZ CNRQ DJVG EKPY FLTU
        AFVQ BJKS CLPX DHNG ETWZ MRUY
        ADKZ BNUW CFVY EJLR HPSQ MTXG
        ANTY BLSQ CJMZ DEFW HKVX PRUG
        AJTX BEMG CSWY DKRQ FNPZ HLUV
        AELG BKTV CFHM DSUZ JPWQ NRXY
        AHRW BEXQ CSTG DMPV FKNU JLYZ
        ARVZ BHPY CEUQ DJNT FSXG KLMW
    """,
}
"""By the number of teams: a line a match day, its groups parted by spaces."""


def usual_days(number: int) -> int:
    """How many match days it takes until every two of so many teams have met."""
    return len(_days(number))


def propose_plan(teams: Sequence[str], days: int | None = None) -> Plan:
    """A plan for these teams, 4 to 24 of them, with so many match days, or the usual number.

    Raises ValueError for other numbers of teams or days.
    """
    if not SMALLEST <= len(teams) <= LARGEST or not (days is None or 1 <= days <= MOST_DAYS):
        raise ValueError(f"no plan for {len(teams)} teams in {days} days")
    known = _days(len(teams))
    chosen = [known[day % len(known)] for day in range(days or len(known))]
    names = dict(zip(_ALL, teams, strict=False))
    plan = [[tuple(names[letter] for letter in group) for group in groups] for groups in chosen]
    if len(teams) == len(LETTERS) and len(chosen) <= len(default_plan()):
        hosts = [fixture.host for fixtures in default_plan()[: len(chosen)] for fixture in fixtures]
        found = [names[host] if host else None for host in hosts]
    else:
        found = list(_hosts([group for groups in plan for group in groups]))
    each = iter(found)
    return tuple(tuple(Fixture(group, next(each)) for group in groups) for groups in plan)


def never_met(plan: Plan, teams: Sequence[str]) -> int:
    """How many pairs of these teams never meet."""
    return len(teams) * (len(teams) - 1) // 2 - len(meetings(plan))


def _days(number: int) -> list[list[str]]:
    if number == len(LETTERS):
        return [["".join(fixture.teams) for fixture in fixtures] for fixtures in default_plan()]
    return [line.split() for line in PLANS[number].split("\n") if line.strip()]


def _hosts(groups: Sequence[tuple[str, ...]]) -> list[str]:
    """A host for each group, so that nobody is host more than once more often than anybody else.

    First whoever was it least often; then, as long as a chain of groups leads from a team that is host twice more
    often to another, each group of the chain passes its place on. No chain left means that it cannot be fairer.
    """
    times = Counter(dict.fromkeys((team for group in groups for team in group), 0))
    hosts = []
    for group in groups:
        hosts.append(min(group, key=lambda team: times[team]))
        times[hosts[-1]] += 1
    while chain := _chain(groups, hosts, times):
        for place, team in chain:
            times[hosts[place]] -= 1
            hosts[place] = team
            times[team] += 1
    return hosts


def _chain(groups: Sequence[tuple[str, ...]], hosts: Sequence[str], times: Counter[str]) -> list[tuple[int, str]]:
    """Which groups get which host, from one who is it too often to one who is it too seldom; empty where none is."""
    for first in sorted(times, key=lambda team: -times[team]):
        came: dict[str, tuple[str, int] | None] = {first: None}
        waiting = [first]
        for team in waiting:
            if times[team] + 2 <= times[first]:
                chain = []
                while before := came[team]:
                    chain.append((before[1], team))
                    team = before[0]
                return chain
            for place, host in enumerate(hosts):
                for other in groups[place] if host == team else ():
                    if other not in came:
                        came[other] = (team, place)
                        waiting.append(other)
    return []
