import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Mention } from "../../../lambdas/recommendations/domain/mention.ts";
import { MailTable } from "../../../lambdas/recommendations/tables/mail-table.ts";
import type { VerifyServices } from "../../../lambdas/recommendations/work/verify-mention.ts";
import { webmentionReceiveMessageOf } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import { htmlAnswer, jsonAnswer } from "../../../lib/local/sites/simulated-site.ts";
import type { WebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { MINUTE, testClock } from "../../emulators/test-clock.ts";
import { testIds } from "../../emulators/test-queue.ts";
import { TABLE } from "../changes-world.ts";
import type { TestAdminMail } from "../mentions-world.ts";
import {
  looker,
  MAX_RECEIVES,
  mentionTables,
  network,
  PRIVATE_HOST,
  SITE_URL,
  testAdminMail,
  verifiedMentions,
} from "../mentions-world.ts";
import { DAY } from "../sample-mentions.ts";

const US = `${SITE_URL}/`;
const LIST = "/.well-known/recommendations.json";
const log = capturedLog();

let dynamo: TestDynamo;
let tables: ReturnType<typeof mentionTables>;
let clock: TestClock;
let mail: TestAdminMail;
let garden: WebmentionSite;
let newId: () => string;

beforeAll(async () => {
  garden = await startWebmentionSite();
});
afterAll(() => garden.close());
beforeEach(async () => {
  dynamo = await startDynamo();
  tables = mentionTables(dynamo.client);
  clock = testClock();
  mail = testAdminMail();
  newId = testIds();
  garden.clearRequests();
  garden.clearFaults();
  garden.list(null);
  garden.recommend(US);
  garden.describe({ title: "The garden" });
});
afterEach(() => dynamo.close());

/** The garden's hosts. */
const gardens = () => ({ "garden.example": garden, "www.garden.example": garden });

function worker(changes: Partial<VerifyServices> = {}) {
  return looker({
    ...tables,
    adminMail: mail,
    siteUrl: SITE_URL,
    siteTitle: "Our page",
    fetch: network(gardens()),
    now: () => performance.now(),
    clock,
    random: () => 0,
    newId,
    maxReceiveCount: MAX_RECEIVES,
    ...changes,
  });
}

/** Requests a verification, like the API. */
async function requested(source = garden.source, target = US): Promise<Mention> {
  const now = clock.now();
  return tables.mentions.request(source, target, {
    id: newId(),
    now,
    reconcileAt: new Date(now.getTime() + 10 * MINUTE),
  });
}

/** Requests a verification and runs it. @returns the mention afterwards */
async function looked(source = garden.source, target = US, timeoutMs?: number): Promise<Mention | null> {
  const mention = await requested(source, target);
  await worker({ fetch: network(gardens(), timeoutMs) }).receive(webmentionReceiveMessageOf(mention), 4);
  return tables.mentions.get(mention.id);
}

const visible = async () => (await verifiedMentions(tables.mentions)).map(({ source }) => source);

describe("a site that recommends us", () => {
  it("is listed with its metadata, and the administrators get one mail", async () => {
    const mention = await requested();
    expect(await worker().receive(webmentionReceiveMessageOf(mention))).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({
      status: "verified",
      failures: 0,
      verifiedAt: clock.now().toISOString(),
      nextCheckAt: new Date(clock.now().getTime() + DAY).toISOString(),
      expiresAt: null,
      site: {
        title: "The garden",
        excerpt: "Notes from a small garden.",
        featuredImage: "https://garden.example/pictures/garden.jpg",
        favicon: "https://garden.example/icon.png",
      },
    });
    expect(mail.sent).toMatchObject([{ subject: "👍 New recommendation: The garden" }]);
    expect(mail.sent[0]?.text).toContain("https://garden.example/");
    expect(mail.sent[0]?.text).toContain("A site recommends Our page");
    expect(mail.sent[0]?.text).toContain("You do not recommend it yet.");
    expect(mail.sent[0]?.text).toContain("POST /v1/recommendations of your API");
    expect(mail.sent[0]?.text).toContain("npm run -s magpie -- mention ls");
    expect(await tables.mentions.overdue(new Date(clock.now().getTime() + DAY), 10)).toEqual([]);
  });

  it("is listed by the name of the site, not by the title of its page", async () => {
    const head = '<title>Welcome!</title><meta property="og:site_name" content="The garden of words">';
    garden.members(null);
    garden.page("/", htmlAnswer(200, head));
    expect(await looked()).toMatchObject({ site: { title: "The garden of words" } });
    garden.members("ghost");
    garden.page("/", null);
  });

  it("is named in the mail as a site that we recommend", async () => {
    const entry = {
      id: "r-1",
      url: "https://www.garden.example",
      createdAt: clock.now().toISOString(),
      updatedAt: null,
    };
    await tables.directory.add(entry, { id: "announcement", at: clock.now() });
    await looked();
    expect(mail.sent[0]?.text).toContain("You recommend it, too.");
    expect(mail.sent[0]?.text).toContain("https://us.example/");
  });

  it("causes one mail, even if it is mentioned repeatedly and under several addresses", async () => {
    await looked();
    await looked();
    garden.recommend(`${SITE_URL}/.well-known/recommendations.json`);
    await looked(garden.source, `${SITE_URL}/.well-known/recommendations.json`);
    await looked(`${garden.source}?again`);
    for (const origin of ["http://garden.example", "https://www.garden.example", "https://garden.example:8443"]) {
      expect(await looked(`${origin}${LIST}`)).toMatchObject({ status: "verified" });
    }
    expect(await visible()).toHaveLength(6);
    expect(mail.sent).toHaveLength(1);
  });

  it("has its host as its title if it has none", async () => {
    garden.members(null);
    garden.fault((request) => request.path === "/", { kind: "status", status: 500 });
    expect(await looked()).toMatchObject({
      status: "verified",
      site: { title: "garden.example", excerpt: null, featuredImage: null, favicon: null },
    });
    garden.members("ghost");
  });

  it("keeps its earlier metadata while it gives none", async () => {
    await looked();
    garden.members(null);
    garden.fault((request) => request.path === "/", { kind: "status", status: 500 });
    expect(await looked()).toMatchObject({ site: { title: "The garden" } });
    garden.members("ghost");
    garden.clearFaults();
    garden.describe({ title: "The new garden" });
    expect(await looked()).toMatchObject({ site: { title: "The new garden" } });
  });

  it("keeps no picture whose address is too long", async () => {
    garden.describe({ image: `/${"a".repeat(100_000)}` });
    expect(await looked()).toMatchObject({ status: "verified", site: { featuredImage: null } });
    garden.describe({ image: null });
  });

  it("is gone at once when it removes us from its list, and back without a mail", async () => {
    await looked();
    garden.withdraw(US);
    expect(await looked()).toMatchObject({ status: "gone", failures: 1 });
    expect(await visible()).toEqual([]);
    garden.recommend(US);
    expect(await looked()).toMatchObject({ status: "verified", failures: 0 });
    expect(mail.sent).toHaveLength(1);
  });

  it("is gone at once with 410", async () => {
    await looked();
    garden.fault(LIST, { kind: "status", status: 410 });
    expect(await looked()).toMatchObject({ status: "gone" });
  });
});

describe("a site whose list is answered by another site", () => {
  const redirect = (location: string) => garden.fault(LIST, { kind: "redirect", location });

  it("does not recommend us: a redirect of the site could be misused", async () => {
    redirect(`http://stranger.example${LIST}`);
    const mention = await requested();
    const stranger = await startWebmentionSite({ host: "stranger.example" });
    stranger.recommend(US);
    const fetch = network({ ...gardens(), "stranger.example": stranger });
    expect(await worker({ fetch }).receive(webmentionReceiveMessageOf(mention), 4)).toBe(true);
    await stranger.close();
    expect(stranger.requests()).not.toEqual([]);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 1 });
    expect(log.lines("mention_checked")).toMatchObject([{ outcome: "failed", code: "another_site" }]);
    expect(mail.sent).toEqual([]);
  });

  it("is gone at the third consecutive time, since a redirect does not prove that the list has changed", async () => {
    await looked();
    garden.page("/elsewhere", jsonAnswer(200, [{ url: US }]));
    redirect("http://other-garden.example/elsewhere");
    const fetch = network({ ...gardens(), "other-garden.example": garden });
    for (const status of ["verified", "verified", "gone"]) {
      const mention = await requested();
      await worker({ fetch }).receive(webmentionReceiveMessageOf(mention), 4);
      expect(await tables.mentions.get(mention.id)).toMatchObject({ status });
    }
    garden.page("/elsewhere", null);
  });

  it("recommends us if the other host is its own with www", async () => {
    garden.page("/elsewhere", jsonAnswer(200, [{ url: US }]));
    redirect("http://www.garden.example/elsewhere");
    expect(await looked()).toMatchObject({ status: "verified" });
    garden.page("/elsewhere", null);
  });
});

