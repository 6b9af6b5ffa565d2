"""The table device: a list kept on any phone at its table, without an account, most of the time without a network.

* **D** The secret in the code of a table card is bound to the table of that Serie. One device writes, the others read
  along. Writing is handed over by scanning, or taken over after a dead phone, which everybody then sees.
* **D** Deals are kept on the device and sent when there is a network, in order and once. Without any network the
  finished list is shown as a code, sealed with a key that only the writing device has (HMAC); an older code says so and
  changes nothing.
* **D** The code of a table card carries names, seats and a lease behind the sign #, so that a Serie begins where there
  is no network. The lease is an HMAC like all secrets of the site (`access.derive`): the site alone makes it and asks
  for it, and a phone could keep no key of its own anyhow. It has no date: it ends with the address, the seats or the
  rules that it names.
* **D** A list goes from phone to phone by a code that carries all of it, and the number under which the next one
  writes. The former one is locked when it shows the code, until somebody says that nobody has taken it. Of several that
  the site hears of, the last in the chain of codes is right, whoever is heard first.
* **D** What comes from a device that does not write any more, or for a list that was handed in, changes nothing and is
  kept for the office (`aside`).
* **D** Under a book without a compact notation (Skat en deux, Offiziersskat, 1886) the device keeps whose each deal was
  and its value. Where a book has deals the notation cannot say, it asks for the value.
* **D** A table's correction of an older deal needs two who agree; after a correction everybody signs again.
* **D** Two tabs of one phone keep one list. What is tapped in one while the other was faster is not entered, and the
  page says so. A page kept on a phone starts even when its address has ended, and shows what was never sent as a code.
* **D** The page believes only what carries a header of the site (`Skatliga-Table`), and its files by their contents:
  sign-in pages of a hall's network, repair pages and redirects are no answer.
* **D** Safari 14 (iOS 14) and Chrome 90 suffice; an older browser says so in one sentence.
* **D** What the office corrects elsewhere on a list does not stop the table, but is signed again. The same row written
  twice is shown to the table, which decides: theirs, ours in its place, or ours behind it.
* **D** When time is up, deals are struck, or seats or players change, every device of the table says so until somebody
  taps *gesehen*; reasons stay with the office.
* **D** Following devices see a corrected name with the next deal.
* **D** The second of two taps at one place within 0.35 s is none, for *Eintragen*, for toggles and for what the first
  has opened under the finger: it would enter twice, undo the first, or choose something nobody has seen yet. Digits
  are taken as fast as they come, and so is a button that stood there already.
"""
