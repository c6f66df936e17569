/** A value of an address if it is one of those that are known; else an empty text, which filters nothing. */
export function knownValue<Value extends string>(known: readonly Value[], value: string | undefined): Value | "" {
  return known.find((each) => each === value) ?? "";
}
