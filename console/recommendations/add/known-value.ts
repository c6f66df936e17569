/** A value of an address if it is known; else an empty text, which filters nothing. */
export function knownValue<Value extends string>(known: readonly Value[], value: string | undefined): Value | "" {
  return known.find((each) => each === value) ?? "";
}
