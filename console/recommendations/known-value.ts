/** A value of an address or of a select, if it is one of those that are known; else an empty text, which filters nothing. */
export function knownValue<Value extends string>(known: Readonly<Record<Value, unknown>>, text: unknown): Value | "" {
  return typeof text === "string" && Object.hasOwn(known, text) ? (text as Value) : "";
}
