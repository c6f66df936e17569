import type { Guide } from "./guide.ts";
import { expect } from "./guide.ts";

interface Recommendation {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly excerpt: string | null;
  readonly one_click_subscribe: boolean;
  readonly count?: { readonly clicks: number; readonly subscribers: number };
}

interface Incoming {
  readonly url: string;
  readonly recommending_back: boolean;
}

interface Envelope<T> {
  readonly recommendations: readonly T[];
}

interface Delivery {
  readonly target: string;
  readonly status: string;
  readonly endpoint: string | null;
  readonly last_status_code: number | null;
}

interface Mention {
  readonly source: string;
  readonly kind: string;
  readonly status: string;
}

interface Queue {
  readonly name: string;
  readonly depth: number;
  readonly in_flight: number;
}

interface Mail {
  readonly subject: string;
  readonly destination: { readonly to: readonly string[] };
  readonly body: { readonly text: string };
}

/** Recommendations: a site that is notified, readers who follow the link, and a site that recommends ours in return. */
export async function tourRecommendations(guide: Guide): Promise<void> {
  const { reader, member, admin, sites, siteUrl, narrate, until } = guide;
  const { garden } = sites;
  narrate("Recommendations: a garden is worth a visit, says an administrator.");
  const sent = { title: "My favourite garden", url: garden.url };
  const made = await admin<Envelope<Recommendation>>("POST", "/v1/recommendations", { recommendations: [sent] });
  expect(made.status === 201, "POST /v1/recommendations answers 201", made);
  const id = made.body.recommendations[0]?.id;
  const path = `/v1/recommendations/${id}`;

  const list = await reader<readonly { url: string }[]>("GET", "/.well-known/recommendations.json");
  expect(
    list.body.some(({ url }) => url === garden.url),
    "the list is published",
    list,
  );
  narrate("  The list that others read, /.well-known/recommendations.json, has it:");
  narrate(`    → ${garden.url}`);
  const delivery = await until("the garden is told", async () => {
    const { body } = await admin<{ deliveries: readonly Delivery[] }>("GET", `${path}/deliveries`);
    return body.deliveries.find(({ status }) => status !== "pending");
  });
  expect(delivery.status === "sent" && garden.mentions() === 1, "the garden is told once", delivery);
  narrate("  A Webmention is sent to the endpoint that the garden's page names:");
  narrate(`    → ${delivery.endpoint}, ${delivery.last_status_code}`);
  await announceAgain(guide, path);
  const filled = await until("the garden's metadata is there", async () => {
    const { body } = await reader<Envelope<Recommendation>>("GET", path);
    return body.recommendations.find(({ excerpt }) => excerpt !== null);
  });
  expect(filled.title === sent.title, "the title stays the administrator's", filled);
  narrate("  What the administrator left out, the garden says itself; the title stays:");
  narrate(`    → ${filled.title}: "${filled.excerpt}", subscription by one click: ${filled.one_click_subscribe}`);

  await showReadersSide(guide, path);
  const answers = [
    await reader("POST", `${path}/clicked`),
    await reader("POST", `${path}/clicked`),
    await member("POST", `${path}/clicked`),
    await member("POST", `${path}/subscribed`),
  ];
  expect(
    answers.every(({ status }) => status === 204),
    "all of it is noted",
    answers,
  );
  const counts = "/v1/recommendations?limit=100&include=count.clicks,count.subscribers";
  const { body: counted } = await reader<Envelope<Recommendation>>("GET", counts);
  const count = counted.recommendations.find((recommendation) => recommendation.id === id)?.count;
  expect(count?.clicks === 3 && count.subscribers === 1, "each is counted once", counted);
  narrate(`Readers follow it: ${count?.clicks} clicks, ${count?.subscribers} subscriber.`);

  narrate("Now the garden says that it recommends us. It doesn't yet.");
  const mails = async () => {
    const { body } = await admin<{ emails: readonly Mail[] }>("GET", "/_local/mail/store");
    return body.emails.filter(({ body: { text } }) => text.includes(garden.url));
  };
  const incoming = async () => {
    const { body } = await admin<Envelope<Incoming>>("GET", "/v1/incoming-recommendations?limit=100");
    return body.recommendations.find(({ url }) => url === garden.url);
  };
  await sendMention(guide);
  expect((await incoming()) === undefined, "what is not so is not shown", await incoming());
  garden.recommend(`${siteUrl}/`);
  await awaitDeliveries(guide);
  const shown = await incoming();
  expect(shown?.recommending_back === true, "it is shown, and that we recommend the garden, too", shown);
  await admin("POST", "/_local/schedules/notices-sending/run");
  const [mail, ...others] = await until("the administrators are mailed", async () => {
    const sent = await mails();
    return sent.length > 0 ? sent : undefined;
  });
  expect(mail !== undefined && others.length === 0, "the administrators get one mail", others);
  narrate("  202, and nothing is shown: its list does not name us. It is put there, and seen at the next look:");
  narrate(`    → ${shown?.url} recommends us; recommending_back: ${shown?.recommending_back}`);
  narrate(`    → a mail to ${mail?.destination.to.join(", ")}: ${mail?.subject}`);
  const { body: listed } = await admin<{ mentions: readonly Mention[] }>("GET", "/v1/mentions?limit=100");
  const listedMention = listed.mentions.find(({ source }) => source === garden.list);
  expect(listedMention?.status === "verified", "the mention is listed", listed);
  narrate("  /v1/mentions has it, as it has mentions by ordinary pages:");
  narrate(`    → ${listedMention?.source}, ${listedMention?.kind}, ${listedMention?.status}`);

  await sendMention(guide);
  await awaitDeliveries(guide);
  await admin("POST", "/_local/schedules/notices-sending/run");
  expect((await mails()).length === 1, "nobody is mailed twice", await mails());
  narrate("  It says so once more: looked at again, but nobody is mailed twice.");
}

