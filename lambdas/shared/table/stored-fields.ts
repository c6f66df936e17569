import { fromAttributes, toAttributes } from "./attribute-names.ts";
import { REMOVED } from "./update.ts";

interface StoredField<Value> {
  readonly attribute: string;
  /** The value of the field where an item lacks the attribute. */
  readonly unwritten: Value;
  /** Whether an item lacks the attribute while the field is null. */
  readonly isSparse?: true;
}

/**
 * How the fields of one kind of item are stored: each in the attribute of this name, which every item has, or as its record
 * says. Of a map, the names of the fields are stored in snake_case.
 *
 * @example
 * const OFFER_FIELDS = { price: "price", soldAt: sparse("sold_at") } as const satisfies StoredFields<Offer>;
 */
export type StoredFields<T> = { readonly [Field in keyof T]-?: string | StoredField<T[Field]> };
/** Those of any kind of item. */
export type AnyStoredFields = StoredFields<Readonly<Record<string, unknown>>>;

interface SparseField<Attribute extends string> extends StoredField<null> {
  readonly attribute: Attribute;
  readonly isSparse: true;
}

/** A field that is null where an item lacks the attribute. */
export function sparse<Attribute extends string>(attribute: Attribute): SparseField<Attribute> {
  return { attribute, unwritten: null, isSparse: true };
}

type Stored<Value> = Value extends string | number | boolean | null | readonly unknown[] ? Value : unknown;

/** The attributes of an item with these fields. */
export type ItemOf<T, Fields> = {
  readonly [F in keyof T & keyof Fields as Fields[F] extends string ? Fields[F] : never]: Stored<T[F]>;
} & {
  readonly [F in keyof T & keyof Fields as Fields[F] extends SparseField<infer A> ? A : never]?: Stored<
    NonNullable<T[F]>
  >;
};

type NamedField = Partial<StoredField<unknown>> & Readonly<Record<"field" | "attribute", string>>;

/** The fields with their attributes. */
export function storedFieldsOf(fields: AnyStoredFields): readonly NamedField[] {
  return Object.entries(fields).map(([field, stored]) => ({
    field,
    ...(typeof stored === "string" ? { attribute: stored } : stored),
  }));
}

/** The attributes of those fields that are given, in an update. */
export function changesOf<Fields extends AnyStoredFields>(
  fields: Fields,
  given: { readonly [Field in keyof Fields]?: unknown },
): Record<string, unknown> {
  const changes = storedFieldsOf(fields).flatMap(({ field, attribute, isSparse }) => {
    if (!(field in given)) return [];
    return [[attribute, isSparse && given[field] === null ? REMOVED : toAttributes(given[field])]];
  });
  return Object.fromEntries(changes);
}

/** The attributes of all fields, in a new item. */
export function attributesOf<T extends Readonly<Record<keyof Fields, unknown>>, Fields extends AnyStoredFields>(
  fields: Fields,
  values: T,
): ItemOf<T, Fields> {
  const set = Object.entries(changesOf(fields, values)).filter(([, value]) => value !== REMOVED);
  return Object.fromEntries(set) as ItemOf<T, Fields>;
}

/** The fields of an item. An index with only some of the attributes gives only some of the fields. */
export function fieldsOf<T>(fields: StoredFields<T>, item: object): T {
  const entries = storedFieldsOf(fields).map(({ field, attribute, unwritten }) => {
    const { [attribute]: value = unwritten } = item as Readonly<Record<string, unknown>>;
    return [field, fromAttributes(value)];
  });
  return Object.fromEntries(entries) as T;
}
