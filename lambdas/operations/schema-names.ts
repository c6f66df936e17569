import * as z from "zod/mini";
import type { Routes } from "../shared/http/route.ts";

export type SchemaNames = z.core.$ZodRegistry<{ id: string }>;

/** The names of the schemas of requests and of answers: a schema may have two forms, since defaults differ between them. */
export interface NamedSchemas {
  readonly bodies: SchemaNames;
  readonly answers: SchemaNames;
}

/**
 * Names the schema of every JSON body by its operation: the answer of `listStocks` is a `ListStocksAnswer`, whose items are
 * `Stock`s, like the answer of `getStock`; the body of `createStock` is a `CreateStockBody`.
 */
export function namedSchemas(features: readonly Routes[]): NamedSchemas {
  const operations = features.flatMap((routes) => Object.entries(routes));
  const bodies: SchemaNames = z.registry();
  for (const [name, { body }] of operations) {
    if (body !== undefined && !bodies.has(body)) bodies.add(body, { id: `${pascal(name)}Body` });
  }
  const answers: SchemaNames = z.registry();
  const taken = new Set<string>();
  const add = (schema: z.ZodMiniType | undefined, ...names: readonly string[]) => {
    const id = names.find((name) => !taken.has(name));
    if (schema === undefined || id === undefined || answers.has(schema)) return;
    taken.add(id);
    answers.add(schema, { id });
  };
  for (const [name, route] of operations) {
    const plural = /^list(\w+)$/.exec(name)?.[1];
    if (plural !== undefined) add(listed(route.answers[200]?.body), singular(plural), `${pascal(name)}Item`);
  }
  for (const [name, route] of operations) {
    const one = /^get(\w+)$/.exec(name)?.[1];
    for (const [status, { body }] of Object.entries(route.answers)) {
      const answer = `${pascal(name)}Answer`;
      add(body, ...(one === undefined ? [] : [one]), answer, `${answer}${status}`);
    }
  }
  return { bodies, answers };
}

/** The items of a list's answer; undefined for another answer. */
function listed(answer: z.ZodMiniType | undefined): z.ZodMiniType | undefined {
  if (!(answer instanceof z.ZodMiniObject)) return undefined;
  const lists = Object.values(answer.shape).filter((field) => field instanceof z.ZodMiniArray);
  const item = lists[0]?.def.element;
  return item instanceof z.ZodMiniObject ? item : undefined;
}

/** A name of an operation or a code as that of a component. */
export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function singular(plural: string): string {
  return plural.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
}
