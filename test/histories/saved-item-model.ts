import type { HttpAnswer } from "../emulators/http-event.ts";
import type { Dead } from "./actor.ts";
import { DEAD } from "./actor.ts";
import type { Event } from "./possible-states.ts";

/** What a user writes of an item. */
export interface Written {
  /** The memo or the note. */
  readonly text: string | null;
  /** The only tag; null without tags. */
  readonly tag: string | null;
  readonly unread: boolean;
  readonly starred: boolean;
}

/** The content of a request that saves an item. */
export interface Saved extends Written {
  /** When it was saved elsewhere; null for now. */
  readonly savedAt: string | null;
}

/**
 * What a user did with an item: a stock or a bookmark. `subject` is the address that it is about, `change` has one field
 * or more, `again` is the request to read the site again, `page` sends what a browser shows of it, `retry` that of an
 * administrator for a failed job, `merge` makes the item one with that of the subject `into`, `place` keeps where its user is
 * in its text.
 */
export type SavedItemAct =
  | { readonly do: "save"; readonly subject: string; readonly saved: Saved; readonly key: string | null }
  | { readonly do: "change"; readonly subject: string; readonly changes: Partial<Written> }
  | { readonly do: "merge"; readonly subject: string; readonly into: string }
  | { readonly do: "place"; readonly subject: string; readonly at: string; readonly progress: number }
  | { readonly do: "delete" | "again" | "page" | "retry" | "read"; readonly subject: string };

/** An item as the API shows it. */
export interface ShownItem extends Saved {
  readonly subject: string;
  readonly status: "pending" | "ready" | "failed";
  /** What was read of the site. */
  readonly title: string | null;
  /** The place in its text, with its time first, as `placeText` has it; null without one. */
  readonly place: string | null;
}

/** A place as the model compares it. */
export function placeText({ at, progress }: { readonly at: string; readonly progress: number }): string {
  return `${at} ${progress}`;
}

/** What a user has read of an item. */
type HasRead = Pick<ShownItem, "unread" | "place">;

/** How a feature differs from others. */
export interface SavedItemRules {
  /** Whether saving a failed item again requests its work again. */
  readonly savingRevives: boolean;
}

interface ItemState extends Saved, HasRead, Pick<ShownItem, "status"> {
  /** The creation that made the item. */
  readonly creation: string;
}

/** An answer as the model predicts it. */
type Predicted = Partial<Saved & HasRead & Pick<ShownItem, "status" | "subject">> & { readonly code: number };

interface KeyState {
  readonly content: string;
  readonly creation: string;
  /** Epoch milliseconds. */
  readonly requestedAt: number;
  /** Null until a request with the key was answered. */
  readonly answer: Predicted | null;
}

/** What a user has. A subject or a key that is absent has no entry. */
export interface SavedItems {
  readonly items: Readonly<Record<string, ItemState>>;
  readonly keys: Readonly<Record<string, KeyState>>;
  /** The creations that have made an item, which may be deleted. */
  readonly creations: readonly string[];
  /** The subjects of items that were merged, each with that of the item that it was merged into. */
  readonly aliases: Readonly<Record<string, string>>;
}

export const NO_ITEMS: SavedItems = { items: {}, keys: {}, creations: [], aliases: {} };

/** Milliseconds for which a key is kept: 72 hours. */
const KEY_KEPT_MS = 72 * 3_600_000;

/** How an act ended. */
export interface Ended {
  readonly answer: HttpAnswer | Dead;
  /** The item in the answer; null without one. */
  readonly shown: ShownItem | null;
  /** Epoch milliseconds of its start and its end. */
  readonly during: readonly [number, number];
  /** Whether AWS refused or did not answer a call, so that the answer may be a 5xx. */
  readonly mayFail: boolean;
  /** Whether a deletion or a merge of the same user happened at the same time. */
  readonly mayBeOvertaken: boolean;
}

/** The effect of an act and what its answer proves. @param creation identifies this act */
export function actEvent(rules: SavedItemRules, act: SavedItemAct, ended: Ended, creation: string): Event<SavedItems> {
  const { answer, shown } = ended;
  const isUnknown = answer === DEAD || (answer.status >= 500 && ended.mayFail);
  return (state) => {
    const outcomes = outcomesOf(rules, act, state, ended, creation);
    if (isUnknown) return [state, ...outcomes.flatMap(({ after, partly = [] }) => [after, ...partly])];
    const isRight = ({ code, ...fields }: Predicted) =>
      answer.status === code &&
      Object.entries(fields).every(([name, value]) => shown?.[name as keyof ShownItem] === value);
    return outcomes.filter(({ predicted }) => isRight(predicted)).map(({ after }) => after);
  };
}

