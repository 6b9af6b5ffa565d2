"""The Spielleiter's desk: draws, money, prizes, the hall."""
