import { SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { localChecks } from "../../../lib/cli/doctor/local-checks.ts";
import type { LocalSystem } from "../../../lib/cli/doctor/local-system.ts";
import type { StubAnswer, StubRequest } from "../stub-api.ts";
import { StubApi } from "../stub-api.ts";
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
const [HEALTH, SITE_INFO, QUEUES] = ["/v1/health", "/members/api/site/", "/v1/ops/queues"] as const;
const [ALARMS, MAILS] = ["/v1/ops/alarms", "/_local/mail/store"] as const;
const NEW_TOKEN = /npm run -s token/;

let api: StubApi;
/** The system's answers, by path. */
let answers: Record<string, StubAnswer>;

beforeEach(async () => {
  api = await StubApi.start();
  answers = {
    [HEALTH]: { status: 200, body: { status: "ok" } },
    [SITE_INFO]: { status: 200, body: siteInfo },
    [QUEUES]: { status: 200, body: { queues: [{ name: "oembed-fetch", dlq_depth: 0 }] } },
    [ALARMS]: { status: 200, body: { alarms: [silent, { ...alarm, name: "api-5xx" }] } },
    [MAILS]: { status: 200, body: { emails: [{}] } },
  };
  api.answer = ({ path }: StubRequest) => answers[path] ?? { status: 404, body: {} };
});

afterEach(() => api.close());

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
  const system: LocalSystem = {
    token,
    outputs: {
      pid: process.pid,
      api_url: origin,
      site_url: site,
      region: "local",
      credentials: { access_key_id: "a", secret_access_key: "s" },
      sqs_endpoint: origin,
      schedules: ["mercari-hourly"],
      mail: { url: `${origin}/_local/mail` },
      tokens: { admin: token },
    },
  };
  return ran(localChecks(system), name);
}

describe("api", () => {
  it("that responds is ok", async () => {
    await expectFinding(runCheck("api"), "ok");
  });
});

const NO_API = "http://127.0.0.1:1";

it.each<[string, StubAnswer, string, object]>([
  ["api", { status: 200, body: "<html>" }, HEALTH, finding("fail")],
  ["api", { status: 200, body: {} }, HEALTH, finding("fail", { found: / 200 with something that is not Magpie's\.$/ })],
  [
    "api",
    { status: 503, body: {} },
    HEALTH,
    finding("fail", { found: /\/v1\/health answers 503\.$/, remedy: /api-5xx/ }),
  ],
  ["api", { status: 503, body: { status: "ok" } }, HEALTH, finding("fail", { found: /answers 503\.$/ })],
  [
    "site",
    { status: 404, body: siteInfo },
    SITE_INFO,
    finding("fail", { found: /\/members\/api\/site\/ answers 404\.$/ }),
  ],
  ["site", { status: 200, body: { errors: [] } }, SITE_INFO, finding("fail")],
  ["token", { status: 200, body: {} }, QUEUES, finding("ok")],
  ["token", { status: 401, body: {} }, QUEUES, finding("fail", { found: /rejects the token/, remedy: NEW_TOKEN })],
  ["token", { status: 403, body: {} }, QUEUES, finding("warn", { found: /not an admin/, remedy: NEW_TOKEN })],
  ["token", { status: 500, body: {} }, QUEUES, finding("fail", { found: /answers 500/, remedy: /api-5xx/ })],
  ["alarms", { status: 401, body: {} }, ALARMS, finding("skipped", { remedy: NEW_TOKEN })],
  ["alarms", { status: 403, body: {} }, ALARMS, finding("skipped")],
  ["alarms", { status: 200, body: {} }, ALARMS, finding("fail", { found: /answers 200/ })],
  ["alarms", { status: 500, body: { alarms: [] } }, ALARMS, finding("fail", { found: /answers 500/ })],
  ["dead-letters", { status: 403, body: {} }, QUEUES, finding("skipped", { found: /answers 403/ })],
  ["schedules", { status: 403, body: {} }, ALARMS, finding("skipped", { found: /answers 403/ })],
  ["mail", { status: 200, body: {} }, MAILS, finding("fail", { found: /answers 200/ })],
  ["mail", { status: 404, body: {} }, MAILS, finding("fail")],
  ["mail", { status: 500, body: { emails: [] } }, MAILS, finding("fail", { found: /answers 500/ })],
])("%s that is answered %j at %s is a finding", async (name, answer, path, found) => {
  answers[path] = answer;
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
    expect(api.requests.map(({ path, headers }) => [path, headers.host])).toEqual([[SITE_INFO, "ada.example"]]);
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
    answers[QUEUES] = { status: 200, body: { queues } };
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
    answers[ALARMS] = {
      status: 200,
      body: {
        alarms: [
          { ...silent, state },
          { ...alarm, name: "api-5xx", state: "alarm" },
        ],
      },
    };
    const { status, found } = await runCheck("schedules");
    expect(status).toBe(expected);
    if (status !== "ok") expect(found).toContain("mercari-hourly");
  });
});

it("shows which schedules have run, and for which it is too early to know", async () => {
  const early = { ...silent, name: "books-due-silent", state: "insufficient_data" };
  answers[ALARMS] = { status: 200, body: { alarms: [silent, early] } };
  await expectFinding(runCheck("schedules"), "ok", {
    found: "1 schedules have run as they should; it is too early to say so of books-due.",
  });
});

describe("alarms", () => {
  it("that fire are listed, with their sections of the runbook", async () => {
    await expectFinding(runCheck("alarms"), "ok", { found: "None of 2 alarms is firing." });
    answers[ALARMS] = {
      status: 200,
      body: {
        alarms: [
          { ...alarm, name: "api-5xx", state: "alarm", runbook: "https://magpie.example/docs/runbook#api-5xx" },
          silent,
        ],
      },
    };
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
