// The page of a table: what just happened, the buttons for whoever writes, the list for everybody, and who writes it.
"use strict";

let showsList = false;   // whether the writer looks at the list instead of the buttons

const clock = (iso) => new Date(iso).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

// A row as it is read out: who, what, how much.
function saidOf(row) {
  const names = namesBySeat(row.number || undefined);
  if (row.void) return words.struck;
  if (row.penalty) return `${names[row.seat] ?? ""} ${words.penalty} ${row.penalty}`;
  if (row.text === "0" || row.said === words.passed) return words.passed;
  const choice = choiceOf(row.text);
  const what = choice ? choice.value ? "" : whatSaid(choice) : row.said;
  const score = choice && scoreOf(choice) !== null ? scoreOf(choice) : row.score;
  return [names[row.seat] ?? names[choice?.seat] ?? "", what, "=", signed(score)].filter(Boolean).join(" ");
}

// ---- What is told above everything else

function notices() {
  const { server, lost, ended, gone } = kept, said = [];
  const unsent = lost.filter((entry) => entry.text).map((entry) => `${entry.nr}: ${saidOf(read(entry.text))}`);
  if (over) said.push([over]);
  if (!keeps && (writing() || kept.queue.length)) said.push([words.keeps_nothing]);
  if (gone) said.push([words.gone]);
  else if (!server.open) said.push([closed()]);
  else if (server.lease.paper) said.push([words.paper]);
  else if (ended) said.push([server.lease.held ? words.lost : words.ended]);
  if (unsent.length) said.push([words.unsent, unsent, () => change(() => ({ lost: [] }))]);
  if (missed) said.push([words.other_tab, [missedSaid()], () => { missed = null; told(); }]);
  if (!writing()) said.push(...lasting().map((sentence) => [sentence]));
  const [changed] = unseen();
  const inside = JSON.stringify([said, changed, Boolean(missed)]);
  const place = one("#hinweise");
  if (place.dataset.told === inside) return;
  place.dataset.told = inside;
  place.replaceChildren(...(changed ? [changeNote(changed)] : []), ...said.map(([sentence, points = [], noted]) => {
    const note = make("div", "", { class: "notice" }), list = make("ul");
    list.append(...points.map((point) => make("li", point)));
    note.append(make("p", sentence));
    if (noted) note.append(list, button(points === unsent ? words.noted : words.seen, noted, "second"));
    return note;
  }));
}

// What was tapped here and not entered, since another tab was faster.
function missedSaid() {
  const { kind, nr, seat, text } = missed;
  if (text) return fill(words.last, { number: nr, said: saidOf(read(text)) });
  return [words.kinds[kind], namesBySeat()[seat]].filter(Boolean).join(": ");
}

// What has changed, one after the other, until somebody at this device has seen it.
function changeNote(sentence) {
  const note = make("div", "", { class: "notice news" });
  note.append(make("p", sentence), button(words.seen, () => saw(sentence), "second"));
  return note;
}

const closed = () => fill(words.closed, { state: kept.server.state_name });

function head(now) {
  const server = kept.server;
  const number = correcting ? correcting.number : now.deals + Number(!now.complete);
  const round = correcting ? now.rows.find((row) => row.nr >= correcting.nr && row.round)?.round ?? now.round : now.round;
  const parts = server.target ? [fill(words.match, { number, points: server.target })]
    : [fill(words.head, { number, deals: server.expected }), fill(words.round, { round })];
  if (server.ends && server.open) parts.push(fill(words.until, { time: clock(server.ends) }));
  one("#spiel").textContent = parts.join(" · ");
  const { dealer } = correcting ?? now, first = table.leads ? leaderAfter(dealer) : dealer;
  one("#geber").textContent = now.complete && !correcting ? "" : fill(words.dealer, { name: namesBySeat(number)[first] ?? "" });
  const count = kept.queue.length;
  const broken = resting ? words.resting : count ? words.offline : words.offline_sent;
  const state = network ? count ? words.waiting : words.sent : broken;
  one("#netz").textContent = fill(state, { count });
  one("#netz").className = network && !count ? "good" : "waits";
}

function banner(now) {
  const last = now.last;
  one("#letztes").textContent = last ? fill(words.last, { number: last.number || "–", said: saidOf(last) }) : words.first;
  const points = now.feet.map((foot) => plain(foot.points)).join(" · ");
  one("#stand").textContent = last?.round ? fill(words.stand, { points }) : "";
  one("#falsch").hidden = !correcting && !(last && correctable(last));
  one("#falsch").textContent = correcting ? words.back : words.wrong;
}

const correctable = (row) => !row.void && !row.penalty;

// ---- The list as it lies on the table