/** A possible end of an act: the answer and the state after it, and the states that an act that died may leave instead. */
interface Outcome {
  readonly predicted: Predicted;
  readonly after: SavedItems;
  readonly partly?: readonly SavedItems[];
}

function outcomesOf(
  rules: SavedItemRules,
  act: SavedItemAct,
  state: SavedItems,
  { during, mayBeOvertaken }: Pick<Ended, "during" | "mayBeOvertaken">,
  creation: string,
): readonly Outcome[] {
  const { subject } = act;
  const item = state.items[subject];
  if (act.do === "save") return [...new Set(during)].flatMap((now) => saved(rules, act, state, now, creation));
  if (act.do === "merge") return merged(state, act, mayBeOvertaken);
  if (item === undefined) return [{ predicted: { code: 404 }, after: state }];
  const { creation: _creation, ...fields } = item;
  const { status } = item;
  const pending: Outcome = {
    predicted: { code: 202, ...(act.do !== "retry" ? { ...fields, status: "pending" } : {}) },
    after: withItem(state, subject, { ...item, status: "pending" }),
  };
  switch (act.do) {
    case "read":
      return [{ predicted: { code: 200, ...fields }, after: state }];
    case "change":
      return [
        {
          predicted: { code: 200, ...fields, ...act.changes },
          after: withItem(state, subject, { ...item, ...act.changes }),
        },
      ];
    case "place": {
      const read = { ...fields, ...readTo(item, act) };
      return [{ predicted: { code: 200, ...read }, after: withItem(state, subject, { ...item, ...read }) }];
    }
    case "delete":
      return [{ predicted: { code: 204 }, after: withoutItem(state, subject) }];
    case "again":
      return status === "pending" ? [{ predicted: { code: 409 }, after: state }] : [pending];
    case "page":
      return [pending];
    case "retry":
      // The failed job is found, or not, by one request, and retried by another one, which may come too late.
      return [
        ...(status === "failed" ? [pending] : []),
        ...[404, 409].map((code) => ({ predicted: { code }, after: state })),
      ];
  }
}

/** The latest place stays, and the end makes read what was not at its end before. */
function readTo({ unread, place }: HasRead, { at, progress }: Extract<SavedItemAct, { do: "place" }>): HasRead {
  if (place !== null && at <= place.slice(0, at.length)) return { unread, place };
  return { unread: unread && (progress !== 1 || place?.endsWith(" 1") === true), place: placeText({ at, progress }) };
}

function saved(
  rules: SavedItemRules,
  { subject, saved: content, key }: Extract<SavedItemAct, { do: "save" }>,
  state: SavedItems,
  now: number,
  ours: string,
): readonly Outcome[] {
  if (key === null) return [created(rules, state, subject, content, ours)];
  const body = JSON.stringify([subject, content]);
  const kept = state.keys[key];
  const used = kept !== undefined && now < Math.ceil(kept.requestedAt / 1_000) * 1_000 + KEY_KEPT_MS ? kept : undefined;
  if (used !== undefined && used.content !== body) return [{ predicted: { code: 409 }, after: state }];
  if (used?.answer) return [{ predicted: used.answer, after: state }];
  const record = used ?? { content: body, creation: ours, requestedAt: now, answer: null };
  const claimed = withKey(state, key, record);
  const { predicted, after } = created(rules, claimed, subject, content, record.creation);
  return [{ predicted, after: withKey(after, key, { ...record, answer: predicted }), partly: [claimed, after] }];
}

