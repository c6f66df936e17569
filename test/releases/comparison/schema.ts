/** A JSON Schema as zod, the OpenAPI document and the items' types give it: what this comparison reads of it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

/** A schema among the definitions that its references name. */
export interface Defined {
  readonly schema: Schema;
  /** The schema of a reference, e.g. `#/components/schemas/Stock`. */
  readonly resolve: (reference: string) => Schema;
}

/** A schema that refers to no other. */
export function alone(schema: Schema): Defined {
  return {
    schema,
    resolve: (reference) => {
      throw new Error(`Nothing is known of ${reference}.`);
    },
  };
}

/** How strictly values are read. */
export interface Reading {
  /**
   * Whether the reader takes fields, values of a list and sizes that its schema does not have: the API's clients do, workers
   * and tables do not.
   */
  readonly takesNewValues: boolean;
}

/** Limits of which a smaller or a larger one accepts less. */
const MOST = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"];
const LEAST = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"];
const FORMS = ["pattern", "format"];

/**
 * Why a reader can't read what a writer writes, each reason with the path of its field; empty when it can read everything.
 * A field that the writer writes and the reader does not know is readable: `lostFields` lists those.
 */
export function unreadable(written: Defined, read: Defined, reading: Reading, path = ""): readonly string[] {
  const [from, to] = [resolved(written), resolved(read)];
  const [variants, accepted] = [alternatives(from), alternatives(to)];
  if (variants.length > 1 || accepted.length > 1) {
    return variants.flatMap((variant) => {
      const reasons = accepted.map((one) => unreadable(variant, one, reading, path));
      if (reasons.some(({ length }) => length === 0)) return [];
      // The reader's variant that is meant is the one with the fewest reasons.
      return reasons.toSorted((one, other) => one.length - other.length)[0] ?? [];
    });
  }
  const [{ schema: source }, { schema: target }] = [from, to];
  return [
    ...wrongType(source, target, path),
    ...(reading.takesNewValues ? [] : [...unknownValues(source, target, path), ...narrowed(source, target, path)]),
    ...unreadableFields(from, to, reading, path),
    ...unreadableElements(from, to, reading, path),
  ];
}

/** The fields, by path, that the old schema has and the new one has no more: removed, or renamed. */
export function lostFields(old: Defined, now: Defined, path = ""): readonly string[] {
  const [variants, known] = [alternatives(resolved(old)), alternatives(resolved(now))];
  const missing = variants.flatMap((variant) => {
    const lost = known.map((one) => lostOfOne(variant, one, path));
    return lost.toSorted((one, other) => one.length - other.length)[0] ?? [];
  });
  return [...new Set(missing)];
}

function lostOfOne(old: Defined, now: Defined, path: string): readonly string[] {
  const fields = Object.entries(old.schema.properties ?? {}).flatMap(([name, schema]) => {
    const kept = fieldOf(now.schema, name);
    const at = `${path}.${name}`;
    return kept === undefined ? [at] : lostFields({ ...old, schema }, { ...now, schema: kept }, at);
  });
  const [element, keptElement] = [old.schema.items, now.schema.items];
  if (element === undefined || keptElement === undefined) return fields;
  return [...fields, ...lostFields({ ...old, schema: element }, { ...now, schema: keptElement }, `${path}[]`)];
}

/** The schema of a field: its own, or that of all fields without one; undefined when there is none. */
function fieldOf({ properties = {}, additionalProperties }: Schema, name: string): Schema | undefined {
  const own = properties[name];
  if (own !== undefined) return own;
  if (typeof additionalProperties === "object") return additionalProperties;
  // A schema that describes no field at all takes any.
  return Object.keys(properties).length === 0 && additionalProperties !== false ? {} : undefined;
}

