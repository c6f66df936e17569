import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { magpie } from "./command-line.ts";
import { StubApi } from "./stub-api.ts";

const ringing = {
  name: "api-5xx",
  state: "alarm",
  reason: "Threshold Crossed",
  since: "2026-11-20T02:00:00.000Z",
  impact: "Requests fail.",
  runbook: "https://magpie.example/docs/runbook#api-5xx",
};
const quiet = {
  ...ringing,
  name: "books-due-silent",
  state: "ok",
  runbook: "https://magpie.example/docs/runbook#books-due-silent",
};

let api: StubApi;

beforeAll(async () => {
  api = await StubApi.start();
  api.answer = () => ({ status: 200, body: { alarms: [ringing, quiet] } });
});

afterAll(() => api.close());

describe("alarm ls", () => {
  it("shows the impact of each alarm and its section of the runbook", async () => {
    const { code, stdout, stderr } = await magpie(api.dataFolder, ["alarm", "ls"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["NAME", "STATE", "SINCE", "IMPACT", "RUNBOOK"],
      ["api-5xx", "alarm", ringing.since, "Requests fail.", "https://magpie.example/docs/runbook#api-5xx"],
      [
        "books-due-silent",
        "ok",
        ringing.since,
        "Requests fail.",
        "https://magpie.example/docs/runbook#books-due-silent",
      ],
      [""],
    ]);
    expect(api.requests[0]).toMatchObject({ method: "GET", path: "/v1/ops/alarms" });
  });

  it("leaves out with --ringing the alarms that don't fire, in JSON too", async () => {
    const { stdout } = await magpie(api.dataFolder, ["alarm", "ls", "--ringing", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ alarms: [ringing] });
  });
});
