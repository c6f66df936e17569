import { MagpieClient } from "../../../client/index.ts";
import type { StepResult } from "../../../lib/cli/smoke/run-steps.ts";
import type { MercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import type { SimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { System } from "../../local/system.ts";
import { magpie } from "../command-line.ts";

export const MARK = "magpie-smoke";

/** Nothing that a run makes. */
export const NOTHING = { stocks: [], bookmarks: [], products: [], hosts: [], mentions: [], letters: [] };

const QUEUES = ["oembed-fetch", "bookmark-processing", "webmention-receive"];

/** A system with every site that a smoke test uses. */
export class SmokeWorld {
  readonly system: System;
  readonly mercari: MercariSite;
  /** example.com. */
  readonly page: SimulatedSite;
  /** The test user's client. */
  readonly client: MagpieClient;

  private constructor(parts: Pick<SmokeWorld, "system" | "mercari" | "page" | "client">) {
    this.system = parts.system;
    this.mercari = parts.mercari;
    this.page = parts.page;
    this.client = parts.client;
  }

  static async start(): Promise<SmokeWorld> {
    const mercari = await startMercariSite({ items: 3 });
    const page = await startSimulatedSite(() => htmlAnswer(200, "<title>Example Domain</title><p>For documents."));
    const system = await System.start({ ...mercari.egressMap, "example.com": page.origin });
    const client = new MagpieClient({ baseUrl: system.api, token: await system.token(MARK, ["admin"]) });
    return new SmokeWorld({ system, mercari, page, client });
  }

  async close(): Promise<void> {
    await this.system.close();
    await Promise.all([this.mercari.close(), this.page.close()]);
  }

  /** Ends all faults, and forgets the requests. */
  recover(): void {
    for (const site of [this.system.sites, this.page]) {
      site.clearFaults();
      site.clearRequests();
    }
    this.mercari.mood("fine");
  }

  /** Runs the smoke test. */
  async smoke() {
    const { code, stdout, stderr } = await magpie(this.system.dataFolder, ["smoke", "--json"]);
    const { steps } = JSON.parse(stdout) as { readonly steps: readonly StepResult[] };
    return {
      code,
      stderr,
      steps,
      failed: steps.filter(({ status }) => status !== "ok").map(({ name }) => name),
      step: (name: string) => steps.find((step) => step.name === name),
    };
  }

  /** Everything of a run that the test user and the operator can see. */
  async leftovers() {
    const { client } = this;
    const [stocks, bookmarks, products, hosts, mentions, queues] = await Promise.all([
      client.stocks.list(),
      client.bookmarks.list(),
      client.products.list(),
      client.mentions.blockedHosts(),
      client.mentions.list(),
      client.queues.list(),
    ]);
    return {
      ...stocks,
      ...bookmarks,
      ...products,
      hosts: hosts.blocked_hosts,
      ...mentions,
      letters: queues.filter(({ name, dlq_depth }) => QUEUES.includes(name) && dlq_depth > 0),
      next_cursor: undefined,
    };
  }
}
