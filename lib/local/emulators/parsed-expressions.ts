import type { ExpressionContext, ExpressionParser } from "./dynalite.ts";
import { expressionParsers } from "./dynalite.ts";

/** The number of expressions that are stored before all are dropped. */
const STORED = 2_000;
/** The result of these also depends on the values themselves: their bounds are compared, or a type's name is checked. */
const DEPENDS_ON_VALUES = /between|attribute_type/i;

/** A successful result, with a placeholder for each value. */
interface Parsed {
  readonly template: unknown;
  readonly placeholders: ReadonlyMap<object, string>;
  readonly usedNames: readonly string[];
  readonly usedValues: readonly string[];
}

let isInstalled = false;

/**
 * Stores the results of dynalite's parsers, once for this process: parsing took a tenth of the CPU time of tests that mostly
 * use tables. A result depends on the expression, the names and the values' types; the values are filled in for each
 * call. An error is not stored.
 */
export function storeParsedExpressions(): void {
  if (isInstalled) return;
  isInstalled = true;
  for (const parser of expressionParsers) parser.parse = stored(parser.parse);
}

function stored(parse: ExpressionParser["parse"]): ExpressionParser["parse"] {
  const known = new Map<string, Parsed>();
  return (expression, { context }) => {
    if (DEPENDS_ON_VALUES.test(expression)) return parse(expression, { context });
    const { attrNames = {}, attrVals = {} } = context;
    const key = JSON.stringify([
      expression,
      attrNames,
      Object.entries(attrVals).map(([name, value]) => [name, Object.keys(value)]),
    ]);
    let found = known.get(key);
    if (found === undefined) {
      found = parsed(parse, expression, context);
      if (known.size >= STORED) known.clear();
      known.set(key, found);
    }
    for (const name of found.usedNames) delete context.unusedAttrNames[name];
    for (const name of found.usedValues) delete context.unusedAttrVals[name];
    const values = [...found.placeholders].map(([placeholder, name]) => [placeholder, attrVals[name]] as const);
    return copy(found.template, new Map<object, unknown>(values));
  };
}

/** @throws the parser's error */
function parsed(parse: ExpressionParser["parse"], expression: string, context: ExpressionContext): Parsed {
  const { attrNames = {}, attrVals = {} } = context;
  const unusedAttrNames: Record<string, true> = Object.fromEntries(Object.keys(attrNames).map((name) => [name, true]));
  const unusedAttrVals: Record<string, true> = Object.fromEntries(Object.keys(attrVals).map((name) => [name, true]));
  const result = parse(expression, { context: { ...context, unusedAttrNames, unusedAttrVals } });
  const usedValues = Object.keys(attrVals).filter((name) => !(name in unusedAttrVals));
  const named = usedValues.map((name) => ({ name, value: attrVals[name] as object, placeholder: {} }));
  return {
    template: copy(result, new Map<object, unknown>(named.map(({ value, placeholder }) => [value, placeholder]))),
    placeholders: new Map(named.map(({ name, placeholder }) => [placeholder, name])),
    usedNames: Object.keys(attrNames).filter((name) => !(name in unusedAttrNames)),
    usedValues,
  };
}

/** A deep copy, since dynalite changes results. @param replaced what stands for an object in the copy; the copies are added */
function copy(value: unknown, replaced: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (replaced.has(value)) return replaced.get(value);
  const made: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value) as object | null);
  replaced.set(value, made);
  const parts = value as Record<string, unknown>;
  const copies = made as Record<string, unknown>;
  for (const key of Object.keys(parts)) copies[key] = copy(parts[key], replaced);
  return made;
}
