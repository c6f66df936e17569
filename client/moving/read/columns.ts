/** The columns of a record that have a value, by their names as `columnName` makes them. */
export type Columns = ReadonlyMap<string, { readonly name: string; readonly value: unknown }>;