it("a host that was blocked after the request gets no request, and nothing of it is stored", async () => {
  const mention = await requested();
  await tables.blockedHosts.block("garden.example", clock.now());
  expect(await worker().receive(webmentionReceiveMessageOf(mention))).toBe(true);
  expect(garden.requests()).toEqual([]);
  expect(await tables.mentions.get(mention.id)).toBeNull();
  expect(log.lines("mention_dropped")).toMatchObject([{ code: "host_blocked", host: "garden.example" }]);
});

describe("a page that links to us", () => {
  it("is verified, without a mail", async () => {
    garden.page("/post", htmlAnswer(200, `<a href="${US}">us</a>`));
    expect(await looked(`${garden.url}post`)).toMatchObject({ status: "verified", site: { title: "garden.example" } });
    garden.page("/post", htmlAnswer(200, `<title>A letter</title><a href="${US}">us</a>`));
    expect(await looked(`${garden.url}post`)).toMatchObject({ site: { title: "A letter" } });
    expect(mail.sent).toEqual([]);
  });

  it("is verified even if a cache shows it without the link for a while", async () => {
    garden.page("/post", htmlAnswer(200, "<p>Nobody yet</p>"));
    const mention = await requested(`${garden.url}post`);
    const { receive, waits } = worker();
    for (const receiveCount of [1, 2]) {
      expect(await receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(false);
    }
    expect(waits).toEqual([60, 240]);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 0 });
    garden.page("/post", htmlAnswer(200, `<a href="${US}">us</a>`));
    expect(await receive(webmentionReceiveMessageOf(mention), 3)).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "verified", failures: 0 });
  });

  it("is requested four times for a link that is missing, and once when it is gone for good", async () => {
    garden.page("/post", htmlAnswer(200, "<p>Nobody</p>"));
    const mention = await requested(`${garden.url}post`);
    for (const receiveCount of [1, 2, 3, 4]) {
      expect(await worker().receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(receiveCount === 4);
    }
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 1, nextCheckAt: null });
    garden.page("/post", htmlAnswer(410, ""));
    const gone = await requested(`${garden.url}post`);
    expect(await worker().receive(webmentionReceiveMessageOf(gone))).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 2, nextCheckAt: null });
  });

  it("that only contains our address as text is not verified", async () => {
    garden.page("/post", htmlAnswer(200, `<p>${US}</p><a href="${US}elsewhere">not us</a>`));
    expect(await looked(`${garden.url}post`)).toMatchObject({ status: "new" });
    expect(await visible()).toEqual([]);
  });
});

