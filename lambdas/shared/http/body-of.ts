import type * as z from "zod/mini";

type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/** The fields of an answer's body at any depth, by their names in the domain: `last_run` is `lastRun`. */
export type FieldsOf<Body> = Body extends readonly (infer Item)[]
  ? readonly FieldsOf<Item>[]
  : Body extends object
    ? { readonly [Name in keyof Body as Camel<Name>]: FieldsOf<Body[Name]> }
    : Body;

/**
 * The body of a schema: of a record of the domain, the fields that the schema names, under its names and in its order. A
 * field that is undefined is left out.
 */
export function bodyOf<S extends z.ZodMiniObject>(schema: S, fields: FieldsOf<z.output<S>>): z.output<S> {
  return written(schema, fields) as z.output<S>;
}

function written(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (typeof value !== "object" || value === null) return value;
  if (def.type === "nullable" || def.type === "optional") return written(def.innerType, value);
  if (def.type === "array") return (value as readonly unknown[]).map((item) => written(def.element, item));
  if (def.type !== "object") return value;
  const fields = Object.entries(def.shape).flatMap(([name, part]) => {
    const field = (value as Readonly<Record<string, unknown>>)[inDomain(name)];
    return field === undefined ? [] : [[name, written(part, field)] as const];
  });
  return Object.fromEntries(fields);
}

function inDomain(name: string): string {
  return name.replace(/_(.)/g, (_whole, letter: string) => letter.toUpperCase());
}
