import { createHmac } from "node:crypto";
import { CloudWatchClient, SetAlarmStateCommand } from "@aws-sdk/client-cloudwatch";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Notice, NoticePage, Product } from "../../../client/answers.ts";
import { readLocalOptions } from "../../../lib/local/options.ts";
import type { Runner } from "../../../lib/local/runner.ts";
import type { MercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import type { SimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { ApiClient } from "../api-client.ts";
import { clientOptions } from "../client-options.ts";
import { startTestRunner } from "../runner-of-tests.ts";
import { folderOfFile } from "../temporary-folders.ts";
import { until } from "../until.ts";

const WEBHOOK = { url: "https://hooks.example/in", key: "the key of the webhook" };

const folder = folderOfFile();
let mercari: MercariSite;
let hooks: SimulatedSite;
let runner: Runner;
let admin: ApiClient;

beforeAll(async () => {
  mercari = await startMercariSite({ items: 5 });
  hooks = await startSimulatedSite(() => ({ status: 204, headers: {}, body: "" }));
  const egressMap = { "jp.mercari.com": mercari.origin, "hooks.example": hooks.origin };
  const { secrets } = readLocalOptions({ MAGPIE_NOTIFY_WEBHOOK: JSON.stringify(WEBHOOK) });
  runner = await startTestRunner({ dataFolder: folder, egressMap, secrets, schedules: true });
  admin = new ApiClient(runner.outputs.api_url, runner.outputs.tokens.admin);
});
afterAll(async () => {
  await runner.stop();
  await hooks.close();
  await mercari.close();
});

/** What was posted of notices of a kind. */
function posted(kind: Notice["kind"]) {
  return hooks.requests().filter(({ body }) => JSON.parse(body).kind === kind);
}

async function crawl(product_id: string): Promise<void> {
  const { status, text } = await admin.call("POST", "/v1/crawl/execute", { product_id });
  expect(status, text).toBe(200);
}

async function notices(): Promise<readonly Notice[]> {
  const { body } = await admin.call<NoticePage>("GET", "/v1/notices");
  // On a busy machine a schedule may be late enough for an urgent alarm.
  return body.notices.filter(({ kind }) => kind === "price");
}

async function mails(): Promise<readonly { subject: string }[]> {
  const { body } = await admin.call<{ emails: { subject: string }[] }>("GET", "/_local/mail/store");
  return body.emails.filter(({ subject }) => subject.startsWith("Lens"));
}

it("sends a price once by mail and webhook, and again when the price falls further", async () => {
  const onSale = mercari.items().filter(({ state }) => state === "on_sale");
  const item = onSale.toSorted((one, other) => one.price - other.price).at(Math.floor(onSale.length / 2));
  if (item === undefined) throw new Error("Nothing is on sale.");
  // The search finds the dearer half, so that the item is not far below the others.
  const [below, min_price] = [item.price - 10, item.price - 20];
  const { body: product } = await admin.call<Product>("POST", "/v1/products", {
    name: "Lens",
    crawl: { keyword: "レンズ", enabled: false, min_price },
    alert: { below },
  });
  expect(product.alert).toEqual({ below, new_lowest: false });
  await crawl(product.id);
  expect(await notices()).toEqual([]);

  const prices = [below, below - 10];
  for (const [index, price] of prices.entries()) {
    mercari.change(item.id, { price });
    await crawl(product.id);
    await crawl(product.id);
    const [notice] = await notices();
    expect(notice).toMatchObject({
      kind: "price",
      title: expect.stringMatching(`^Lens: ¥${price.toLocaleString("en-US")}, `),
    });
    await until("a mail of the notice", mails, (all) => all.length > index);
    await until(
      "a post of the notice",
      () => posted("price"),
      (all) => all.length > index,
    );
    const post = posted("price")[index];
    expect(post?.headers["x-magpie-signature"]).toBe(
      `sha256=${createHmac("sha256", WEBHOOK.key)
        .update(post?.body ?? "")
        .digest("hex")}`,
    );
    expect(JSON.parse(String(post?.body))).toMatchObject({ id: notice?.id, created_at: notice?.created_at });
  }
  await admin.call("POST", "/_local/schedules/notices-sending/run");
  expect(await notices()).toHaveLength(prices.length);
  expect(await mails()).toHaveLength(prices.length);
  expect(posted("price")).toHaveLength(prices.length);
});

it("posts an urgent alarm once when it rings, and once more when it rings again", async () => {
  const cloudWatch = new CloudWatchClient(clientOptions(runner.outputs, runner.outputs.sqs_endpoint));
  const AlarmName = "local-api-5xx";
  const drills = () => posted("alarm").filter(({ body }) => body.includes("A drill"));
  for (const times of [1, 2]) {
    await cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: "OK", StateReason: "over" }));
    await cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: "ALARM", StateReason: "A drill" }));
    await until("the alarm is posted", drills, (all) => all.length >= times);
    await admin.call("POST", "/_local/schedules/notices-sending/run");
    expect(drills()).toHaveLength(times);
  }
  expect(JSON.parse(drills()[0]?.body ?? "")).toMatchObject({
    title: "Urgent alarm: local-api-5xx",
    url: expect.stringMatching(/\/docs\/runbook#api-5xx$/),
  });
  cloudWatch.destroy();
});