it("a page whose link may be in the part that was not read has not lost it", async () => {
  const link = `<a href="${US}">us</a>`;
  garden.page("/post", htmlAnswer(200, link));
  await looked(`${garden.url}post`);
  garden.page("/post", htmlAnswer(200, `${"<p>x</p>".repeat(200_000)}${link}`));
  expect(await looked(`${garden.url}post`)).toMatchObject({ status: "verified", failures: 1 });
  garden.page("/post", htmlAnswer(200, "<p>x</p>"));
  expect(await looked(`${garden.url}post`)).toMatchObject({ status: "gone", failures: 2 });
});

describe("a site that can't be read", () => {
  const failing: readonly (readonly [string, () => void])[] = [
    ["answers 404", () => garden.fault(LIST, { kind: "status", status: 404 })],
    ["answers 500", () => garden.fault(LIST, { kind: "status", status: 500 })],
    ["ends the connection", () => garden.fault(LIST, { kind: "cut" })],
    [
      "redirects to a private address",
      () => garden.fault(LIST, { kind: "redirect", location: `http://${PRIVATE_HOST}/` }),
    ],
    ["redirects in a circle", () => garden.fault(LIST, { kind: "redirect_loop" })],
    ["sends an endless response", () => garden.fault(LIST, { kind: "big", bytes: 1_000_000_000 })],
    ["sends a decompression bomb", () => garden.fault(LIST, { kind: "gzip_bomb", bytes: 1_000_000_000 })],
    ["sends half of its list", () => garden.fault(LIST, { kind: "malformed_json" })],
    ["never responds", () => garden.fault(LIST, { kind: "slow_headers", ms: 60_000 })],
    ["drips", () => garden.fault(LIST, { kind: "slow_body", ms: 60_000 })],
  ];

  it.each(failing)("since it %s, is gone at the third consecutive time", async (_what, fail) => {
    await looked();
    fail();
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "verified", failures: 1 });
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "verified", failures: 2 });
    garden.clearFaults();
    expect(await looked()).toMatchObject({ status: "verified", failures: 0 });
    fail();
    await looked(garden.source, US, 150);
    await looked(garden.source, US, 150);
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "gone", failures: 3 });
    expect(await visible()).toEqual([]);
    garden.clearFaults();
    expect(await looked()).toMatchObject({ status: "verified", failures: 0 });
    expect(mail.sent).toHaveLength(1);
  });

  it.each(failing)("since it %s, is not listed", async (_what, fail) => {
    fail();
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "new" });
    expect(await visible()).toEqual([]);
    expect(mail.sent).toEqual([]);
  });

  it("is not requested again at once when it was verified before", async () => {
    await looked();
    garden.fault(LIST, { kind: "status", status: 500 });
    const mention = await requested();
    const { receive, waits } = worker();
    expect(await receive(webmentionReceiveMessageOf(mention))).toBe(true);
    expect(waits).toEqual([]);
  });

  it("is requested again soon when it is new, then daily until it expires", async () => {
    garden.fault(LIST, { kind: "status", status: 500 }, 4);
    const mention = await requested();
    const { receive, waits } = worker();
    for (const receiveCount of [1, 2, 3]) {
      expect(await receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(false);
    }
    expect(waits).toEqual([60, 240, 960]);
    expect(await receive(webmentionReceiveMessageOf(mention), 4)).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", nextCheckAt: expect.any(String) });
    expect(await looked()).toMatchObject({ status: "verified" });
    expect(mail.sent).toHaveLength(1);
  });
});

