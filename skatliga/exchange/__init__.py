"""Imports, exports, recomputation, the demonstration."""
