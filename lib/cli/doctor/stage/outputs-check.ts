import type { Finding } from "../check.ts";
import { fail, ok, warn } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

const NEEDED = ["ApiUrl", "SiteUrl", "SiteDomain"];

/** Whether the stack exists, is complete, and has the outputs of its API and site. */
export async function checkOutputs(stage: DeployedStage): Promise<Finding> {
  const { stackName } = stage;
  const { status, outputs } = await stage.describe();
  const missing = NEEDED.filter((key) => !outputs.has(key));
  if (missing.length > 0) {
    return fail(
      `The stack ${stackName} (${status}) has no output ${missing.join(", ")}.`,
      `Deploy it: npx cdk deploy --all -c stage=${stage.name}.`,
    );
  }
  if (status.endsWith("_IN_PROGRESS")) {
    return warn(`The stack ${stackName} is being changed (${status}).`, "Wait for its end, and ask again.");
  }
  // UPDATE_ROLLBACK_COMPLETE is complete: the previous version.
  if (status.endsWith("_FAILED") || status === "ROLLBACK_COMPLETE") {
    return fail(
      `The stack ${stackName} is ${status}.`,
      `aws cloudformation describe-stack-events --stack-name ${stackName} says why; docs/deploy.md says what helps.`,
    );
  }
  if (status === "UPDATE_ROLLBACK_COMPLETE") {
    return warn(
      `The last deployment of ${stackName} failed and was rolled back; the version before it runs.`,
      `aws cloudformation describe-stack-events --stack-name ${stackName} says why.`,
    );
  }
  return ok(`${stackName} is ${status}; API ${outputs.get("ApiUrl")}, site ${outputs.get("SiteUrl")}.`);
}
