import type { ApiGatewayV2Client } from "@aws-sdk/client-apigatewayv2";
import { GetRoutesCommand, GetStageCommand } from "@aws-sdk/client-apigatewayv2";
import type { Finding } from "../check.ts";
import { ok, skipped, warn } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

/**
 * Whether the throttle of a removed route still exists. A deployment that removes a public route leaves its settings in the
 * API's stage, and the gateway then refuses the next change of the stage (docs/decisions/0013-names-retention-limits.md).
 */
export async function checkRouteSettings(stage: DeployedStage): Promise<Finding> {
  const { apiGateway } = stage.clients;
  const [ApiId] = await stage.listResources("AWS::ApiGatewayV2::Api");
  const [StageName] = await stage.listResources("AWS::ApiGatewayV2::Stage");
  if (ApiId === undefined || StageName === undefined) {
    return skipped("The stack has no API.", `Deploy it: npx cdk deploy --all -c stage=${stage.name}.`);
  }
  const { RouteSettings = {} } = await apiGateway.send(new GetStageCommand({ ApiId, StageName }));
  const routes = await routeKeys(apiGateway, ApiId);
  const left = Object.keys(RouteSettings).filter((key) => !routes.has(key));
  if (left.length === 0) return ok("Every route that has settings exists.");
  const remedies = left.map(
    (key) =>
      `aws apigatewayv2 delete-route-settings --api-id ${ApiId} --stage-name '${StageName}' --route-key '${key}'`,
  );
  return warn(
    `Settings are left of routes that are gone: ${left.join(", ")}. The gateway may refuse the next deployment.`,
    `Delete them: ${remedies.join("; ")}.`,
  );
}

async function routeKeys(client: ApiGatewayV2Client, ApiId: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let NextToken: string | undefined;
  do {
    const page = await client.send(new GetRoutesCommand({ ApiId, ...(NextToken !== undefined && { NextToken }) }));
    for (const { RouteKey } of page.Items ?? []) if (RouteKey !== undefined) keys.add(RouteKey);
    ({ NextToken } = page);
  } while (NextToken !== undefined);
  return keys;
}
