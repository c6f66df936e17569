import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { clientOptions } from "../../local/client-options.ts";
import { itemOf, saveByForm } from "../bookmarks/bookmarks-list.ts";
import { arrivedSaves } from "./arrived-saves.ts";
import type { StoriesWorld } from "./stories-world.ts";

const ANOTHER = "01234567";

/** Deploys the console once more: another build, whose first script has another name. */
async function deployAnotherBuild({ system: { outputs } }: StoriesWorld): Promise<void> {
  const s3 = new S3Client({ ...clientOptions(outputs, outputs.s3_endpoint), forcePathStyle: true });
  const bucket = { Bucket: outputs.buckets.site };
  const read = async (Key: string) => {
    const { Body, ContentType, CacheControl } = await s3.send(new GetObjectCommand({ ...bucket, Key }));
    return { text: (await Body?.transformToString()) ?? "", ContentType, CacheControl };
  };
  const page = await read("app/");
  const [, build = ""] = /name="build" content="([^"]+)"/.exec(page.text) ?? [];
  const [, script = ""] = /src="\/(app\/assets\/main-\w+\.js)"/.exec(page.text) ?? [];
  const another = script.replace(/\w+(?=\.js$)/, "ANOTHER2");
  // The worker last: a browser that finds it loads the other files.
  for (const key of [script, "app", "app/", "app/sw.js"]) {
    const { text, ...headers } = await read(key);
    const Body = text.replaceAll(script, another).replaceAll(build, ANOTHER);
    expect(Body === text, key).toBe(key === script);
    await s3.send(new PutObjectCommand({ ...bucket, ...headers, Key: key === script ? another : key, Body }));
  }
}

/**
 * The API does not answer while the browser's storage says so. Playwright's own routing would also take hold of the service
 * workers: when one replaces the other on a busy machine, a request may be held for ever, and the replacement with it.
 */
const WITHOUT_API = `{
  const { fetch } = window;
  window.fetch = (request, options) => {
    const isApi = new URL(request.url ?? request, location.href).pathname.startsWith("/v1/");
    const isLost = isApi && localStorage.getItem("without-api") !== null;
    return isLost ? Promise.reject(new TypeError("The connection is lost.")) : fetch(request, options);
  };
}`;

const buildOf = (page: Page) => page.locator('meta[name="build"]').getAttribute("content");

/** The system serves another version from then on. */
export function newVersion(world: StoriesWorld): void {
  it("a new version is offered to an open tab, and loses nothing that waits there", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
    const arrived = arrivedSaves(context);
    await context.addInitScript(WITHOUT_API);
    await page.evaluate(`localStorage.setItem("without-api", ""); ${WITHOUT_API}`);
    await saveByForm(page, "https://blog.example/a-winter-morning");
    await page.getByRole("article").getByText("Waiting to be sent").waitFor();
    await saveByForm(page, "https://blog.example/half-written");
    await itemOf(page, "blog.example/half-written").waitFor();
    await page.getByRole("textbox", { name: "Address or words" }).fill("https://blog.example/not-saved-yet");

    await deployAnotherBuild(world);
    const other = await context.newPage();
    await other.goto("/app/slides");
    await page.getByText("A new version of this page is available.").waitFor();
    // What was loaded from the network is of the new version.
    expect([await buildOf(page), await buildOf(other)]).toEqual([expect.not.stringMatching(ANOTHER), ANOTHER]);
    expect(await other.getByText("A new version of this page is available.").count()).toBe(0);
    // What is being written stays until the person asks for the new version.
    expect(await page.getByRole("textbox", { name: "Address or words" }).inputValue()).toBe(
      "https://blog.example/not-saved-yet",
    );
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Books" }).click();
    await page.getByRole("heading", { name: "Books", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Use it now" }).click();
    await page.getByText("A new version of this page is available.").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Waiting: 2" }).waitFor();
    expect(await buildOf(page)).toBe(ANOTHER);

    await page.evaluate('localStorage.removeItem("without-api")');
    await page.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
    expect(arrived).toEqual(["https://blog.example/a-winter-morning", "https://blog.example/half-written"]);
    expect((await client.bookmarks.list()).bookmarks.length).toBe(2);
  });
}
