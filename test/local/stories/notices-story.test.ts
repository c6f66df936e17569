import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Notice, NoticePage, Product } from "../../../client/answers.ts";
import { readLocalOptions } from "../../../lib/local/options.ts";
import { startRunner } from "../../../lib/local/runner.ts";
import type { MercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import type { SimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { ApiClient } from "../api-client.ts";
import { TIME_SCALE, temporaryFolder } from "../system.ts";
import { until } from "../until.ts";

const WEBHOOK = { url: "https://hooks.example/in", key: "the key of the webhook" };

const folder = temporaryFolder();
let mercari: MercariSite;
let hooks: SimulatedSite;
let runner: Awaited<ReturnType<typeof startRunner>>;
let admin: ApiClient;

beforeAll(async () => {
  mercari = await startMercariSite({ items: 5 });
  hooks = await startSimulatedSite(() => ({ status: 204, headers: {}, body: "" }));
  const egressMap = { "jp.mercari.com": mercari.origin, "hooks.example": hooks.origin };
  const local = readLocalOptions({
    PORT: "0",
    MAGPIE_DATA_DIR: folder.path,
    MAGPIE_EGRESS_MAP: JSON.stringify(egressMap),
    MAGPIE_TIME_SCALE: String(TIME_SCALE),
    MAGPIE_NOTIFY_WEBHOOK: JSON.stringify(WEBHOOK),
  });
  runner = await startRunner({ ...local, watch: false, schedules: true, say: () => undefined });
  admin = new ApiClient(runner.outputs.api_url, runner.outputs.tokens.admin);
});
afterAll(async () => {
  await runner.stop();
  await hooks.close();
  await mercari.close();
  folder.remove();
});

async function crawl(product_id: string): Promise<void> {
  const { status, text } = await admin.call("POST", "/v1/crawl/execute", { product_id });
  expect(status, text).toBe(200);
}

async function notices(): Promise<readonly Notice[]> {
  return (await admin.call<NoticePage>("GET", "/v1/notices")).body.notices;
}

async function mails(): Promise<readonly { subject: string }[]> {
  const { body } = await admin.call<{ emails: { subject: string }[] }>("GET", "/_local/mail/store");
  return body.emails.filter(({ subject }) => subject.startsWith("Lens"));
}

it("sends a price once by mail and webhook, and again when the price falls further", async () => {
  const { body: product } = await admin.call<Product>("POST", "/v1/products", {
    name: "Lens",
    crawl: { keyword: "レンズ", enabled: false },
    alert: { below: 50 },
  });
  expect(product.alert).toEqual({ below: 50, new_lowest: false });
  await crawl(product.id);
  expect(await notices()).toEqual([]);

  const item = mercari.items().find(({ state }) => state === "on_sale");
  if (item === undefined) throw new Error("Nothing is on sale.");
  const prices = [50, 40];
  for (const [index, price] of prices.entries()) {
    mercari.change(item.id, { price });
    await crawl(product.id);
    await crawl(product.id);
    const [notice] = await notices();
    expect(notice).toMatchObject({ kind: "price", title: expect.stringMatching(`^Lens: ${price} yen, `) });
    await until("a mail of the notice", mails, (all) => all.length > index);
    await until(
      "a post of the notice",
      () => hooks.requests(),
      (all) => all.length > index,
    );
    const posted = hooks.requests()[index];
    expect(posted?.headers["x-magpie-signature"]).toBe(
      `sha256=${createHmac("sha256", WEBHOOK.key)
        .update(posted?.body ?? "")
        .digest("hex")}`,
    );
    expect(JSON.parse(String(posted?.body))).toMatchObject({ id: notice?.id, created_at: notice?.created_at });
  }
  await admin.call("POST", "/_local/schedules/notices-sending/run");
  expect(await notices()).toHaveLength(prices.length);
  expect(await mails()).toHaveLength(prices.length);
  expect(hooks.requests()).toHaveLength(prices.length);
});
