import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { boundedCalls, CALL_LIMITS } from "./aws-client.ts";
import { errorFields, log } from "./log.ts";

/** A secret's text, read when it is first needed and kept for the container's life. */
export interface Secret {
  /** @returns null when there is no such secret, it is empty, or may not be read */
  read(): Promise<string | null>;
  /** Reads it anew next time: it was refused, and may have been replaced. */
  forget(): void;
}

const REFUSALS: ReadonlySet<string> = new Set([
  "AccessDeniedException",
  "InvalidRequestException",
  "DecryptionFailure",
]);

/** The container's one Secrets Manager client. */
export function secretsClient(): SecretsManagerClient {
  return new SecretsManagerClient(boundedCalls(CALL_LIMITS.secretsmanager));
}

/** @param name of the secret in Secrets Manager */
export function secretText(client: SecretsManagerClient, name: string): Secret {
  let kept: string | undefined;
  return {
    async read() {
      kept ??= (await secretValue(client, name)) ?? undefined;
      return kept ?? null;
    },
    forget() {
      kept = undefined;
    },
  };
}

async function secretValue(client: SecretsManagerClient, name: string): Promise<string | null> {
  try {
    const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId: name }));
    return SecretString.trim() === "" ? null : SecretString.trim();
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    // Not ours to read, or on its way out: somebody has to mend that, and trying again does not.
    if (error instanceof Error && REFUSALS.has(error.name)) {
      log.warn("secret_not_readable", { secret: name, ...errorFields(error) });
      return null;
    }
    throw error;
  }
}