function drawList(now, write) {
  const inside = JSON.stringify([kept.server, kept.queue, write, over, now.complete]);
  const place = one("#liste");
  if (place.dataset.told === inside) return;
  place.dataset.told = inside;
  const scrolled = place.scrollTop, before = all("#liste button"), focused = before.indexOf(document.activeElement);
  const parts = [feetTable(now)];
  if (now.complete && !now.handedIn && kept.server.open && (write || kept.server.lease.held)) parts.push(make("p", write ? words.complete : words.complete_there));
  if (write && now.complete && !now.handedIn) parts.push(signatures(now), handIn(now));
  if (kept.queue.length && (over || write && now.complete)) parts.push(button(words.as_code, showCode));
  parts.push(...kept.server.findings.map((said) => make("p", said, { class: "notice" })), rowsTable(now, write && !now.handedIn));
  if (!write && !over && kept.server.open && !kept.server.lease.paper) parts.unshift(...reader());
  if (write && !now.complete) parts.unshift(button(words.go_on, () => { showsList = false; told(); }));
  place.replaceChildren(...parts);
  place.scrollTop = scrolled;
  if (focused < 0 || dialog.open) return;
  const after = all("#liste button"), same = after.find((each) => called(each) === called(before[focused]));
  const again = same ?? after[focused];   // whoever has signed is called otherwise
  if (again) again.focus({ preventScroll: true });
}

const called = (button) => button.getAttribute("aria-label") ?? button.textContent;

function reader() {
  const { lease } = kept.server;
  const who = lease.held ? fill(words.reader, { name: namesBySeat()[lease.keeper] ?? "" }) : words.nobody_writes;
  const act = button(lease.held ? words.go_on_here : words.write, () => askWho());
  return [make("p", who), act];
}

function feetTable(now, short = {}) {
  const made = make("table", "", { class: "stand" });
  made.append(make("caption", words.stand_heading));
  const body = made.createTBody();
  players().forEach(({ seat, name }, index) => {
    const row = body.insertRow(), foot = now.feet[index], counts = table.loses ? `${foot.won} : ${foot.lost}` : foot.won;
    row.append(make("th", `${now.signed.has(seat) ? "✓ " : ""}${seat} ${short[seat] || name}`, { scope: "row" }), make("td", plain(foot.points)), make("td", counts));
    if (kept.server.adds) row.append(make("td", plain(foot.result), { class: "result" }));
  });
  const top = made.createTHead().insertRow();
  for (const heading of [words.player, words.points, words.counts]) top.append(make("th", heading, { scope: "col" }));
  if (kept.server.adds) top.append(make("th", kept.server.result, { scope: "col" }));
  return made;
}

// Everybody taps on his own name; whoever hit another's takes that back.
function signatures(now) {
  const signing = players(now.deals), feet = signing.map(({ name }, index) => [name, now.feet[index].points]);
  return grid(signing.map(({ seat, name }) => {
    const done = now.signed.has(seat);
    const act = done ? () => takeBack(seat, name) : () => enter("sign", { seat, feet }, () => listNow().signed.has(seat));
    return button(done ? `✓ ${name}` : name, act, "", { "aria-label": `${name}: ${done ? words.signed : words.sign}`, "aria-pressed": String(done) });
  }));
}

function takeBack(seat, name) {
  panel(fill(words.unsign_of, { name }), [button(words.unsign, () => { dialog.close(); enter("unsign", { seat }); })]);
}

function handIn(now) {
  const everybody = kept.server.seats.every(({ seat }) => now.signed.has(seat));
  const made = button(words.hand_in, () => enter("hand_in", {}, () => !writing() || listNow().handedIn));
  made.disabled = !everybody;
  return made;
}

function rowsTable(now, write) {
  const made = make("table", "", { class: "running" });
  made.append(make("caption", words.rows_heading));
  const body = made.createTBody();
  for (const row of [...now.rows].reverse()) {
    const line = body.insertRow();
    if (row.round) line.className = "full";
    if (row.void) line.className = "struck";
    line.append(make("td", row.number || "–"));
    const cell = make("td");
    const said = saidOf(row);
    if (write && correctable(row)) cell.append(button(said, () => older(row), "quiet", { "aria-label": fill(words.row, { number: row.number, said }) }));
    else cell.append(said);
    if (row.pending) cell.append(make("small", ` ${words.on_its_way}`));
    line.append(cell);
  }
  return made;
}

function older(row) {
  showsList = false;
  change_row(row);
}

// ---- Who writes

function askWho(code = "") {
  const names = players().map(({ seat, name }) => button(name, () => ask_to_write(seat, code)));
  panel(words.who_writes, [grid(names)]);
}

async function ask_to_write(keeper, code, forced = false) {
  let answer;
  try {
    answer = await takeOver(keeper, code, forced);
  } catch {
    answer = { said: words.network_needed };
  }
  if (!answer.said) {
    dialog.close();
    history.replaceState(null, "", location.pathname);
    showsList = false;
    return told();
  }
  if (!answer.held) return panel(words.not_now, [make("p", answer.said)]);
  const field = make("input", "", { "aria-label": words.code, autocomplete: "off", autocapitalize: "none", maxlength: 8 });
  const form = make("form", "", { class: "inline" });
  form.append(field, make("button", words.take));
  form.addEventListener("submit", (event) => { event.preventDefault(); ask_to_write(keeper, field.value.trim()); });
  const force = button(words.force, () => ask_to_write(keeper, "", true), "second");
  return panel(words.held, [make("p", words.held_help), form, make("p", words.force_help), force]);
}

