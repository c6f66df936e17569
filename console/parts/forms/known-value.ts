/** A value of an address that has a name; else an empty text, which filters nothing. */
export function knownValue<Value extends string>(names: Readonly<Record<Value, unknown>>, value = ""): Value | "" {
  return Object.hasOwn(names, value) ? (value as Value) : "";
}
