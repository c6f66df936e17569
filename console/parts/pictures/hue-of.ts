/** A hue for a host, in degrees: the same at each sight, so that its pages are found by their colour. */
export function hueOf(host: string): number {
  let hash = 0;
  for (const unit of host) hash = (hash * 31 + (unit.codePointAt(0) ?? 0)) % 360_007;
  return hash % 360;
}
