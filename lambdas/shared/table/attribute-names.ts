/**
 * A value with the names of all fields, at any depth, in snake_case, as it is stored in an item. Only for records of known
 * fields: a map whose names are data must be converted name by name.
 */
export function toAttributes(value: unknown): unknown {
  return renamed(value, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** The value that `toAttributes` wrote. */
export function fromAttributes<T>(stored: unknown): T {
  return renamed(stored, (name) => name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())) as T;
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [rename(name), renamed(field, rename)]));
}
