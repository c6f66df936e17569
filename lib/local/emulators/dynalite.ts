import { createRequire } from "node:module";

// Dynalite exports its HTTP server alone. The emulator calls the modules beneath it, which have no types: what they take and
// return is described here, and no other file imports them.

/** An item in DynamoDB's own JSON. */
export type Item = Readonly<Record<string, unknown>>;
export interface Index {
  readonly IndexName: string;
}
export interface Table {
  readonly TableName: string;
  readonly TableStatus?: string;
  readonly LocalSecondaryIndexes?: readonly Index[];
  readonly GlobalSecondaryIndexes?: readonly Index[];
}

/** The database beneath the tables (abstract-level), whose values are JSON. */
export interface Level {
  readonly status: string;
  /** @returns undefined when there is no such key. Throws unless the status is `open`. */
  getSync(key: string): unknown;
  get(key: string, done: ((error: unknown, value?: unknown) => void) | object): unknown;
  put(key: string, value: unknown, done: (error: unknown) => void): void;
  del(key: string, done: (error: unknown) => void): void;
  batch(operations: readonly WriteOperation[], done: (error: unknown) => void): void;
  keys(options: object): LevelIterator;
  values(options: object): LevelIterator;
}

/** Reads a range of the database, as it was when the iterator was made. */
export interface LevelIterator {
  /** @returns undefined at the end. Rejects once the iterator is closed */
  next(): Promise<unknown>;
  close(): Promise<void>;
}

export type WriteOperation =
  | { readonly type: "del"; readonly key: string }
  | { readonly type: "put"; readonly key: string; readonly value: unknown; readonly valueEncoding?: "utf8" };

/** The items of one table, without the prefix of their keys. */
export interface SubLevel {
  put(key: string, value: Item, done: (error: unknown) => void): void;
  del(key: string, done: (error: unknown) => void): void;
}

/** Called with an error of DynamoDB, or with null and the result. */
export type Callback<T> = (error: unknown, result?: T) => void;

/** The tables of one emulator. */
export interface Store {
  readonly db: Level;
  /** The definitions of the tables, by their names. */
  readonly tableDb: {
    put(name: string, table: Table, done: Callback<void>): void;
    del(name: string, done: Callback<void>): void;
  };
  getItemDb(table: string): SubLevel;
  /** Item operations read a definition without `checkStatus`, and do not change it. */
  getTable(name: string, ...rest: [done: Callback<Table>] | [checkStatus: boolean, done: Callback<Table>]): void;
  readonly lifecycleManager: {
    /** Closes the tables when the operations in progress have ended. */
    gracefulClose(): Promise<void>;
  };
}

/** The work of one operation; its input is checked before. An error of DynamoDB has `statusCode` and `body`. */
export type Action = (
  store: Store,
  input: Record<string, unknown>,
  done: (error: unknown, output?: unknown) => void,
) => void;

/** The form of one operation's input. */
export interface Validation {
  readonly types: object;
  readonly custom?: (input: Record<string, unknown>, store: Store) => string | undefined;
}

/** What an expression may name. */
export interface ExpressionContext {
  readonly attrNames?: Readonly<Record<string, string>>;
  readonly attrVals?: Readonly<Record<string, Item>>;
  /** The parser deletes those that the expression uses. */
  readonly unusedAttrNames: Record<string, true>;
  readonly unusedAttrVals: Record<string, true>;
}

/** A parser of expressions. It throws an error for an expression that DynamoDB refuses. */
export interface ExpressionParser {
  /** @returns a tree with the values themselves */
  parse(expression: string, options: { readonly context: ExpressionContext }): unknown;
}

interface Database {
  /** Times in milliseconds; without a path everything is in memory. */
  create(options: { path?: string; createTableMs: number; deleteTableMs: number; updateTableMs: number }): Store;
  /** The index operations of an item's change; `key` is without the index's prefix. */
  getIndexActions(
    indexes: readonly Index[],
    existing: Item | null,
    item: Item | null,
    table: Table,
  ): { puts: { index: string; key: string; item: Item }[]; deletes: { index: string; key: string }[] };
  /** Writes the index entries of an item that is about to be written. */
  updateIndexes(
    store: Store,
    table: Table,
    existing: Item | null | undefined,
    item: Item | null,
    done: (error?: unknown) => void,
  ): void;
}

interface Validations {
  /** @returns the input without unknown attributes; throws an error of DynamoDB for a value of another type. */
  checkTypes(input: Record<string, unknown>, types: Validation["types"]): Record<string, unknown>;
  /** Throws an error of DynamoDB for a value that is not allowed. */
  checkValidations(
    input: Record<string, unknown>,
    types: Validation["types"],
    custom: Validation["custom"],
    store: Store,
  ): void;
}

const require = createRequire(import.meta.url);

/** Functions on tables and indexes. Dynalite's own code calls them through this object. */
export const database = require("dynalite/db/index.js") as Database;

export const validations = require("dynalite/validations/index.js") as Validations;

/** The parsers of conditions, projections and updates. Dynalite's own code calls `parse` through these objects. */
export const expressionParsers = ["conditionParser", "projectionParser", "updateParser"].map(
  (name) => require(`dynalite/db/${name}.js`) as ExpressionParser,
);

/** An operation, e.g. `PutItem`. Dynalite has two modules for each: its work, and the form of its input. */
export function readOperation(operation: string): { readonly act: Action; readonly validation: Validation } {
  const name = operation.charAt(0).toLowerCase() + operation.slice(1);
  return {
    act: require(`dynalite/actions/${name}.js`) as Action,
    validation: require(`dynalite/validations/${name}.js`) as Validation,
  };
}
