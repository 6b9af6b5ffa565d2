"""The personal data of a player: everything that is stored, as a file, and deleting who it is."""
