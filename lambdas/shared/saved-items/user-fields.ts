import { isDeepStrictEqual } from "node:util";
import type * as z from "zod/mini";

/** What storage and requests know of a field that only the user writes. */
interface StoredUserField {
  readonly attribute: string;
  /** Its name in requests and answers. */
  readonly wire: string;
  /** Its form in a request that saves an item, and in one that changes an item: without one, a route of its own changes it. */
  readonly create: z.ZodMiniType;
  readonly change?: z.ZodMiniType;
  /** Its value while the user has written none, also in an item that was stored before the field existed. */
  readonly unwritten: unknown;
}

interface UserField<Value> extends StoredUserField {
  readonly unwritten: Value;
  /** The value of the item that stays after another one was merged into it; merging again changes nothing. */
  readonly merge: (stays: Value, other: Value) => Value;
}

/**
 * The fields that only the user writes, by their names in the item. One that items of the last release do not have is
 * optional in their type, and has `unwritten` in place of its absence. A fact that is found in the background is none of
 * them: it is among the attributes of its kind, and `ItemChecks` stores it.
 */
export type UserFields<Written> = { readonly [Field in keyof Written]-?: UserField<Written[Field]> };
/** Those of any kind of items. */
export type AnyUserFields = Readonly<Record<string, StoredUserField>>;

/** The properties of a request's body, by their names in it. */
export function bodyOf<Fields extends AnyUserFields, Part extends "create" | "change">(fields: Fields, part: Part) {
  const forms = Object.values(fields).flatMap((field) => (part in field ? [[field.wire, field[part]]] : []));
  return Object.fromEntries(forms) as {
    [Field in keyof Fields as Fields[Field] extends Record<Part, unknown> ? Fields[Field]["wire"] : never]: NonNullable<
      Fields[Field][Part]
    >;
  };
}

/** The values of the fields in a body that saves an item. */
export function writtenIn<Written>(fields: UserFields<Written>, body: object): Written {
  const sent = Object.entries(changesIn(fields, body));
  const names = fields as AnyUserFields;
  return Object.fromEntries(sent.map(([name, value]) => [name, value ?? names[name]?.unwritten])) as Written;
}

/** The changes in a body that changes an item, by the fields' names; one that was not sent is undefined. */
export function changesIn(fields: AnyUserFields, body: object): Readonly<Record<string, unknown>> {
  const sent: Readonly<Record<string, unknown>> = { ...body };
  return Object.fromEntries(Object.entries(fields).map(([name, { wire }]) => [name, sent[wire]]));
}

/** The values of the fields of an item after another one was merged into it. */
export function mergedFields<Written extends object>(
  fields: UserFields<Written>,
  stays: NoInfer<Written>,
  other: NoInfer<Written>,
): Written {
  const names = namesOf(fields);
  return Object.fromEntries(names.map((name) => [name, fields[name].merge(stays[name], other[name])])) as Written;
}

export function namesOf<Written extends object>(fields: UserFields<Written>): readonly (keyof Written)[] {
  return Object.keys(fields) as (keyof Written)[];
}

/** Whether a stored item has all that the user wrote of another one. */
export function holdsWritten(
  fields: AnyUserFields,
  there: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>>,
): boolean {
  return Object.values(fields).every(({ attribute, unwritten }) => {
    const value = read[attribute] ?? unwritten;
    const isEmpty = value === "" || isDeepStrictEqual(value, unwritten) || isDeepStrictEqual(value, []);
    return isEmpty || isDeepStrictEqual(value, there[attribute]);
  });
}
