import type { MessageSchemas, Release } from "../release.ts";
import type { Schema } from "./schema.ts";
import { alone, lostFields, unreadable } from "./schema.ts";

const STRICT = { takesNewValues: false };

const ADD_FIRST =
  "Let this release read both forms and write the old one, and a later release write the new one: a field is optional first.";
const KEEP =
  "A field keeps its name and its meaning: write and read the old one beside the new one until nothing holds it.";

/** The messages that a worker could not read: of the last release by this tree's worker, and the other way round. */
export function messageBreaks(old: Release["messages"], now: Release["messages"]): readonly string[] {
  return Object.entries(old).flatMap(([queue, before]) => {
    const after = now[queue];
    if (after === undefined)
      return [`Queue ${queue} has no messages any more. Let its worker read them for one release.`];
    return differences(`Message of ${queue}`, before, after);
  });
}

/** The items that could not be read: of the last release by this tree, and, after a rollback, the other way round. */
export function itemBreaks(old: Release["items"], now: Release["items"]): readonly string[] {
  return Object.entries(old).flatMap(([type, before]) => {
    const after = now[type];
    if (after === undefined)
      return [`Item ${type} is unknown now. Keep the type, and its name, as long as tables hold such items.`];
    return differences(`Item ${type}`, asBoth(before), asBoth(after));
  });
}

const asBoth = (schema: Schema): MessageSchemas => ({ written: schema, read: schema });

function differences(what: string, old: MessageSchemas, now: MessageSchemas): readonly string[] {
  // Not what it writes: a dead-letter queue or a table can hold what a release before it has written.
  const newer = unreadable(alone(old.read), alone(now.read), STRICT);
  const older = unreadable(alone(now.written), alone(old.read), STRICT);
  const lost = lostFields(alone(old.read), alone(now.read));
  return [
    ...newer.map((reason) => `${what}: this tree can't read what the last release reads: ${reason}. ${ADD_FIRST}`),
    ...older.map((reason) => `${what}: the last release can't read what this tree writes: ${reason}. ${ADD_FIRST}`),
    ...lost.map((field) => `${what}: field ${field.slice(1)} is removed or renamed. ${KEEP}`),
  ];
}
