import type { Guide } from "./guide.ts";
import { countDeadLetters, expect, listAlarmMails, readAlarmState } from "./guide.ts";

const QUEUE = "oembed-fetch";
const ALARM = "dead-letters";

interface Stock {
  readonly id: string;
  readonly status: string;
  readonly title: string | null;
  readonly author_name: string | null;
  readonly embed_url: string | null;
  readonly failure?: { readonly code: string };
}

/** Slides: decks of three providers, a private one, and a provider that is down. */
export async function tourSlides(guide: Guide): Promise<void> {
  const { member, admin, sites, narrate, until, run } = guide;
  const settled = (id: string) =>
    until(`stock ${id} is ready or failed`, async () => {
      const stock = await member<Stock>("GET", `/v1/stocks/${id}`);
      return stock.body.status === "pending" ? undefined : stock.body;
    });

  narrate("Slides: paste a deck's address, Magpie finds out the rest.");
  for (const url of [
    `https://speakerdeck.com/example/queues-in-practice-${run}?slide=3`,
    `http://docswell.com/s/some-user/${run.toUpperCase()}-hello-docswell/13`,
    `https://docs.google.com/presentation/u/0/d/1Demo-deck-of-the-tour-${run}/edit#slide=id.p`,
  ]) {
    const { status, body } = await member<Stock>("POST", "/v1/stocks", { url });
    expect(status === 201 && body.status === "pending", `POST ${url} answers 201, pending`, body);
    const stock = await settled(body.id);
    expect(stock.status === "ready" && stock.title !== null && stock.embed_url !== null, "it becomes ready", stock);
    narrate(`  ${url}`);
    narrate(`    → ${stock.title}${stock.author_name === null ? "" : ` by ${stock.author_name}`}`);
    narrate(`    → ${stock.embed_url}`);
  }

  const again = await member<Stock>("POST", "/v1/stocks", {
    url: `https://www.speakerdeck.com/example/queues-in-practice-${run}/`,
  });
  expect(again.status === 200 && again.body.status === "ready", "the same deck again is the same stock", again);
  narrate("  The first deck once more, written differently: 200, the stock that is there already.");

  const hidden = `https://docs.google.com/presentation/d/1Private-deck-of-the-tour-${run}`;
  sites.makePrivate(hidden);
  const secret = await settled((await member<Stock>("POST", "/v1/stocks", { url: hidden })).body.id);
  expect(secret.status === "ready" && secret.title === null, "a private deck is ready without a title", secret);
  narrate("  A private Google deck: ready to embed, and no sign-in page is taken for its title.");

  narrate("Now Speaker Deck answers 503, again and again.");
  sites.breakDown("/oembed.json", 503);
  const before = sites.requestCount("/oembed.json");
  const lettersBefore = await countDeadLetters(guide, QUEUE);
  const mailsBefore = (await listAlarmMails(guide, ALARM)).length;
  const broken = await member<Stock>("POST", "/v1/stocks", {
    url: `https://speakerdeck.com/example/on-a-bad-day-${run}`,
  });
  const failed = await settled(broken.body.id);
  expect(failed.status === "failed", "after the last attempt the stock is failed", failed);
  await until("one more dead letter", async () =>
    (await countDeadLetters(guide, QUEUE)) === lettersBefore + 1 ? true : undefined,
  );
  narrate(
    `  ${sites.requestCount("/oembed.json") - before} attempts, then: failed (${failed.failure?.code}), one message in oembed-fetch-dlq.`,
  );
  await until(`alarm ${ALARM} rings`, async () =>
    (await readAlarmState(guide, ALARM)) === "alarm" ? true : undefined,
  );
  const rung = await until(`the mail of alarm ${ALARM}`, async () => (await listAlarmMails(guide, ALARM))[mailsBefore]);
  narrate(`  The alarm ${ALARM} rings: a mail to ${rung.destination.to.join(", ")} says`);
  narrate(`    → ${rung.subject}`);

  sites.recover();
  const redrive = await admin("POST", "/v1/ops/queues/oembed-fetch/redrive");
  expect(redrive.status === 202, "the redrive is accepted", redrive);
  await until("the stock is ready after the redrive", async () =>
    (await member<Stock>("GET", `/v1/stocks/${broken.body.id}`)).body.status === "ready" ? true : undefined,
  );
  await until("no dead letter", async () => ((await countDeadLetters(guide, QUEUE)) === 0 ? true : undefined));
  narrate("  The site is back, an administrator redrives the queue: ready, and the dead-letter queue is empty.");
  narrate("  The alarm is over a day after the last dead letter, which a second mail says.");
}
