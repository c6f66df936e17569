/** Dynalite's layout of keys: a prefix for the kind of entry, then the key. A table's definition is under its name. */
export const TABLES = "table~";

/** The prefix of a table's items. */
export const itemPrefix = (table: string) => `item-${table}~`;

/** The prefix of the entries of every index. */
export const EVERY_INDEX = "index-";

/** The prefix of one index's entries. @param kind `Local` or `Global` */
export const indexPrefix = (kind: string, table: string, name: string) =>
  `${EVERY_INDEX}${kind.toLowerCase()}~${table}~${name}~`;
