import type { AwsServices } from "../../../lib/local/emulators/aws-endpoint.ts";

/** Services for an AwsEndpoint of which a test uses only these. */
export function servicesOf(requested: Partial<AwsServices>): AwsServices {
  const unasked = () => Promise.reject(new Error(`Only ${Object.keys(requested).join(", ")} is asked here.`));
  return {
    DynamoDB_20120810: unasked,
    AmazonSQS: unasked,
    GraniteServiceVersion20100801: unasked,
    Logs_20140328: unasked,
    secretsmanager: unasked,
    ses: unasked,
    lambda: unasked,
    s3: unasked,
    ...requested,
  };
}
