// The shapes that the scripts of the table device share, for the compiler alone: what the site gives the page, what the
// list is, and what a phone keeps. Phones hold lists of earlier versions, so a field is only ever added, as one that may
// be missing.

/** Value, base, and the scores won and lost (0 where that cannot be) of one way to play: `preview.py`. */
type Game = [value: number, base: number, won: number, lost: number];

/** The rule book as agreed on, as a table to look values up in: `preview.py`. */
interface Book {
  games: Record<string, Game>;
  bids: number[];
  overbids: boolean;
  passing: boolean;
  whole: boolean;
  scores: number[];
  values: number[];
  loses: boolean;
  leads: boolean;
}

/** What the page says, in the visitor's language: `words.py`. */
interface Words extends Record<Sentence, string> {
  games: Record<string, string>;
  letters: Record<string, string>;
  levels: Record<string, string>;
  kinds: Record<string, string>;
}

type Sentence =
  | "claim_again" | "claim_held" | "half_code" | "here_already" | "kept_aside" | "leave_to_office" | "leave_to_other" | "list_of"
  | "old_code" | "other_rules" | "other_table" | "handed_on" | "aloud" | "aloud_now" | "call" | "call_back" | "camera" | "no_camera" | "call_taken" | "call_waits" | "deals" | "lay_down"
  | "minus" | "passed_on" | "place" | "stand_up" | "write_on"
  | "again" | "agree" | "agree_change" | "announced" | "append_ours" | "as_code" | "as_code_help" | "back" | "change"
  | "choose" | "clash" | "clash_by" | "closed" | "code" | "complete" | "complete_there" | "correcting" | "counts" | "dealer"
  | "drop" | "ended" | "enter" | "event_over" | "first" | "force" | "force_help" | "forced" | "go_on" | "go_on_here" | "gone"
  | "hand_in" | "hand_over" | "hand_over_help" | "head" | "held" | "held_help" | "here" | "impossible" | "instead"
  | "keep_theirs" | "keeps_nothing" | "last" | "loses" | "loses_value" | "lost" | "lost_deal" | "match" | "mit_many" | "mit_n"
  | "more" | "needs_network" | "network_needed" | "no_value" | "nobody" | "nobody_writes" | "not_behind" | "not_now"
  | "not_overbid" | "noted" | "nothing_said" | "nothing_there" | "offline" | "offline_sent" | "ohne_many" | "ohne_n"
  | "on_its_way" | "other_tab" | "overbid" | "paper" | "passed" | "penalty" | "plain" | "player" | "points" | "public_page"
  | "put_ours" | "reader" | "refused" | "refused_address" | "resting" | "round" | "row" | "rows_heading" | "see_list" | "seen"
  | "send_first" | "sent" | "sign" | "signed" | "signed_another" | "stand" | "stand_heading" | "starts_offline" | "struck"
  | "take" | "take_back" | "there" | "time_up" | "unsent" | "unsign" | "unsign_of" | "until" | "value_label" | "waiting"
  | "which_bid" | "which_instead" | "who_plays" | "who_writes" | "wins" | "wins_value" | "without" | "won" | "write" | "wrong";

/** The game as which an overbid Null is charged. */
interface Instead {
  game: string;
  n: number;
  ohne: boolean;
}

/** A deal as far as it has been tapped. `said`: announced 1 Schneider, 2 Schwarz, 3 ouvert; `stage`: reached 1 Schneider, 2 Schwarz. */
interface Choice {
  seat: number;
  won: boolean | null;
  passed: boolean;
  game: string;
  kind: string;
  n: number;
  ohne: boolean;
  hand: boolean;
  stage: number;
  said: number;
  bid: number;
  instead: Instead | null;
  value: number;
}

/** A seat and who sits there, `later` who took over from a deal on. */
interface Seat {
  seat: number;
  name: string;
  later?: { name: string; from: number };
}

interface Row {
  nr: number;
  number: number;
  dealer: number;
  active: number[];
  seat: number;
  text: string;
  said: string;
  score: number;
  void: boolean;
  penalty: number;
  round: number;
  findings: string[];
  pending?: boolean;
}

