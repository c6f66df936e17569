import { randomUUID } from "node:crypto";
import { importBookmarks } from "../../client/moving/import-bookmarks.ts";
import { entry } from "../client/moving/entry.ts";
import type { Sender } from "./sender.ts";
import type { Sites } from "./sites.ts";

const JOBS = ["tea", "birds", "gardens"] as const;
const PER_RUN = 80;
const PRODUCTS = ["GR III", "Ferry lamp"] as const;
const ENTRIES_OF_A_FILE = 15;

/** What a sender does again and again, in turns that its random numbers determine. */
export type Turn = (number: number, random: () => number) => Promise<void>;

/** An administrator who creates jobs and runs them. */
export function runsJobs(sender: Sender): Turn {
  const created = new Map<string, string>();
  return async (number, random) => {
    const job = JOBS[Math.floor(random() * JOBS.length)] ?? JOBS[0];
    if (!created.has(job)) {
      const key = randomUUID();
      created.set(job, key);
      const body = { name: job, queries: [job], max_per_run: PER_RUN };
      // A job whose creation is not known can't be run.
      await sender.request(
        { feature: "run", verb: "save", subject: job },
        () => sender.client.jobs.create(body, { idempotencyKey: key }),
        { goesOn: true },
      );
    }
    if (number % 5 === 4) await sender.read("books", () => sender.client.books.list({ job, limit: 50 }));
    const send = () => sender.client.jobs.run(job);
    await sender.request({ feature: "run", verb: "announce", subject: job }, send, {
      idOf: (started) => started?.run_id ?? null,
    });
  };
}

/** An administrator who watches prices and crawls by hand, and sellers who change and remove their offers. */
export function crawlsPrices(sender: Sender, { mercari }: Sites): Turn {
  const ids = new Map<string, string>();
  return async (_number, random) => {
    const name = PRODUCTS[Math.floor(random() * PRODUCTS.length)] ?? PRODUCTS[0];
    const key = randomUUID();
    if (!ids.has(name)) {
      const body = { name, crawl: { keyword: name }, alert: { new_lowest: true } };
      const product = await sender.request(
        { feature: "crawl", verb: "save", subject: name },
        () => sender.client.products.create(body, { idempotencyKey: key }),
        { goesOn: true, idOf: ({ id }) => id },
      );
      if (product !== undefined) ids.set(name, product.id);
    }
    const offers = mercari.items();
    const offer = offers[Math.floor(random() * offers.length)];
    const dice = random();
    if (offer !== undefined && dice < 0.4) mercari.change(offer.id, { price: 300 + Math.floor(random() * 50_000) });
    else if (offer !== undefined && dice < 0.5) mercari.change(offer.id, { state: "sold_out" });
    else if (dice < 0.7) mercari.list();
    const id = ids.get(name);
    if (id === undefined) return;
    await sender.read("prices", () => sender.client.products.results(id, { limit: 50 }));
    const send = () => sender.client.products.crawl({ product_id: id });
    await sender.request({ feature: "crawl", verb: "announce", subject: name }, send, {
      idOf: ([crawl]) => crawl?.outcome ?? null,
    });
  };
}

/** An administrator who recommends pages, changes and deletes recommendations, and announces them again. */
export function recommends(sender: Sender): Turn {
  const ids: [url: string, id: string][] = [];
  return async (number, random) => {
    const feature = "recommendation";
    const dice = random();
    const place = Math.floor(random() * ids.length);
    const [url, id] = ids[place] ?? [];
    const goesOn = random() < 0.7;
    if (url === undefined || id === undefined || dice < 0.5) {
      const subject = `https://garden.example/r/${number}/`;
      const text = `Garden ${number}`;
      const key = randomUUID();
      const send = () => sender.client.recommendations.create({ url: subject, title: text }, { idempotencyKey: key });
      const created = await sender.request({ feature, verb: "save", subject, text }, send, {
        goesOn,
        idOf: (made) => made.id,
      });
      if (created !== undefined) ids.push([subject, created.id]);
    } else if (dice < 0.7) {
      const text = `Garden of ${number}`;
      const send = () => sender.client.recommendations.update(id, { title: text });
      await sender.request({ feature, verb: "change", subject: url, text }, send, { goesOn });
    } else if (dice < 0.85) {
      const send = () => sender.client.recommendations.announce(id);
      await sender.request({ feature, verb: "announce", subject: url }, send);
    } else {
      ids.splice(place, 1);
      await sender.request({ feature, verb: "delete", subject: url }, () => sender.client.recommendations.delete(id), {
        goesOn,
      });
    }
  };
}

/** The addresses in an imported file: pages without pictures, whose decoding would be most of the load's CPU time. */
export function addressesOf(file: string): string[] {
  return Array.from({ length: ENTRIES_OF_A_FILE }, (_, line) => `https://garden.example/imported/${file}-${line}`);
}

/** A user who moves in: each file of bookmarks is imported as a whole, and again as a whole when the import was cut off. */
export function imports(sender: Sender): Turn {
  return async (number) => {
    const subject = `file-${number}`;
    const rest = { note: subject, tags: ["imported"] };
    const entries = addressesOf(subject).map((url, line) => entry(line + 1, url, rest));
    const send = () => importBookmarks(sender.client, entries);
    await sender.request({ feature: "import", verb: "save", subject }, send, { goesOn: true });
  };
}