describe.each([429, 503])("a site that answers %i", (status) => {
  it("is requested again after its Retry-After, and never counts as gone", async () => {
    await looked();
    garden.fault(LIST, { kind: "status", status, retryAfter: 1_200 });
    for (let round = 0; round < 4; round += 1) {
      const mention = await requested();
      const { receive, waits } = worker();
      for (const receiveCount of [1, 2, 3]) {
        expect(await receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(false);
      }
      expect(waits).toEqual([1_200, 1_200, 1_200]);
      expect(await receive(webmentionReceiveMessageOf(mention), 4)).toBe(true);
      expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "verified", failures: 0 });
    }
  });

  it("is not resent by reconcile meanwhile", async () => {
    garden.fault(LIST, { kind: "status", status, retryAfter: 1_200 });
    const mention = await requested();
    await worker().receive(webmentionReceiveMessageOf(mention));
    const start = clock.now().getTime();
    expect(await tables.mentions.overdue(new Date(start + 29 * MINUTE), 10)).toEqual([]);
    expect(await tables.mentions.overdue(new Date(start + 31 * MINUTE), 10)).toHaveLength(1);
  });
});

describe("a message", () => {
  it("of an earlier request verifies nothing", async () => {
    const first = await requested();
    await requested();
    expect(await worker().receive(webmentionReceiveMessageOf(first))).toBe(true);
    expect(await worker().receive({ schemaVersion: 1, mentionId: "nobody", requestId: "none" })).toBe(true);
    expect(garden.requests()).toEqual([]);
  });

  /** A worker that calls a function after each fetch of the garden's list. */
  function interrupted(act: () => Promise<unknown>) {
    const fetch = network(gardens());
    return worker({
      async fetch(request) {
        const answer = await fetch(request);
        if (String(request.url).endsWith(LIST)) await act();
        return answer;
      },
    });
  }

  it("counts even if another request is made during it; that request is verified, too", async () => {
    const first = await requested();
    let second = first;
    const verification = interrupted(async () => {
      second = await requested();
    });
    expect(await verification.receive(webmentionReceiveMessageOf(first), 4)).toBe(true);
    expect(second.requestId).not.toBe(first.requestId);
    expect(await tables.mentions.get(first.id)).toMatchObject({ status: "verified", requestId: second.requestId });
    expect(mail.sent).toHaveLength(1);
    expect(await tables.mentions.overdue(new Date(clock.now().getTime() + 10 * MINUTE), 10)).toHaveLength(1);

    garden.withdraw(US);
    expect(await verification.receive(webmentionReceiveMessageOf(second), 4)).toBe(true);
    expect(await tables.mentions.get(first.id)).toMatchObject({ status: "gone", failures: 1 });
  });

  it("changes nothing when a later request's verification ended before it", async () => {
    const mention = await requested();
    const slow = interrupted(async () => {
      garden.withdraw(US);
      expect(await looked()).toMatchObject({ status: "new", failures: 1 });
    });
    expect(await slow.receive(webmentionReceiveMessageOf(mention), 4)).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 1, nextCheckAt: null });
    expect(mail.sent).toEqual([]);
  });

  it("applies to the outcome of an earlier request's verification during it", async () => {
    const [read, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const second = interrupted(async () => {
      read.resolve();
      await saved.promise;
    });
    let isDone: Promise<boolean> | undefined;
    const first = interrupted(async () => {
      garden.withdraw(US);
      isDone = second.receive(webmentionReceiveMessageOf(await requested()), 4);
      await read.promise;
    });
    const mention = await requested();
    await first.receive(webmentionReceiveMessageOf(mention), 4);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "verified" });
    saved.resolve();
    expect(await isDone).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "gone", failures: 1 });
  });

  it("with another site's target fetches nothing", async () => {
    garden.recommend("https://somebody.example/");
    expect(await looked(garden.source, "https://somebody.example/")).toMatchObject({
      status: "new",
      nextCheckAt: null,
    });
    expect(garden.requests()).toEqual([]);
  });

  it("that is poison leaves the mention to the next day's verification", async () => {
    await looked();
    const mention = await requested();
    const message = { ...webmentionReceiveMessageOf(mention), schemaVersion: 2 } as never;
    expect(await worker().receive(message)).toBe(false);
    expect(await tables.mentions.get(mention.id)).toMatchObject({
      status: "verified",
      failures: 0,
      nextCheckAt: new Date(clock.now().getTime() + DAY).toISOString(),
    });
  });
});