function resolved({ schema, resolve }: Defined): Defined {
  const { $ref, allOf, ...rest } = schema;
  if ($ref !== undefined) return resolved({ schema: resolve($ref), resolve });
  if (allOf === undefined) return { schema, resolve };
  const parts = [...allOf.map((part) => resolved({ schema: part, resolve }).schema), rest];
  const merged = {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
  return { schema: merged, resolve };
}

/** The variants of a value: those of a union, or of a list of types. */
function alternatives(of: Defined): readonly Defined[] {
  const { anyOf, oneOf, type, ...rest } = of.schema;
  const union = anyOf ?? oneOf;
  if (union !== undefined) return union.flatMap((schema) => alternatives(resolved({ ...of, schema })));
  if (typeof type === "string" || type === undefined) return [of];
  return type.map((one) => ({ ...of, schema: { ...rest, type: one } }));
}

const at = (path: string) => (path === "" ? "the value" : path.replace(/^\./, ""));

function wrongType(source: Schema, target: Schema, path: string): readonly string[] {
  const [from, to] = [typeOf(source), typeOf(target)];
  if (to === undefined || from === to || (from === "integer" && to === "number")) return [];
  return [`${at(path)} is written as ${from ?? "anything"} and read as ${to}`];
}

function typeOf({ type, const: only, enum: values, properties }: Schema): string | undefined {
  if (typeof type === "string") return type;
  const example = only ?? values?.[0];
  if (example !== undefined) return typeof example;
  return properties === undefined ? undefined : "object";
}

function unknownValues(source: Schema, target: Schema, path: string): readonly string[] {
  const known = valuesOf(target);
  if (known === null) return [];
  const written = valuesOf(source);
  if (written === null) return [`${at(path)} is written with any value and read as one of ${known.join(", ")}`];
  const unknown = written.filter((value) => !known.includes(value));
  return unknown.length === 0 ? [] : [`${at(path)} is written as ${unknown.join(", ")}, which nobody reads`];
}

function valuesOf({ const: only, enum: values }: Schema): readonly unknown[] | null {
  return only === undefined ? (values ?? null) : [only];
}

/** The limits and forms of the reader that the writer does not keep. */
function narrowed(source: Schema, target: Schema, path: string): readonly string[] {
  const exceeds = (keyword: string, isWithin: (written: number, read: number) => boolean) => {
    const [written, read] = [source[keyword], target[keyword]];
    if (typeof read !== "number" || (typeof written === "number" && isWithin(written, read))) return [];
    return [`${at(path)} is written with ${keyword} ${written ?? "unlimited"} and read with ${read}`];
  };
  return [
    ...MOST.flatMap((keyword) => exceeds(keyword, (written, read) => written <= read)),
    ...LEAST.flatMap((keyword) => exceeds(keyword, (written, read) => written >= read)),
    ...FORMS.filter((form) => target[form] !== undefined && target[form] !== source[form]).map(
      (form) => `${at(path)} is written with ${form} ${source[form] ?? "any"} and read with ${target[form]}`,
    ),
  ];
}

function unreadableFields(from: Defined, to: Defined, reading: Reading, path: string): readonly string[] {
  const { properties = {}, required: always = [], additionalProperties: others } = from.schema;
  const { required = [], additionalProperties } = to.schema;
  const missing = required
    .filter((name) => !always.includes(name))
    .map((name) => `${at(`${path}.${name}`)} is required, but not always written`);
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const read = fieldOf(to.schema, name);
    const here = `${path}.${name}`;
    if (read !== undefined) return unreadable({ ...from, schema }, { ...to, schema: read }, reading, here);
    return additionalProperties === false && !reading.takesNewValues ? [`${at(here)} is written and refused`] : [];
  });
  const rest =
    typeof others === "object" && typeof additionalProperties === "object"
      ? unreadable({ ...from, schema: others }, { ...to, schema: additionalProperties }, reading, `${path}.*`)
      : [];
  return [...missing, ...fields, ...rest];
}

function unreadableElements(from: Defined, to: Defined, reading: Reading, path: string): readonly string[] {
  const [{ schema: source }, { schema: target }] = [from, to];
  const element = (written: Schema | undefined, read: Schema | undefined, place: string) =>
    written === undefined || read === undefined
      ? []
      : unreadable({ ...from, schema: written }, { ...to, schema: read }, reading, place);
  const tuple = (target.prefixItems ?? []).flatMap((read, index) =>
    element(source.prefixItems?.[index] ?? source.items, read, `${path}[${index}]`),
  );
  return [...tuple, ...element(source.items, target.items, `${path}[]`)];
}
