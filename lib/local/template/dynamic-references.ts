import { nameOfSecret } from "./identities.ts";

/**
 * Replaces references to secrets in values of the template: `{{resolve:secretsmanager:<ARN or name>:SecretString:::}}`
 * (CloudFormation user guide, "Get a secret or secret value from Secrets Manager").
 *
 * @throws Error on a secret that does not exist, and on any other dynamic reference
 */
export function withSecrets(text: string, secrets: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{resolve:.*?\}\}/g, (reference) => {
    const id = /^\{\{resolve:secretsmanager:(.+):SecretString:::\}\}/.exec(reference)?.[1];
    const value = id === undefined ? undefined : secrets.get(nameOfSecret(id));
    if (value === undefined) throw new Error(`The local runner can't resolve ${reference}.`);
    return value;
  });
}