describe("a mail", () => {
  const refusal = { kind: "refused", code: "mail_throttled", cause: new Error("slow down") } as const;
  const doubt = { kind: "unknown", code: "mail_outcome_unknown", cause: new Error("no answer") } as const;

  it("that SES refuses is tried again, and the site is listed meanwhile", async () => {
    mail.end = refusal;
    const mention = await requested();
    const { receive, waits } = worker();
    expect(await receive(webmentionReceiveMessageOf(mention))).toBe(false);
    expect(waits).toEqual([60]);
    expect(await visible()).toHaveLength(1);
    mail.end = { kind: "sent" };
    expect(await receive(webmentionReceiveMessageOf(mention), 2)).toBe(true);
    expect(mail.sent).toHaveLength(2);
    await looked();
    expect(mail.sent).toHaveLength(2);
  });

  it("that SES refuses four times leaves a dead letter, and the next day's verification tries again", async () => {
    mail.end = refusal;
    const mention = await requested();
    const { receive } = worker();
    for (const receiveCount of [1, 2, 3, 4, 5]) {
      expect(await receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(false);
    }
    expect(mail.sent).toHaveLength(4);
    expect(log.lines("message_given_up")).toMatchObject([{ code: "mail_throttled" }, { code: "attempts_used_up" }]);
    mail.end = { kind: "sent" };
    clock.forward(DAY);
    await looked();
    expect(mail.sent).toHaveLength(5);
  });

  it("whose outcome is unknown raises an alarm and is never sent again", async () => {
    mail.end = doubt;
    const mention = await requested();
    expect(await worker().receive(webmentionReceiveMessageOf(mention))).toBe(true);
    expect(log.lines("mail_outcome_unknown")).toMatchObject([{ level: "ERROR", mention_id: mention.id }]);
    mail.end = { kind: "sent" };
    clock.forward(DAY);
    await looked();
    expect(mail.sent).toHaveLength(1);
    expect(log.lines("mail_outcome_unknown")).toHaveLength(1);
  });

  it("that another worker claimed is waited for, then ended, once", async () => {
    await tables.mails.claim({ host: "garden.example" }, "somebody", clock.now());
    const mention = await requested();
    const { receive, waits } = worker();
    clock.forward(MINUTE);
    expect(await receive(webmentionReceiveMessageOf(mention))).toBe(false);
    expect(waits).toEqual([9 * 60]);
    // Reconcile waits as long.
    expect(await tables.mentions.overdue(new Date(clock.now().getTime() + 18 * MINUTE), 10)).toEqual([]);
    clock.forward(9 * MINUTE);
    expect(await receive(webmentionReceiveMessageOf(mention), 2)).toBe(true);
    expect(log.lines("mail_outcome_unknown")).toMatchObject([{ level: "ERROR", mention_id: mention.id }]);
    expect(await tables.mails.get({ host: "garden.example" })).toMatchObject({ status: "unknown" });
    await looked();
    expect(log.lines("mail_outcome_unknown")).toHaveLength(1);
    expect(mail.sent).toEqual([]);
  });

  it("is sent once by two workers that both find no claim", async () => {
    garden.recommend(`${SITE_URL}/.well-known/recommendations.json`);
    const mentions = [
      await requested(),
      await requested(garden.source, `${SITE_URL}/.well-known/recommendations.json`),
    ];
    const both = Promise.withResolvers<void>();
    let claims = 0;
    /** Mails that both see as unclaimed. */
    class SharedMails extends MailTable {
      override async claim(...args: Parameters<MailTable["claim"]>): Promise<boolean> {
        claims += 1;
        if (claims === mentions.length) both.resolve();
        await both.promise;
        return super.claim(...args);
      }
    }
    const { receive, waits } = worker({ mails: new SharedMails(dynamo.client, TABLE) });
    const messages = mentions.map(webmentionReceiveMessageOf);
    const done = await Promise.all(messages.map((message) => receive(message)));
    expect(claims).toBe(2);
    expect(mail.sent).toHaveLength(1);
    for (const message of messages) expect(await receive(message, 2)).toBe(true);
    expect(mail.sent).toHaveLength(1);
    expect(waits).toHaveLength(done.filter((isDone) => !isDone).length);
    expect(await visible()).toHaveLength(2);
  });

  it("is not sent without settings, nor afterwards when the mention is no longer new", async () => {
    const mention = await requested();
    const unset = worker({ adminMail: null });
    expect(await unset.receive(webmentionReceiveMessageOf(mention))).toBe(true);
    expect(log.lines("mail_not_configured")).toMatchObject([{ level: "INFO", mention_id: mention.id }]);
    expect(await visible()).toHaveLength(1);
    clock.forward(8 * DAY);
    await looked();
    expect(mail.sent).toEqual([]);
  });
});

it("a list in another JSON form counts, too", async () => {
  garden.list(jsonAnswer(200, { recommended: [{ at: { url: US } }] }));
  expect(await looked()).toMatchObject({ status: "verified" });
});

it("no query of an address is logged", async () => {
  await looked(`${garden.source}?token=secret`);
  expect(log.raw.join("\n")).not.toContain("secret");
});
