import type { Callback, Store, Table } from "./dynalite.ts";

/**
 * Stores the definitions of tables that dynalite's item operations read, until a table changes. Without this, each operation
 * decodes its table's definition, which is longer than most items. The operations on tables still read their own copy,
 * which they change.
 */
export function storeDefinitions(store: Store): void {
  const definitions = new Map<string, Table>();
  /** Grows with each change: a definition that was read meanwhile may be the previous one. */
  let changes = 0;
  const forget = () => {
    changes += 1;
    definitions.clear();
  };

  const { tableDb } = store;
  const put = tableDb.put.bind(tableDb);
  const del = tableDb.del.bind(tableDb);
  tableDb.put = (name, table, done) => {
    forget();
    put(name, table, (...result) => {
      forget();
      done(...result);
    });
  };
  tableDb.del = (name, done) => {
    forget();
    del(name, (...result) => {
      forget();
      done(...result);
    });
  };

  const { getTable } = store;
  store.getTable = (name: string, ...rest: [Callback<Table>] | [boolean, Callback<Table>]) => {
    if (rest.length === 2) return getTable(name, ...rest);
    const [done] = rest;
    const found = definitions.get(name);
    if (found !== undefined) return void setImmediate(done, null, found);
    const before = changes;
    getTable(name, (error, table) => {
      if (table !== undefined && before === changes) definitions.set(name, table);
      done(error, table);
    });
  };
}
