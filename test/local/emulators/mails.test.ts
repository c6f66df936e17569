import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SendEmailCommandInput } from "@aws-sdk/client-sesv2";
import { ListEmailIdentitiesCommand, SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterAll, describe, expect, it } from "vitest";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { DataFolder } from "../../../lib/local/data-folder.ts";
import { MailStore } from "../../../lib/local/emulators/mail-store.ts";
import { sesService } from "../../../lib/local/emulators/ses-service.ts";
import { arn } from "../../../lib/local/template/identities.ts";
import { folderOfEachTest, folderOfFile } from "../temporary-folders.ts";
import { AwsFront } from "./aws-front.ts";

const NOW = Date.parse("2026-11-20T03:00:00.900Z");
const data = DataFolder.open(folderOfFile());
afterAll(() => data.close());
const mails = new MailStore(data);
const front = new AwsFront(() => ({ ses: sesService(mails, () => NOW) }));

const client = (credentials?: Credentials) => new SESv2Client(front.client(credentials));

const MAIL: SendEmailCommandInput = {
  FromEmailAddress: "Magpie <magpie@magpie.example>",
  Destination: { ToAddresses: ["admin@magpie.example"] },
  Content: {
    Simple: { Subject: { Data: "Neue Empfehlung ✓" }, Body: { Text: { Data: "text" }, Html: { Data: "<p>html</p>" } } },
  },
};

const send = (changes: Partial<SendEmailCommandInput> = {}, ses = client()) =>
  ses.send(new SendEmailCommand({ ...MAIL, ...changes }));

describe("a mail that SES accepts", () => {
  it("is stored as it was sent, with the id that the sender gets", async () => {
    const { MessageId } = await send();
    expect(mails.all().at(-1)).toEqual({
      messageId: MessageId,
      from: "Magpie <magpie@magpie.example>",
      destination: { to: ["admin@magpie.example"], cc: [], bcc: [] },
      subject: "Neue Empfehlung ✓",
      body: { text: "text", html: "<p>html</p>" },
      at: Date.parse("2026-11-20T03:00:00.000Z") / 1_000,
    });
  });

  it("may have any destination, and one body only", async () => {
    const Destination = { CcAddresses: ["cc@magpie.example"], BccAddresses: ["Bob <bcc@magpie.example>"] };
    await send({ Destination, Content: { Simple: { Subject: { Data: "s" }, Body: { Text: { Data: "" } } } } });
    expect(mails.all().at(-1)).toMatchObject({
      destination: { to: [], cc: ["cc@magpie.example"], bcc: ["Bob <bcc@magpie.example>"] },
      body: { text: "" },
    });
  });
});

describe("a mail that SES rejects", () => {
  it.each<[string, Partial<SendEmailCommandInput>]>([
    ["has no sender", { FromEmailAddress: undefined }],
    ["has an invalid sender", { FromEmailAddress: "magpie" }],
    ["has no destination", { Destination: {} }],
    ["has an empty destination", { Destination: { ToAddresses: [], CcAddresses: [] } }],
    ["has an invalid address", { Destination: { ToAddresses: ["admin@magpie.example", "admin"] } }],
    ["has no body", { Content: { Simple: { Subject: { Data: "s" }, Body: {} } } }],
    ["has an unsupported form", { Content: { Raw: { Data: new Uint8Array(1) } } }],
  ])("%s", async (_what, changes) => {
    const before = mails.all().length;
    await expect(send(changes)).rejects.toMatchObject({
      name: "BadRequestException",
      $metadata: { httpStatusCode: 400 },
    });
    expect(mails.all()).toHaveLength(before);
  });

  it("comes from an identity that the role does not name", async () => {
    const senderFor = (identity: string) =>
      client(front.functionThatMay("sender", ["ses:SendEmail"], [arn("ses", `identity/${identity}`)]));
    await send({}, senderFor("magpie@magpie.example"));
    await send({}, senderFor("magpie.example"));
    const before = mails.all().length;
    await expect(send({}, senderFor("other.example"))).rejects.toMatchObject({
      name: "AccessDeniedException",
      message: expect.stringContaining(
        "ses:SendEmail on resource: arn:aws:ses:us-east-1:000000000000:identity/magpie@magpie.example",
      ),
      $metadata: { httpStatusCode: 403 },
    });
    expect(mails.all()).toHaveLength(before);
  });
});

it("rejects all other operations of SES", async () => {
  await expect(client().send(new ListEmailIdentitiesCommand({}))).rejects.toThrow("SendEmail only");
});

describe("the mails", () => {
  const own = folderOfEachTest();

  it("are there after a restart, in order of arrival", () => {
    const mail = (subject: string) => ({
      messageId: subject,
      from: "magpie@magpie.example",
      destination: { to: ["admin@magpie.example"], cc: [], bcc: [] },
      subject,
      body: { text: "t" },
      at: 0,
    });
    const subjects = Array.from({ length: 12 }, (_, i) => `mail ${i}`);
    const first = DataFolder.open(own.path);
    const store = new MailStore(first);
    for (const subject of subjects.slice(0, 10)) store.add(mail(subject));
    first.close();
    // As after a kill during a write.
    writeFileSync(join(own.path, "mails", "00000011.json.new"), "{");
    const second = DataFolder.open(own.path);
    const again = new MailStore(second);
    for (const subject of subjects.slice(10)) again.add(mail(subject));
    expect(again.all().map(({ subject }) => subject)).toEqual(subjects);
    expect(statSync(join(own.path, "mails", "00000012.json")).mode & 0o077).toBe(0);
    second.close();
  });
});
