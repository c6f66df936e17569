import { randomInt } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { nameOfSecret } from "../template/identities.ts";
import type { Template } from "../template/template.ts";

const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * The secrets that the template lets AWS generate, by their names: generated at the first start, stored in the data
 * folder.
 *
 * @throws Error on an unsupported option of the generated value
 */
export function generatedSecrets(template: Template, database: DatabaseSync): Map<string, string> {
  database.exec("CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
  const insert = database.prepare("INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)");
  const select = database.prepare("SELECT value FROM secrets WHERE name = ?");
  return new Map(
    template.ofType("AWS::SecretsManager::Secret").map(({ logicalId, ref, properties }) => {
      const name = nameOfSecret(ref);
      insert.run(name, generated(logicalId, properties.GenerateSecretString));
      return [name, String(select.get(name)?.value)];
    }),
  );
}

function generated(logicalId: string, wish: unknown): string {
  const { PasswordLength = 32, ExcludePunctuation, ...others } = (wish ?? {}) as Record<string, unknown>;
  if (ExcludePunctuation !== true || Object.keys(others).length > 0) {
    throw new Error(
      `The local runner generates letters and digits only (PasswordLength, ExcludePunctuation); secret ${logicalId} is another.`,
    );
  }
  return Array.from({ length: Number(PasswordLength) }, () =>
    LETTERS_AND_DIGITS.charAt(randomInt(LETTERS_AND_DIGITS.length)),
  ).join("");
}
