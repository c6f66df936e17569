import { SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { localChecks } from "../../../lib/cli/doctor/local-checks.ts";
import type { StubAnswer } from "../stub-api.ts";
import { outputsAt } from "../stub-api.ts";
import { answered, StubbedApi } from "../stubbed-api.ts";
import { expectFinding, finding, ran } from "./ran.ts";

const alarm = {
  state: "ok",
  reason: "",
  since: "",
  impact: "Somebody notices.",
  runbook: "https://magpie.example/docs/runbook#x",
};
const silent = { ...alarm, name: "mercari-hourly-silent" };
const siteInfo = { site: { title: "A site" } };
const [HEALTH, SITE_INFO] = ["GET /v1/health", "GET /members/api/site/"] as const;
const [QUEUES, ALARMS, MAILS] = ["GET /v1/ops/queues", "GET /v1/ops/alarms", "GET /mail/store"] as const;
const NEW_TOKEN = /npm run -s token/;

const api = new StubbedApi();

beforeEach(() => {
  api.answers = {
    [HEALTH]: answered({ status: "ok" }),
    [SITE_INFO]: answered(siteInfo),
    [QUEUES]: answered({ queues: [{ name: "oembed-fetch", dlq_depth: 0 }] }),
    [ALARMS]: answered({ alarms: [silent, { ...alarm, name: "api-5xx" }] }),
    [MAILS]: answered({ emails: [{}] }),
  };
});

function jwt(groups: string[], expiresIn = "1h"): Promise<string> {
  const key = new TextEncoder().encode("a key of the test");
  return new SignJWT({ "cognito:groups": groups })
    .setSubject("ada")
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime(expiresIn)
    .sign(key);
}

async function runCheck(name: string, changes: { site?: string; token?: string; api?: string } = {}) {
  const { site = api.origin, token = await jwt(["admin"]), api: origin = api.origin } = changes;
  const outputs = { ...outputsAt(origin), site_url: site, schedules: ["mercari-hourly"], tokens: { admin: token } };
  return ran(localChecks({ token, outputs }), name);
}

it("an API that responds is ok", () => expectFinding(runCheck("api"), "ok"));

const NO_API = "http://127.0.0.1:1";

it.each<[string, StubAnswer, string, object]>([
  ["api", answered("<html>"), HEALTH, finding("fail")],
  ["api", answered({}), HEALTH, finding("fail", { found: / 200 with something that is not Magpie's\.$/ })],
  ["api", answered({}, 503), HEALTH, finding("fail", { found: /\/v1\/health answers 503\.$/, remedy: /api-5xx/ })],
  ["api", answered({ status: "ok" }, 503), HEALTH, finding("fail", { found: /answers 503\.$/ })],
  ["site", answered(siteInfo, 404), SITE_INFO, finding("fail", { found: /\/members\/api\/site\/ answers 404\.$/ })],
  ["site", answered({ errors: [] }), SITE_INFO, finding("fail")],
  ["token", answered({}), QUEUES, finding("ok")],
  ["token", answered({}, 401), QUEUES, finding("fail", { found: /rejects the token/, remedy: NEW_TOKEN })],
  ["token", answered({}, 403), QUEUES, finding("warn", { found: /not an admin/, remedy: NEW_TOKEN })],
  ["token", answered({}, 500), QUEUES, finding("fail", { found: /answers 500/, remedy: /api-5xx/ })],
  ["alarms", answered({}, 401), ALARMS, finding("skipped", { remedy: NEW_TOKEN })],
  ["alarms", answered({}, 403), ALARMS, finding("skipped")],
  ["alarms", answered({}), ALARMS, finding("fail", { found: /answers 200/ })],
  ["alarms", answered({ alarms: [] }, 500), ALARMS, finding("fail", { found: /answers 500/ })],
  ["dead-letters", answered({}, 403), QUEUES, finding("skipped", { found: /answers 403/ })],
  ["schedules", answered({}, 403), ALARMS, finding("skipped", { found: /answers 403/ })],
  ["mail", answered({}), MAILS, finding("fail", { found: /answers 200/ })],
  ["mail", answered({}, 404), MAILS, finding("fail")],
  ["mail", answered({ emails: [] }, 500), MAILS, finding("fail", { found: /answers 500/ })],
])("%s that is answered %j at %s is a finding", async (name, answer, path, found) => {
  api.answers[path] = answer;
  expect(await runCheck(name)).toMatchObject(found);
});

it.each(["api", "token", "alarms"])(
  "%s without an answer fails with why, and how to start the system",
  async (name) => {
    await expectFinding(runCheck(name, { api: NO_API, site: NO_API }), "fail", {
      found: /does not answer: bad port\.$/,
      remedy: /npm start/,
    });
  },
);

it("each request of the checks of the API is an administrator's", async () => {
  for (const name of ["token", "alarms", "dead-letters", "schedules"]) await runCheck(name);
  expect(api.requests).toHaveLength(4);
  for (const { headers } of api.requests) expect(headers.authorization).toMatch(/^Bearer ey/);
});

describe("site", () => {
  it("gets a request with its own host on the runner's port", async () => {
    await expectFinding(runCheck("site", { site: "https://ada.example" }), "ok");
    expect([api.seen, api.requests[0]?.headers.host]).toEqual([[SITE_INFO], "ada.example"]);
  });
});

describe("administrators", () => {
  it("are users whose token has the group", async () => {
    await expectFinding(runCheck("administrators"), "ok", { found: /^ada is administrator/ });
    await expectFinding(runCheck("administrators", { token: await jwt(["editors"]) }), "warn");
  });

  it("are not users whose token has expired, or is missing", async () => {
    await expectFinding(runCheck("administrators", { token: await jwt(["admin"], "-1s") }), "fail");
    const never = await new SignJWT({ "cognito:groups": ["admin"] })
      .setSubject("ada")
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("a key of the test"));
    await expectFinding(runCheck("administrators", { token: never }), "ok");
    await expectFinding(runCheck("administrators", { token: "none" }), "fail", { remedy: /npm run -s token/ });
  });
});

describe("dead-letters", () => {
  it("are listed by their queue, with the section of the runbook", async () => {
    await expectFinding(runCheck("dead-letters"), "ok");
    const queues = [
      ["quiet", 0],
      ["oembed-fetch", 2],
      ["notices", 1],
    ].map(([name, dlq_depth]) => ({ name, dlq_depth }));
    api.answers[QUEUES] = answered({ queues });
    await expectFinding(runCheck("dead-letters"), "fail", {
      found: "Dead letters: 2 of oembed-fetch, 1 of notices.",
      remedy: /docs\/runbook\.md#dead-letters .* queue redrive oembed-fetch/,
    });
  });
});

describe("schedules", () => {
  it.each([
    ["ok", "ok"],
    ["alarm", "fail"],
    ["insufficient_data", "skipped"],
  ])("whose alarm on silence is %s are %s", async (state, expected) => {
    const other = { ...alarm, name: "api-5xx", state: "alarm" };
    api.answers[ALARMS] = answered({ alarms: [{ ...silent, state }, other] });
    const { status, found } = await runCheck("schedules");
    expect(status).toBe(expected);
    if (status !== "ok") expect(found).toContain("mercari-hourly");
  });
});

it("shows which schedules have run, and for which it is too early to know", async () => {
  const early = { ...silent, name: "books-due-silent", state: "insufficient_data" };
  api.answers[ALARMS] = answered({ alarms: [silent, early] });
  await expectFinding(runCheck("schedules"), "ok", {
    found: "1 schedules have run as they should; it is too early to say so of books-due.",
  });
});

describe("alarms", () => {
  it("that fire are listed, with their sections of the runbook", async () => {
    await expectFinding(runCheck("alarms"), "ok", { found: "None of 2 alarms is firing." });
    const runbook = "https://magpie.example/docs/runbook#api-5xx";
    api.answers[ALARMS] = answered({ alarms: [{ ...alarm, name: "api-5xx", state: "alarm", runbook }, silent] });
    await expectFinding(runCheck("alarms"), "fail", {
      found: "1 of 2 alarms ring: api-5xx.",
      remedy: expect.stringContaining("https://magpie.example/docs/runbook#api-5xx"),
    });
  });
});

describe("mail", () => {
  it("is ok as long as the store responds", async () => {
    await expectFinding(runCheck("mail"), "ok", { found: expect.stringMatching(/1 mails/) });
    expect(api.requests.at(-1)?.headers.authorization).toMatch(/^Bearer ./);
  });
});
