import type { DatabaseSync } from "node:sqlite";
import type { Credentials } from "./callers.ts";
import { newCredentials } from "./callers.ts";

/** The operator's key pair of a data folder: random, made with the first start, and kept so that it outlives restarts. */
export function keptOperatorKey(database: DatabaseSync): Credentials {
  database.exec(
    "CREATE TABLE IF NOT EXISTS operator_key (one INTEGER PRIMARY KEY CHECK (one = 1), access_key_id TEXT NOT NULL, secret_access_key TEXT NOT NULL)",
  );
  const made = newCredentials("AKIA");
  database.prepare("INSERT OR IGNORE INTO operator_key VALUES (1, ?, ?)").run(made.accessKeyId, made.secretAccessKey);
  const row = database.prepare("SELECT access_key_id, secret_access_key FROM operator_key").get();
  return { accessKeyId: String(row?.access_key_id), secretAccessKey: String(row?.secret_access_key) };
}
