import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, it } from "vitest";
import { itemOf, saveByForm } from "../bookmarks/bookmarks-list.ts";
import { isKept } from "../is-kept.ts";
import { arrivedSaves } from "./arrived-saves.ts";
import type { StoriesWorld } from "./stories-world.ts";

/** Deploys the console once more, with the same files under another version. */
async function deployAnotherVersion({ system: { outputs } }: StoriesWorld): Promise<void> {
  const s3 = new S3Client({
    region: outputs.region,
    endpoint: outputs.s3_endpoint,
    forcePathStyle: true,
    credentials: {
      accessKeyId: outputs.credentials.access_key_id,
      secretAccessKey: outputs.credentials.secret_access_key,
    },
  });
  const worker = { Bucket: outputs.buckets.site, Key: "app/sw.js" };
  const { Body, ContentType, CacheControl } = await s3.send(new GetObjectCommand(worker));
  const script = (await Body?.transformToString()) ?? "";
  const another = script.replace(/\b[0-9a-f]{16}\b(?=`|")/, "0123456789abcdef");
  expect(another).not.toBe(script);
  await s3.send(new PutObjectCommand({ ...worker, Body: another, ContentType, CacheControl }));
}

/** The system serves another version from then on. */
export function newVersion(world: StoriesWorld): void {
  it("a new version is offered to an open tab, and loses nothing that waits there", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
    const arrived = arrivedSaves(context);
    const isApi = (url: URL) => url.pathname.startsWith("/v1/");
    await context.route(isApi, (route) => route.abort("connectionreset"));
    await saveByForm(page, "https://blog.example/a-winter-morning");
    await page.getByRole("article").getByText("Waiting to be sent").waitFor();
    await saveByForm(page, "https://blog.example/half-written");
    await itemOf(page, "blog.example/half-written").waitFor();
    await page.getByRole("textbox", { name: "Address or words" }).fill("https://blog.example/not-saved-yet");

    // A worker that is still being installed would be the first one of the page, which replaces none.
    await isKept(page);
    await deployAnotherVersion(world);
    const other = await context.newPage();
    await other.goto("/app/slides");
    await page.getByText("A new version of this page is available.").waitFor();
    // What is being written stays until the person asks for the new version.
    expect(await page.getByRole("textbox", { name: "Address or words" }).inputValue()).toBe(
      "https://blog.example/not-saved-yet",
    );
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Books" }).click();
    await page.getByRole("heading", { name: "Books", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Use it now" }).click();
    await page.getByText("A new version of this page is available.").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Waiting: 2" }).waitFor();

    await context.unroute(isApi);
    await page.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
    expect(arrived).toEqual(["https://blog.example/a-winter-morning", "https://blog.example/half-written"]);
    expect((await client.bookmarks.list()).bookmarks.length).toBe(2);
  });
}
