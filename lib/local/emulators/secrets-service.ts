import { nameOfSecret, secretArn } from "../template/identities.ts";
import type { AwsService } from "./aws-endpoint.ts";
import { jsonAnswer, jsonError, refused } from "./aws-endpoint.ts";

/**
 * The operations of Secrets Manager that the system calls.
 *
 * @param secrets values by name: those from the runner's environment, and those that the template generates
 */
export function secretsService(secrets: ReadonlyMap<string, string>): AwsService {
  return async ({ caller, operation, body }) => {
    if (operation !== "GetSecretValue") {
      return jsonError(400, "UnknownOperationException", `The local runner does not emulate ${operation} of a secret.`);
    }
    const { SecretId } = JSON.parse(body.toString()) as { SecretId: string };
    const name = nameOfSecret(SecretId);
    const denied = refused(caller, [["secretsmanager:GetSecretValue", secretArn(name)]]);
    if (denied !== undefined) return denied;
    const SecretString = secrets.get(name);
    if (SecretString === undefined) {
      return jsonError(400, "ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    }
    return jsonAnswer({ ARN: secretArn(name), Name: name, SecretString, VersionStages: ["AWSCURRENT"] });
  };
}
