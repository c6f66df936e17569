import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import type { Finding } from "../check.ts";
import { combined, fail, ok, warn } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

/** Suffix of variables that name a secret. */
const SUFFIX = "_SECRET";
/** A stage without this secret works, but collects no books. */
const GOOGLE = "GOOGLE_BOOKS_SECRET";

/** Whether the secrets that the functions' variables name exist and are not empty. No value is ever shown. */
export async function checkSecrets(stage: DeployedStage): Promise<Finding> {
  const named = [...(await stage.readVariables())].filter(([name, value]) => name.endsWith(SUFFIX) && value !== "");
  const findings = await Promise.all(named.map(([variable, id]) => checkSecret(variable, id, stage)));
  return combined(findings, `All ${named.length} secrets are there and can be read.`);
}

async function checkSecret(variable: string, id: string, { clients }: DeployedStage): Promise<Finding> {
  const name = id.startsWith("arn:") ? (id.split(":")[6] ?? id) : id;
  const make = `aws secretsmanager create-secret --name ${name} --secret-string file://<file>`;
  try {
    const { SecretString, SecretBinary } = await clients.secrets.send(new GetSecretValueCommand({ SecretId: id }));
    const length = SecretString?.trim().length ?? SecretBinary?.length ?? 0;
    if (length > 0) return ok(`${name} is there.`);
    return fail(
      `The secret ${name} is empty.`,
      `Put it in: aws secretsmanager put-secret-value --secret-id ${name} --secret-string file://<file>.`,
    );
  } catch (error) {
    const { name: kind } = error as Error;
    if (kind === "InvalidRequestException") {
      return fail(
        `The secret ${name} is marked for deletion.`,
        `Keep it: aws secretsmanager restore-secret --secret-id ${name}.`,
      );
    }
    if (kind !== "ResourceNotFoundException") throw error;
    if (variable === GOOGLE) {
      return warn(`There is no secret ${name}, so that no book is collected.`, `Make it: ${make}.`);
    }
    return fail(`There is no secret ${name}.`, `Make it: ${make}.`);
  }
}
