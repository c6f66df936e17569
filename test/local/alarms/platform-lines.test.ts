import { describe, expect, it } from "vitest";
import { Template } from "../../../lib/local/template/template.ts";
import { AlarmedStage, localResources } from "./alarmed-stage.ts";

const resources = await localResources();
const template = new Template(resources, { api: "http://127.0.0.1:1", aws: "http://127.0.0.1:2" });
const api = String(template.ofType("AWS::ApiGatewayV2::Api")[0]?.ref);

/** The state of an alarm after something has happened a number of times. */
function stateAfter(name: string, times: number, happens: (stage: AlarmedStage) => void): string {
  const stage = new AlarmedStage(resources);
  for (let count = 0; count < times; count += 1) happens(stage);
  stage.minutes(1);
  return stage.state(name);
}

describe("workers-crashing", () => {
  const crash = (stage: AlarmedStage) => stage.alarms.recordInvocation("local-slides-worker", false, 5);

  it("fires when a worker has crashed as often as a message has attempts, though it wrote no line itself", () => {
    expect(stateAfter("local-workers-crashing", 4, crash)).toBe("ALARM");
    expect(stateAfter("local-workers-crashing", 3, crash)).toBe("OK");
  });

  it.each([
    ["failure", "ALARM"],
    ["error", "ALARM"],
    ["timeout", "ALARM"],
    ["success", "OK"],
  ])("takes a report of Lambda with the status %s for %s", (status, state) => {
    const report = { time: "2026-11-23T12:00:00.000Z", type: "platform.report", record: { requestId: "1", status } };
    const reported = ({ alarms }: AlarmedStage) => alarms.recordLine("local-slides-worker", JSON.stringify(report));
    expect(stateAfter("local-workers-crashing", 4, reported)).toBe(state);
  });

  it("counts no invocation that ended well, and no function behind the API", () => {
    expect(
      stateAfter("local-workers-crashing", 9, ({ alarms }) => alarms.recordInvocation("local-slides-worker", true, 5)),
    ).toBe("OK");
    expect(
      stateAfter("local-workers-crashing", 9, ({ alarms }) => alarms.recordInvocation("local-slides-api", false, 5)),
    ).toBe("OK");
  });
});

describe("api-throttled", () => {
  it("fires for the gateway's own 429, and not for one that a function answers", () => {
    const answered =
      (error: string) =>
      ({ alarms }: AlarmedStage) =>
        alarms.recordAnswer(api, 429, 1, error);
    expect(stateAfter("local-api-throttled", 10, answered("Too Many Requests"))).toBe("ALARM");
    expect(stateAfter("local-api-throttled", 10, answered("-"))).toBe("OK");
  });
});
