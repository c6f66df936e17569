import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AdminMail } from "../../../lambdas/shared/sending/admin-mail.ts";
import { adminMail } from "../../../lambdas/shared/sending/admin-mail.ts";
import type { SesAnswer, TestSes } from "./ses-answers.ts";
import { startSes } from "./ses-answers.ts";

const SETTINGS = { from: "magpie@alice.example", administrators: ["alice@alice.example", "bob@alice.example"] };
const MAIL = { subject: "👍 New", text: "text\n", html: "<p>html</p>\n" };

let ses: TestSes;
let mail: AdminMail | null;

/** For a mail that is answered: the machine may be busy. */
const LONG_MS = 600_000;

const mailWithin = (milliseconds: number) => adminMail(SETTINGS, async () => ses.client, milliseconds);

beforeAll(async () => {
  ses = await startSes();
  // The first mail loads the client's code.
  await mailWithin(LONG_MS)?.send(MAIL);
});
afterAll(() => ses.close());
beforeEach(() => {
  ses.got.length = 0;
  mail = mailWithin(LONG_MS);
});

describe("a mail to the administrators", () => {
  it("goes to all of them at once", async () => {
    ses.answer = { status: 200 };
    expect(await mail?.send(MAIL)).toEqual({ kind: "sent" });
    expect(ses.got).toEqual([
      {
        FromEmailAddress: "magpie@alice.example",
        Destination: { ToAddresses: ["alice@alice.example", "bob@alice.example"] },
        Content: {
          Simple: {
            Subject: { Data: "👍 New", Charset: "UTF-8" },
            Body: {
              Text: { Data: "text\n", Charset: "UTF-8" },
              Html: { Data: "<p>html</p>\n", Charset: "UTF-8" },
            },
          },
        },
      },
    ]);
  });

  it.each<[SesAnswer, string]>([
    [{ status: 400, error: "MessageRejected" }, "mail_refused"],
    [{ status: 400, error: "BadRequestException" }, "mail_refused"],
    [{ status: 403, error: "AccessDeniedException" }, "mail_refused"],
    [{ status: 429, error: "TooManyRequestsException" }, "mail_throttled"],
  ])("was not sent after the response %o", async (answer, code) => {
    ses.answer = answer;
    expect(await mail?.send(MAIL)).toMatchObject({ kind: "refused", code });
    expect(ses.got).toHaveLength(1);
  });

  it.each<SesAnswer>([
    { status: 500, error: "InternalFailure" },
    { status: 503, error: "ServiceUnavailable" },
    { status: 408, error: "RequestTimeout" },
    "reset",
  ])("may have been sent after the response %o, and is not sent again", async (answer) => {
    ses.answer = answer;
    expect(await mail?.send(MAIL)).toMatchObject({ kind: "unknown", code: "mail_outcome_unknown" });
    expect(ses.got).toHaveLength(1);
  });

  it("may have been sent when SES does not answer in time, and is not sent again", async () => {
    ses.answer = "silence";
    expect(await mailWithin(1_000)?.send(MAIL)).toMatchObject({ kind: "unknown", code: "mail_outcome_unknown" });
    expect(ses.got).toHaveLength(1);
  });

  it.each([{ from: "" }, { administrators: [] }])("is not configured with %o", (changes) => {
    expect(adminMail({ ...SETTINGS, ...changes })).toBeNull();
  });
});
