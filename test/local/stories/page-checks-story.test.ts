import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PAGE_CHECKS } from "../../../lambdas/bookmarks/work/processing-message.ts";
import type { SimulatedSite, SiteAnswer, SiteRequest } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { sqsOf } from "../system.ts";
import { until } from "../until.ts";
import { BookmarksSystem } from "./bookmarks-system.ts";

const DAY = 24 * 3_600_000;
const page = (title: string) =>
  htmlAnswer(200, `<!doctype html><title>${title}</title><p>The ferry leaves the harbour twice a day.</p>`);
const THERE = page("The ferry");
const MISSING = htmlAnswer(404, "<!doctype html><title>Not found</title>");

/** What the site answers for a path; robots.txt does not exist. */
const answers = new Map<string, (request: SiteRequest) => SiteAnswer>();
let site: SimulatedSite;
let system: BookmarksSystem;
beforeAll(async () => {
  site = await startSimulatedSite((request) => {
    if (request.path === "/robots.txt") return MISSING;
    return answers.get(request.path)?.(request) ?? THERE;
  });
  system = await BookmarksSystem.start({ "*": site.origin });
});
afterAll(async () => {
  await system.close();
  await site.close();
});

/** The stage's table of bookmarks. */
function bookmarksTable() {
  const { region, credentials, tables, dynamodb_endpoint: endpoint } = system.outputs;
  const keys = { accessKeyId: credentials.access_key_id, secretAccessKey: credentials.secret_access_key };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region, endpoint, credentials: keys }));
  return { client, TableName: String(tables.bookmarks) };
}

/** The items that wait for a check. */
async function waiting() {
  const { client, TableName } = bookmarksTable();
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName,
      ConsistentRead: true,
      FilterExpression: "begins_with(pending_partition, :check)",
      ExpressionAttributeValues: { ":check": "check#" },
    }),
  );
  return Items;
}

/** Lets so many days pass for every bookmark, and has the pages checked that are due then. */
async function checkedAfter(days: number): Promise<void> {
  const { client, TableName } = bookmarksTable();
  const earlier = (time: string) => new Date(Date.parse(time) - days * DAY).toISOString();
  for (const { user_id, id, missing_at, reconcile_at } of await waiting()) {
    const values = { ":at": earlier(reconcile_at), ...(missing_at && { ":missing": earlier(missing_at) }) };
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { user_id, id },
        UpdateExpression: `SET reconcile_at = :at${missing_at ? ", missing_at = :missing" : ""}`,
        ExpressionAttributeValues: values,
      }),
    );
  }
  const queue = system.outputs.queues["bookmark-processing"];
  const MessageBody = JSON.stringify(PAGE_CHECKS);
  await sqsOf(system.outputs).send(new SendMessageCommand({ QueueUrl: queue?.url, MessageBody }));
  const now = new Date().toISOString();
  await until(
    "every page that is due is checked",
    async () => (await waiting()).filter(({ reconcile_at }) => reconcile_at <= now),
    ({ length }) => length === 0,
  );
}

it("a page is gone after two weeks of 404, and there again; nothing else makes it gone, or changes a bookmark", async () => {
  const user = await system.newUser();
  const paths = ["/gone", "/soft-404", "/login-wall", "/to-home", "/head-lies", "/down"] as const;
  const saved = await Promise.all(paths.map((path) => user.saved(`https://ferries.example${path}`)));
  const before = await Promise.all(saved.map(({ body }) => user.bookmarkIn(body.id, "done")));
  const shown = () => Promise.all(saved.map(({ body }) => user.bookmark(body.id)));
  const redirect = (location: string) => () => ({ status: 302, headers: { location }, body: "" });
  answers.set("/gone", () => MISSING);
  answers.set("/soft-404", () => page("Page not found | Ferries"));
  answers.set("/login-wall", redirect("/login?next=%2Flogin-wall"));
  answers.set("/login", () => page("Log in"));
  answers.set("/to-home", redirect("/"));
  answers.set("/head-lies", ({ method }) => (method === "HEAD" ? MISSING : THERE));
  answers.set("/down", () => htmlAnswer(503, "Later"));
  site.clearRequests();

  await checkedAfter(40);
  expect(await shown()).toEqual(before);
  const methods = (path: string) => site.requests((request) => request.path === path).map(({ method }) => method);
  // Whether HEAD is asked first is left to chance; it is never all that says that a page is missing.
  expect([methods("/gone").at(-1), methods("/head-lies").at(-1)]).toEqual(["GET", "GET"]);
  expect([methods("/down"), methods("/soft-404")].map(({ length }) => length)).toEqual([1, 1]);
  expect(site.requests(({ path }) => path === "/robots.txt")).toHaveLength(1);

  await checkedAfter(14);
  const [gone, ...others] = await shown();
  expect(gone).toEqual({ ...before[0], gone_at: expect.any(String) });
  expect(others).toEqual(before.slice(1));
  const found = await user.call<{ bookmarks: { id: string }[] }>("GET", "/v1/bookmarks?q=is:gone");
  expect(found.body.bookmarks.map(({ id }) => id)).toEqual([gone?.id]);
  expect((await user.call("GET", `/v1/bookmarks/${gone?.id}/content`)).status).toBe(200);

  answers.delete("/gone");
  await checkedAfter(40);
  expect(await shown()).toEqual(before);
});
