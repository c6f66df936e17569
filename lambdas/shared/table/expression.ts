/**
 * Conditions and operands of DynamoDB's expressions. A path names an attribute, or with dots one in a map:
 * `active.run.id`. A name that is data, such as an id, must not have a dot.
 */

/** The names and values of one command: each that is used has a placeholder, once, and as short as possible. */
export class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<unknown, string>();

  path(path: string): string {
    return path
      .split(".")
      .map((name) => placeholderOf(name, this.#names, "#"))
      .join(".");
  }

  /** @throws TypeError when the value is undefined */
  value(value: unknown): string {
    if (value === undefined) throw new TypeError("An expression has no value for undefined.");
    return placeholderOf(value, this.#values, ":");
  }

  /** The command's names and values, which DynamoDB refuses when they are empty. */
  get attributes() {
    return {
      ...(this.#names.size > 0 && { ExpressionAttributeNames: byPlaceholder(this.#names) }),
      ...(this.#values.size > 0 && { ExpressionAttributeValues: byPlaceholder(this.#values) }),
    };
  }
}

function placeholderOf<T>(content: T, known: Map<T, string>, sign: string): string {
  const placeholder = known.get(content) ?? `${sign}${known.size}`;
  known.set(content, placeholder);
  return placeholder;
}

function byPlaceholder<T>(placeholders: ReadonlyMap<T, string>): Record<string, T> {
  return Object.fromEntries(Array.from(placeholders, ([content, placeholder]) => [placeholder, content]));
}

/** Writes its part of an expression with the command's placeholders. */
export type Condition = (command: Placeholders) => string;

export const is = comparison("=");
export const isNot = comparison("<>");
export const isBelow = comparison("<");
export const isAtMost = comparison("<=");
export const isAbove = comparison(">");

function comparison(sign: string) {
  return (path: string, value: unknown): Condition =>
    (command) =>
      `${command.path(path)}${sign}${command.value(value)}`;
}

/** @param values at least one */
export function isOneOf(path: string, values: readonly unknown[]): Condition {
  return (command) => `${command.path(path)} IN (${values.map((value) => command.value(value)).join(",")})`;
}

/** Whether an item has an attribute; its keys too. */
export function isPresent(path: string): Condition {
  return (command) => `attribute_exists(${command.path(path)})`;
}

export function isAbsent(path: string): Condition {
  return (command) => `attribute_not_exists(${command.path(path)})`;
}

/** Whether a set has a member. */
export function has(path: string, member: unknown): Condition {
  return (command) => `contains(${command.path(path)},${command.value(member)})`;
}

export function hasNot(path: string, member: unknown): Condition {
  return (command) => `NOT ${has(path, member)(command)}`;
}

/** Whether a set, a list, a map or a text has less than a size. */
export function isShorter(path: string, size: number): Condition {
  return (command) => `size(${command.path(path)})<${command.value(size)}`;
}

export function all(...conditions: readonly Condition[]): Condition {
  return (command) => conditions.map((condition) => condition(command)).join(" AND ");
}

export function any(...conditions: readonly Condition[]): Condition {
  return (command) => {
    const [first, ...others] = conditions.map((condition) => condition(command));
    // DynamoDB refuses redundant parentheses.
    return others.length === 0 ? String(first) : `(${[first, ...others].join(" OR ")})`;
  };
}

/** What an update sets instead of a value that is known beforehand. */
export type Operand = (command: Placeholders) => string;

/** The stored value of an attribute, or another where there is none. */
export function storedOr(path: string, otherwise: unknown): Operand {
  return (command) => `if_not_exists(${command.path(path)},${command.value(otherwise)})`;
}

/** The stored value of an attribute, or that of another attribute where there is none; both as they were before the update. */
export function storedOrThat(path: string, other: string): Operand {
  return (command) => `if_not_exists(${command.path(path)},${command.path(other)})`;
}

/** The stored number, increased. */
export function storedPlus(path: string, number: number): Operand {
  return (command) => `${command.path(path)}+${command.value(number)}`;
}
