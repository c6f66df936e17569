import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { boundedCalls, CALL_LIMITS } from "./aws-client.ts";
import { errorFields, log } from "./log.ts";

/** A secret's text, read when it is first needed and cached for the container's lifetime. */
export interface Secret {
  /** @returns null when the secret does not exist, is empty, or may not be read */
  read(): Promise<string | null>;
  /** Clears the cache: the secret was rejected, and may have been replaced. */
  forget(): void;
}

const REFUSALS: ReadonlySet<string> = new Set([
  "AccessDeniedException",
  "InvalidRequestException",
  "DecryptionFailure",
]);

/** The container's only Secrets Manager client. */
export function secretsClient(): SecretsManagerClient {
  return new SecretsManagerClient(boundedCalls(CALL_LIMITS.secretsmanager));
}

/** @param name of the secret in Secrets Manager */
export function secretText(client: SecretsManagerClient, name: string): Secret {
  let kept: string | undefined;
  return {
    async read() {
      kept ??= (await readSecretValue(client, name)) ?? undefined;
      return kept ?? null;
    },
    forget() {
      kept = undefined;
    },
  };
}

async function readSecretValue(client: SecretsManagerClient, name: string): Promise<string | null> {
  try {
    const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId: name }));
    return SecretString.trim() === "" ? null : SecretString.trim();
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    // The secret is missing (a role that may read it alone is refused then), may not be read, or is being deleted: an
    // operator has to change that, and a retry does not help.
    if (error instanceof Error && REFUSALS.has(error.name)) {
      log.warn("secret_not_readable", { secret: name, ...errorFields(error) });
      return null;
    }
    throw error;
  }
}