/** What a row says that this device has read itself. */
type ReadRow = Pick<Row, "text" | "seat" | "score" | "said" | "void" | "penalty" | "findings">;

/** Who deals and who can be credited. */
type Turn = [dealer: number, active: number[]];

interface Lease {
  generation: number;
  held: boolean;
  keeper: number;
  paper: boolean;
  forced: string | null;
}

/** The list as the server tells it: `state.py`. */
interface Server {
  list: string;
  code: string;
  state: string;
  state_name: string;
  open: boolean;
  seats: Seat[];
  rows: Row[];
  deals: number;
  expected: number;
  target: number | null;
  ends: string | null;
  told?: string[];
  cycle: Turn[];
  feet: [points: number, won: number, lost: number, passed: number, result: number][];
  weights: { own: number; all: number; won: number; lost: number; others: number };
  adds: boolean;
  result: string;
  findings: string[];
  signed: number[];
  lease: Lease;
  rules?: string;
  place?: [round: number, table: number];
}

/** What a table card says to a phone without a network: `paper_codes.py`. */
interface Card {
  rules: string;
  place: [round: number, table: number];
  names: string[];
  lease: string;
}

/** A list that another phone hands over. */
interface ListCode extends Omit<Card, "lease"> {
  number: number;
  counter: number;
  claim: string;
  deals: string;
}

type Code = { kind: "broken" } | { kind: "word"; word: string } | { kind: "card" } & Card | { kind: "list" } & ListCode;

/** By what this phone writes without the site having granted it; and why the site does not, as it has said. */
interface Claim {
  keeper: number;
  code: string;
  said?: string;
  held?: boolean;
  list?: string;
  who?: string;
  there?: number;
}

/** What became of an entry that the server did not take. */
interface Problem {
  status: string;
  said?: string[];
  who?: string;
  at?: string;
}

type Said =
  | { kind: "row"; nr: number; dealer: number; text: string }
  | { kind: "correction"; nr: number; before: string; text: string; agreed?: number[] }
  | { kind: "undo"; nr: number; before: string }
  | { kind: "sign"; seat: number; feet: [name: string, points: number][] }
  | { kind: "unsign"; seat: number }
  | { kind: "hand_in" };

/** What was entered here and the server has not confirmed. */
type Entry = Said & { key: string; problem?: Problem };

/** What a phone keeps of the list. */
interface Kept {
  server: Server | null;
  mark: string;
  queue: Entry[];
  lost: Entry[];
  seen: string[];
  device: string;
  generation: number;
  card?: Card | null;
  claim?: Claim | null;
  passed?: boolean;
  key: string;
  counter: number;
  gone: boolean;
  ended: boolean;
  ahead: number;
}

interface Foot {
  points: number;
  won: number;
  lost: number;
  result: number;
}

/** The list as those at the table see it. */
interface Now {
  rows: Row[];
  feet: Foot[];
  signed: Set<number>;
  deals: number;
  dealer: number;
  active: number[];
  handedIn: boolean;
  round: number;
  complete: boolean;
  last: Row | undefined;
}

// ---- What browsers and libraries bring along

/** static/vendor/idb-*.umd.js */
declare const idb: {
  openDB(name: string, version: number, callbacks: { upgrade(database: IDBDatabase): void }): Promise<IdbDatabase>;
};
interface IdbStore {
  get(key: string): Promise<any>;
  put(value: any, key: string): Promise<unknown>;
}
interface IdbDatabase {
  transaction(store: string, mode?: string, options?: object): { store: IdbStore; done: Promise<void> };
}

/** https://wicg.github.io/shape-detection-api/#barcode-detection-api, which the compiler does not know */
declare class BarcodeDetector {
  constructor(options: { formats: string[] });
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

/** The library that comes with django-htmx, in the parts that are used here. */
declare const htmx: {
  ajax(verb: string, path: string, context: object): Promise<void>;
  process(element: Element): void;
  trigger(element: Element, event: string): void;
};

interface DocumentEventMap {
  "htmx:afterRequest": CustomEvent<{ successful: boolean; xhr: XMLHttpRequest; requestConfig: { verb: string } }>;
}
