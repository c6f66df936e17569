import type { Outputs } from "../../lib/local/outputs.ts";

/**
 * The options of a client of AWS that reaches a running system as its operator.
 *
 * @param endpoint the output with the service's address, e.g. `sqs_endpoint`
 */
export function clientOptions({ region, credentials }: Pick<Outputs, "region" | "credentials">, endpoint: string) {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = credentials;
  return { region, endpoint, credentials: { accessKeyId, secretAccessKey } };
}