/** Notifies the garden again, and shows it in the list of all deliveries. */
async function announceAgain({ admin, sites: { garden }, narrate, until }: Guide, path: string): Promise<void> {
  const { status } = await admin("POST", `${path}/announce`);
  expect(status === 202, "POST …/announce answers 202", status);
  await until("the garden is told again", async () => garden.mentions() === 2 || undefined);
  const delivery = await until("the delivery is listed as sent", async () => {
    const { body } = await admin<{ deliveries: readonly Delivery[] }>("GET", "/v1/deliveries?status=sent&limit=100");
    return body.deliveries.find(({ target }) => target === garden.url);
  });
  narrate("  An administrator has it sent once more; /v1/deliveries lists what became of all of them:");
  narrate(`    → ${delivery.target}, ${delivery.status}`);
}

/** Shows where readers find the recommendations: on the page of our site, and by the script on any other page. */
async function showReadersSide({ siteUrl, narrate }: Guide, path: string): Promise<void> {
  const page = await (await fetch(`${siteUrl}/`)).text();
  const id = path.slice(path.lastIndexOf("/") + 1);
  expect(page.includes(`data-recommendation="${id}"`), "the site's page lists the garden", page);
  const script = await fetch(`${siteUrl}/embed.js`);
  expect(script.status === 200, "GET /embed.js answers 200", script.status);
  narrate("Readers see it on the site's page, and on any other page that has the script:");
  narrate(`    → ${siteUrl}/`);
  narrate(`    → <script src="${siteUrl}/embed.js"></script> <magpie-recommendations></magpie-recommendations>`);
}

async function sendMention({ siteUrl, sites: { garden }, until }: Guide): Promise<void> {
  const before = garden.listRequests();
  const body = new URLSearchParams({ source: garden.list, target: `${siteUrl}/` });
  const { status } = await fetch(`${siteUrl}/webmentions`, { method: "POST", body });
  expect(status === 202, "POST /webmentions answers 202", status);
  await until("the garden's list was requested", async () => garden.listRequests() > before || undefined);
}

async function awaitDeliveries({ admin, until }: Guide): Promise<void> {
  await until("the mention's verifications have ended", async () => {
    const { body } = await admin<{ queues: readonly Queue[] }>("GET", "/v1/ops/queues");
    const queue = body.queues.find(({ name }) => name === "webmention-receive");
    return queue?.depth === 0 && queue.in_flight === 0 ? true : undefined;
  });
}
