import * as z from "zod/mini";

/**
 * The value of a query parameter that is not a text. The schema that follows the conversion describes the value, so
 * that the OpenAPI document has its type, and a generated client takes a number or a boolean.
 */
function readAs<T extends z.ZodMiniType>(read: (text: unknown) => unknown, value: T) {
  return z.pipe(z.transform(read), value);
}

/** A whole number in its only form: no sign, no leading zero, no exponent. Any other text stays a text. */
function numberOf(text: unknown): unknown {
  return typeof text === "string" && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : text;
}

/** `?limit=20`: a whole number from 1 to `most`. */
export function wholeNumber(most: number) {
  const error = `must be a whole number from 1 to ${most}`;
  return readAs(numberOf, z.int({ error }).check(z.gte(1, error), z.lte(most, error)));
}

/** A parameter that is one of some whole numbers from 1 on. */
export function oneNumberOf<const N extends number>(numbers: readonly N[]) {
  return readAs(numberOf, z.literal(numbers, { error: `must be one of ${numbers.join(", ")}` }));
}

/** A parameter that is `true` or `false`. */
export const trueOrFalse = readAs(
  (text) => (text === "true" || text === "false" ? text === "true" : text),
  z.boolean({ error: "must be true or false" }),
);
