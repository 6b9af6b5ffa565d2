"""Being told: who wants to hear of what, by mail, on a phone or as a program, and what goes out.

Nobody is told of anything unasked. What there is to tell follows from what is stored (`occasions`): a worker looks at
what has changed (`telling`), writes down what is new, and sends it (`sending`), again and again until it has arrived.
"""
