"""The rule books for readers: wording, the form of a deal, pages and the value calculator."""
