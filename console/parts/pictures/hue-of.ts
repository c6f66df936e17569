/** A hue for a host, in degrees: always the same, so that its pages are recognized by their colour. */
export function hueOf(host: string): number {
  let hash = 0;
  for (const unit of host) hash = (hash * 31 + (unit.codePointAt(0) ?? 0)) % 360_007;
  return hash % 360;
}
