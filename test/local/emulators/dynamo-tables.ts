/** The keys of a table or of an index: its partition key, and its sort key if it has one. */
export const keySchema = (...names: readonly string[]) =>
  names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? "HASH" : "RANGE" }));

/** Definitions of attributes that are strings. */
export const strings = (...names: readonly string[]) =>
  names.map((AttributeName) => ({ AttributeName, AttributeType: "S" }));