function created(
  { savingRevives }: SavedItemRules,
  state: SavedItems,
  subject: string,
  content: Saved,
  creation: string,
): Outcome {
  const item = state.items[subject];
  const asNew: Predicted = { code: 201, ...content, place: null, status: "pending" };
  if (item?.creation === creation || state.creations.includes(creation)) return { predicted: asNew, after: state };
  const staying = stayingOf(state, subject);
  if (staying === null) {
    const { [subject]: _dead, ...aliases } = state.aliases;
    const made = withItem(state, subject, { status: "pending", ...content, place: null, creation });
    return { predicted: asNew, after: { ...made, aliases, creations: [...state.creations, creation] } };
  }
  if (item === undefined) return { predicted: shownAt(state, staying), after: state };
  const status = savingRevives && item.status === "failed" ? "pending" : item.status;
  const { creation: _creation, ...fields } = item;
  return {
    predicted: { code: 200, ...fields, status },
    after: withItem(state, subject, { ...item, status }),
  };
}

/** A merge, in its two writes. One that is overtaken after the first has taken what the item had, and is refused. */
function merged(
  state: SavedItems,
  { subject, into }: Extract<SavedItemAct, { do: "merge" }>,
  mayBeOvertaken: boolean,
): readonly Outcome[] {
  const refused = (code: number, after = state): Outcome => ({ predicted: { code }, after });
  if (subject === into) return [refused(400)];
  const item = state.items[subject];
  const staying = stayingOf(state, into);
  if (item === undefined) {
    const there = stayingOf(state, subject);
    return [there === null || there !== staying ? refused(404) : { predicted: shownAt(state, there), after: state }];
  }
  if (staying === null) return [refused(404)];
  if (staying === subject) return [refused(400)];
  const other = state.items[staying] as ItemState;
  const taken = withItem(state, staying, {
    ...other,
    text: bothTexts(other.text, item.text),
    tag: other.tag ?? item.tag,
    unread: other.unread && item.unread,
    starred: other.starred || item.starred,
    savedAt: other.savedAt ?? item.savedAt,
    place:
      [other.place, item.place]
        .filter((place) => place !== null)
        .sort()
        .at(-1) ?? null,
  });
  const after = { ...withoutItem(taken, subject), aliases: { ...state.aliases, [subject]: staying } };
  const overtaken = mayBeOvertaken ? [400, 404].map((code) => refused(code, taken)) : [];
  return [{ predicted: shownAt(taken, staying), after, partly: [taken] }, ...overtaken];
}

function bothTexts(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  const isThere = `\n\n${one}\n\n`.includes(`\n\n${other}\n\n`);
  return isThere ? one : `${one}\n\n${other}`;
}

/** The subject of the item that a subject stands for; null where none is left. */
function stayingOf(state: SavedItems, subject: string): string | null {
  if (state.items[subject] !== undefined) return subject;
  const next = state.aliases[subject];
  return next === undefined ? null : stayingOf(state, next);
}

function shownAt(state: SavedItems, subject: string): Predicted {
  const { creation: _creation, ...fields } = state.items[subject] as ItemState;
  return { code: 200, subject, ...fields };
}

function withItem(state: SavedItems, subject: string, item: ItemState): SavedItems {
  return { ...state, items: { ...state.items, [subject]: item } };
}

function withoutItem(state: SavedItems, subject: string): SavedItems {
  const { [subject]: _deleted, ...items } = state.items;
  return { ...state, items };
}

function withKey(state: SavedItems, key: string, record: KeyState): SavedItems {
  return { ...state, keys: { ...state.keys, [key]: record } };
}

/** What a worker or reconcile may do: end what is pending, and process again what failed. What is ready stays ready. */
export const background: Event<SavedItems> = (state) =>
  Object.entries(state.items).reduce<readonly SavedItems[]>(
    (states, [subject, item]) =>
      item.status === "ready"
        ? states
        : states.flatMap((one) =>
            (["pending", "ready", "failed"] as const).map((status) => withItem(one, subject, { ...item, status })),
          ),
    [state],
  );

/** What a list shows, which removes the states that differ. */
export function listed(items: readonly ShownItem[]): Event<SavedItems> {
  const row = (
    subject: string,
    { text, tag, unread, starred, savedAt, status, place }: Omit<ItemState, "creation">,
  ) => {
    return [subject, text, tag, unread, starred, savedAt, status, place];
  };
  const shown = inOrder(items.map((item) => row(item.subject, item)));
  return (state) => {
    const has = Object.entries(state.items).map(([subject, item]) => row(subject, item));
    return inOrder(has) === shown ? [state] : [];
  };
}

function inOrder(rows: readonly unknown[]): string {
  return rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join();
}
