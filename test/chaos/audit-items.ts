import type { Entry } from "./journal.ts";
import type { Row } from "./row.ts";
import { repeated, rowOf } from "./row.ts";

/** A deck, a page or a recommendation as the system lists it. */
export interface SeenItem {
  readonly id: string;
  /** Its address, as it was sent. */
  readonly subject: string;
  readonly state: "finished" | "failed" | "pending";
  /** What a change sets; null without one. */
  readonly text: string | null;
}

/** What the requests about one item permit at the end. */
interface Permitted {
  readonly mayBeThere: boolean;
  readonly mayBeMissing: boolean;
  /** Null: any text. */
  readonly texts: ReadonlySet<string | null>;
}

/**
 * What the entries about one subject permit. The sender sent one after the other; but a request without an answer may take
 * effect at any later time, or never.
 */
function permitted(entries: readonly Entry[]): Permitted {
  const saves = entries.filter(({ verb, outcome }) => verb === "save" && outcome !== "refused");
  const deletions = entries.filter(({ verb, outcome }) => verb === "delete" && outcome !== "refused");
  const isSaved = saves.some(({ outcome }) => outcome === "accepted");
  const isDeleted = deletions.some(({ outcome }) => outcome === "accepted");
  const setTexts = entries.filter(({ text, outcome }) => text !== null && outcome !== "refused");
  const last = setTexts.findLast(({ outcome }) => outcome === "accepted");
  const texts = setTexts.filter((entry) => entry === last || entry.outcome === "unknown").map(({ text }) => text);
  return {
    mayBeThere: saves.length > 0 && (!isDeleted || saves.some(({ outcome }) => outcome === "unknown")),
    mayBeMissing: !isSaved || deletions.length > 0,
    texts: new Set(texts),
  };
}

/**
 * Audits items of one kind.
 *
 * @param entries about them, by subject; subjects of several senders differ
 * @param seen every such item that the system lists, in any order
 */
export function auditItems(
  what: string,
  entries: ReadonlyMap<string, readonly Entry[]>,
  seen: readonly SeenItem[],
): Row[] {
  const bySubject = Map.groupBy(seen, ({ subject }) => subject);
  const lost = { save: [] as string[], change: [] as string[], delete: [] as string[] };
  const doubled = [...repeated(seen.map(({ subject }) => subject)), ...repeated(seen.map(({ id }) => id))];
  for (const [subject, about] of entries) {
    const { mayBeThere, mayBeMissing, texts } = permitted(about);
    const [item] = bySubject.get(subject) ?? [];
    // An item that was accepted twice under two ids was made twice, whatever is there now.
    const ids = new Set(about.filter(({ verb, id }) => verb === "save" && id !== null).map(({ id }) => id));
    if (ids.size > 1) doubled.push(subject);
    if (item === undefined) {
      if (!mayBeMissing) lost.save.push(subject);
    } else if (!mayBeThere) {
      lost.delete.push(subject);
    } else {
      if (ids.size > 0 && !ids.has(item.id)) doubled.push(`${subject} (${item.id})`);
      if (texts.size > 0 && !texts.has(item.text)) lost.change.push(`${subject} (${item.text})`);
    }
  }
  for (const subject of bySubject.keys()) if (!entries.has(subject)) doubled.push(`${subject}, which nobody sent`);
  const all = [...entries.values()].flat();
  const of = (wanted: Entry["verb"]) => all.filter(({ verb }) => verb === wanted);
  const accepted = (wanted: Entry["verb"]) => of(wanted).filter(({ outcome }) => outcome === "accepted");
  const inState = (state: SeenItem["state"]) =>
    new Set(seen.filter((item) => item.state === state).map(({ subject }) => subject));
  const [failed, pending, missing] = [inState("failed"), inState("pending"), new Set(lost.save)];
  const saved = accepted("save").filter(({ subject }) => !pending.has(subject) && !missing.has(subject));
  const failures = saved.filter(({ subject }) => failed.has(subject)).length;
  return [
    rowOf(`${what}: saved`, of("save"), {
      // What was deleted afterwards is finished, too.
      finished: saved.length - failures,
      failed: failures,
      lost: lost.save,
      doubled,
      stuck: [...pending],
    }),
    rowOf(`${what}: changed`, of("change"), {
      finished: accepted("change").length - lost.change.length,
      lost: lost.change,
    }),
    rowOf(`${what}: deleted`, of("delete"), {
      finished: accepted("delete").length - lost.delete.length,
      lost: lost.delete,
    }),
  ];
}
