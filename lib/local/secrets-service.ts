import type { AwsService } from "./aws-front.ts";
import { jsonAnswer, jsonError, refused } from "./aws-front.ts";
import { arn } from "./identities.ts";

/** What Secrets Manager puts after a secret's name in its ARN. */
const SUFFIX = "-local1";

/** Secrets Manager as far as the system reads it: the secrets that the runner's environment stands for. */
export function secretsService(secrets: ReadonlyMap<string, string>): AwsService {
  return async ({ caller, operation, body }) => {
    if (operation !== "GetSecretValue") {
      return jsonError(400, "UnknownOperationException", `The local runner does not emulate ${operation} of a secret.`);
    }
    const { SecretId } = JSON.parse(body.toString()) as { SecretId: string };
    const secretArn = arn("secretsmanager", `secret:${SecretId}${SUFFIX}`);
    const denied = refused(caller, [["secretsmanager:GetSecretValue", secretArn]]);
    if (denied !== undefined) return denied;
    const SecretString = secrets.get(SecretId);
    if (SecretString === undefined) {
      return jsonError(400, "ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    }
    return jsonAnswer({ ARN: secretArn, Name: SecretId, SecretString, VersionStages: ["AWSCURRENT"] });
  };
}
