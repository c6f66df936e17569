import { GetAccountSettingsCommand, paginateListEventSourceMappings } from "@aws-sdk/client-lambda";
import type { Finding } from "../check.ts";
import { fail, ok, warn } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

/** The concurrency of an event source without a maximum (Lambda guide, "SQS scaling"). */
const WITHOUT_LIMIT = 1_000;
/** Lambda's quota of concurrent executions, in Service Quotas. */
const QUOTA_CODE = "L-B99A9384";
/** The share of the account's concurrency that the event sources may use without a warning. */
const COMFORTABLE = 0.8;

/** Whether the account's concurrent executions are enough for the event sources and leave some for the API. */
export async function checkConcurrency(stage: DeployedStage): Promise<Finding> {
  const { lambda } = stage.clients;
  const functions = new Set(await stage.listResources("AWS::Lambda::Function"));
  const { AccountLimit = {} } = await lambda.send(new GetAccountSettingsCommand({}));
  const free = AccountLimit.UnreservedConcurrentExecutions ?? AccountLimit.ConcurrentExecutions ?? 0;
  let taken = 0;
  const stopped: string[] = [];
  for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings({ client: lambda }, {})) {
    for (const { FunctionArn = "", ScalingConfig, State = "" } of EventSourceMappings) {
      const name = FunctionArn.split(":")[6] ?? "";
      if (!functions.has(name)) continue;
      taken += ScalingConfig?.MaximumConcurrency ?? WITHOUT_LIMIT;
      if (State === "Disabled" || State === "Disabling") stopped.push(name);
    }
  }
  if (stopped.length > 0) {
    return fail(
      `Queues are not worked on, since their event source is disabled: ${stopped.join(", ")}.`,
      `aws lambda list-event-source-mappings --function-name ${stopped[0]} shows its UUID; aws lambda update-event-source-mapping --uuid <uuid> --enabled switches it on.`,
    );
  }
  const found = `The event sources may take ${taken} of ${free} concurrent executions.`;
  const remedy = `Ask for more: aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${QUOTA_CODE} --desired-value 1000.`;
  if (taken >= free) return fail(`${found} The API may be left with none.`, remedy);
  return taken > COMFORTABLE * free ? warn(found, remedy) : ok(found);
}
