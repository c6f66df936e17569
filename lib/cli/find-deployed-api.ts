import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { CliError } from "./cli-error.ts";
import type { FoundApi } from "./found-api.ts";

/**
 * Finds a deployed stage's API in its stack's outputs, with the credentials and the region of the environment.
 *
 * @throws CliError when the stack can't be described
 */
export async function findDeployedApi(stage: string, token: string): Promise<FoundApi> {
  const baseUrl = await readStackOutput(stage, "ApiUrl");
  return {
    baseUrl,
    token,
    whenSilent: `The API of stage ${stage}, ${baseUrl}, can't be reached; check the network, or whether the stack is being replaced.`,
    betterToken: "Set MAGPIE_TOKEN to another person's access token, or unset it and run magpie login.",
  };
}

/** An address in the outputs of a stage's stack. @throws CliError when the stack can't be described, or lacks the output */
export async function readStackOutput(stage: string, key: "ApiUrl" | "SiteUrl"): Promise<string> {
  const stack = `magpie-${stage}`;
  const cloudFormation = new CloudFormationClient({ maxAttempts: 2 });
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stack }));
    const outputs = Stacks[0]?.Outputs ?? [];
    const url = outputs.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
    if (url !== undefined) return url;
  } catch (cause) {
    throw new CliError(`CloudFormation does not describe the stack ${stack}: ${reason(cause)}`, { cause });
  } finally {
    cloudFormation.destroy();
  }
  throw new CliError(`The stack ${stack} has no output ${key}; deploy it with npx cdk deploy --all.`);
}

/** The failure and its remedy, in one line. */
function reason(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const line = message.replace(/\s+/g, " ").replace(/\.$/, "");
  if (/does not exist/.test(message)) return `${line}. Check --stage, AWS_REGION and the account of your credentials.`;
  if (/region (is missing|not accepted)/i.test(message)) return "Set AWS_REGION to the stack's region.";
  if (name === "CredentialsProviderError") return "There are no AWS credentials. Set AWS_PROFILE, or sign in again.";
  return `${line || name}. Check AWS_REGION, your AWS credentials and the network.`;
}
