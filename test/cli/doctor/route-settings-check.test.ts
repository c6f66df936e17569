import { ApiGatewayV2Client, GetRoutesCommand, GetStageCommand } from "@aws-sdk/client-apigatewayv2";
import { beforeEach, expect, it } from "vitest";
import { accessDenied, expectFinding } from "./ran.ts";
import { DescribedStage, mockedClient } from "./stage.ts";

const stage = new DescribedStage();
const gateway = mockedClient(ApiGatewayV2Client);

beforeEach(() => {
  stage.describe({
    resources: { "AWS::ApiGatewayV2::Api": ["a1b2c3"], "AWS::ApiGatewayV2::Stage": ["$default"] },
  });
  gateway
    .on(GetRoutesCommand)
    .resolves({ Items: [{ RouteKey: "$default" }], NextToken: "more" })
    .on(GetRoutesCommand, { NextToken: "more" })
    .resolves({ Items: [{ RouteKey: "GET /v1/health" }, { RouteKey: "GET /v1/stocks" }] });
});

const settingsOf = (...keys: readonly string[]) =>
  gateway.on(GetStageCommand, { ApiId: "a1b2c3", StageName: "$default" }).resolves({
    StageName: "$default",
    RouteSettings: Object.fromEntries(keys.map((key) => [key, { ThrottlingRateLimit: 10 }])),
  });

it("is ok while every route with settings exists, on whichever page of the routes", async () => {
  settingsOf("$default", "GET /v1/health");
  await expectFinding(stage.runCheck("route-settings"), "ok");
});

it("warns of settings that outlived their routes, with the commands that delete them", async () => {
  settingsOf("GET /v1/gone", "GET /v1/health", "POST /gone");
  const { status, found, remedy } = await stage.runCheck("route-settings");
  expect(status).toBe("warn");
  expect(found).toContain("GET /v1/gone, POST /gone.");
  expect(found).not.toContain("health");
  const command = "aws apigatewayv2 delete-route-settings --api-id a1b2c3 --stage-name '$default' --route-key";
  expect(remedy).toBe(`Delete them: ${command} 'GET /v1/gone'; ${command} 'POST /gone'.`);
});

it("is skipped without the permission, which it names", async () => {
  gateway.on(GetStageCommand).rejects(accessDenied("apigateway:GET"));
  await expectFinding(stage.runCheck("route-settings"), "skipped");
});