async function handOver() {
  const address = `${location.origin}${base}#${kept.code}`;
  if (kept.queue.length) return panel(words.hand_over, [make("p", words.send_first)]);
  const canvas = make("canvas", "", { class: "qr", role: "img", "aria-label": address });
  panel(words.hand_over, [make("p", words.hand_over_help), canvas, make("p", kept.code, { class: "code-word" })]);
  return drawCode(canvas, address);
}

async function drawCode(canvas, text) {
  const { generate } = await import(document.body.dataset.codes);
  generate(text).toCanvas(canvas);
}

// The list for the camera of the office, where there is no network at all.
async function showCode() {
  const address = `${location.origin.toUpperCase()}/Q/${payload()}`;
  const canvas = make("canvas", "", { class: "qr", role: "img", "aria-label": address });
  panel(words.as_code, [make("p", words.as_code_help), canvas, feetTable(listNow(), namesBySeat())], { kind: "whole" });
  await drawCode(canvas, address);
}

// ---- More

function more() {
  const parts = [];
  if (writing() && !over) {
    parts.push(button(words.see_list, () => { showsList = true; dialog.close(); told(); }), button(words.hand_over, handOver));
    parts.push(button(words.as_code, showCode, "second"));
    const { last, handedIn } = listNow();
    if (last && correctable(last) && !handedIn) parts.push(button(fill(words.take_back, { number: last.number }), () => { dialog.close(); enter("undo", { nr: last.nr, before: last.text }); }, "second"));
    if (!handedIn) parts.push(make("p", words.who_plays));
  }
  const link = make("a", words.public_page, { href: document.body.dataset.event, class: "button second" });
  const offline = make("p", "kept" in document.body.dataset ? words.starts_offline : words.needs_network);
  panel(words.more, [...parts, link, offline]);
}

// ---- All together

told = () => {
  if (!kept.server) {
    one("#netz").textContent = over || (network ? "" : words.network_needed);
    return;
  }
  const now = listNow(), write = writing() && !over;
  if (correcting && !write) correcting = null;
  const pad = write && (correcting || !showsList && !now.complete);
  document.body.classList.toggle("writes", pad);
  one("#eingabe").hidden = !pad;
  one("#liste").hidden = pad;
  head(now);
  notices();
  if (pad) {
    banner(now);
    drawChoice(now);
  } else drawList(now, write);
  if (write) settle();
  stayAwake(write && !now.handedIn);
  tapWaiting(pad);
};

// ---- The screen stays on while a list is written: nobody unlocks a phone before every deal

let awake = null;   // the lock, or the promise of one
async function stayAwake(wanted) {
  if (!navigator.wakeLock || document.hidden || Boolean(awake) === wanted) return;
  const lock = awake;
  awake = wanted ? navigator.wakeLock.request("screen") : null;
  try {
    if (lock) await (await lock).release();
    if (wanted) (await awake).addEventListener("release", () => { awake = null; });   // whoever looks elsewhere loses it
  } catch {
    awake = null;   // a phone that saves its battery
  }
}

one("#falsch").addEventListener("click", once(() => correcting ? change_nothing() : change_row(listNow().last)));
one("#mehr").addEventListener("click", more);

// From now on the page starts without a network too: the worker that keeps it has seen it go by.
async function keepPage() {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  await worker.register(document.body.dataset.worker);
  if (!worker.controller) await new Promise((done) => worker.addEventListener("controllerchange", done, { once: true }));
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.ok && await caches.match(location.href, { ignoreSearch: true, ignoreVary: true })) document.body.dataset.kept = "";
}

// The code of the device that writes, scanned with this one.
function scanned() {
  if (kept.server && !writing() && location.hash.length > 1) askWho(location.hash.slice(1));
}

async function begin() {
  // what was refused is asked anew: the page may be a newer one
  await change(() => ({ queue: kept.queue.map(({ problem, ...entry }) => entry) }));
  await sync();
  if (writing() && !kept.key) await takeOver(kept.server.lease.keeper).catch(() => {});   // an older page took the list
  scanned();
  addEventListener("hashchange", scanned);
  let ticks = 0;
  setInterval(() => { ticks += 1; if (kept.queue.length || ticks % 2 === 0) sync(); }, 3000);
  addEventListener("online", sync);
  document.addEventListener("visibilitychange", () => document.hidden || lookAtShelf().then(sync));
  if (navigator.storage && navigator.storage.persist) navigator.storage.persist();
  await keepPage();
}
begin();
document.documentElement.classList.add("begun");
