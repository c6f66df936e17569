import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { magpie } from "../cli/command-line.ts";
import { itemsIn } from "../cli/mcp/agent.ts";
import { mcpProgram, startAgent } from "../cli/mcp/agent-process.ts";
import { signInBy } from "../cli/session/sign-in-by.ts";
import {
  CHROMIUM,
  ExtensionBrowser,
  newProfile,
  removeFolders,
  unpackedExtension,
} from "../extension/extension-world.ts";
import { RecordingProxy, siteOf } from "../extension/recording-proxy.ts";
import { setUp } from "../extension/sign-in.ts";
import { System } from "../local/system.ts";
import { until } from "../local/until.ts";

const ADDRESS = "http://pages.example/hedge";
const SENTENCE = "In winter the hedge behind the school is full of sparrows.";
const PAGE = `<!doctype html><title>The hedge</title><article><h1>The hedge</h1>${`<p>${SENTENCE}</p>`.repeat(20)}</article>`;

describe.skipIf(CHROMIUM === null)("one day of a person", () => {
  let site: SimulatedSite;
  let system: System;
  let extension: string;
  let proxy: RecordingProxy;
  let browser: ExtensionBrowser;
  const profile = newProfile();
  beforeAll(async () => {
    site = await startSimulatedSite(() => htmlAnswer(200, PAGE));
    [system, extension] = await Promise.all([System.start({ "pages.example": site.origin }), unpackedExtension()]);
    proxy = new RecordingProxy(system.api, new Map([[ADDRESS, PAGE]]));
    browser = await ExtensionBrowser.start({ extension, profile, proxy: await proxy.start() });
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await system?.close();
    await site?.close();
    removeFolders(extension, profile);
  });

  const run = (...args: readonly string[]) => magpie(system.dataFolder, args);

  /** Signs the person in for the command line, in a browser of this machine. */
  function logIn() {
    const clock = { now: () => new Date(), sleep: async () => undefined };
    return magpie(system.dataFolder, ["login", "--scope", "save"], undefined, clock, {}, false, undefined, {
      openBrowser: async (address) => void (await fetch(await signInBy(system, address, "ada"))),
    });
  }

  it("signs in, saves without a network, lets an agent read it, follows the feed, and signs out of all", async () => {
    expect(await logIn()).toMatchObject({ code: 0 });
    const console = await browser.context.newPage();
    await console.goto(system.consoleUrl);
    const settings = await setUp(browser, siteOf(system.api), "ada");

    // On the train: the page is on the screen, the stage is out of reach.
    proxy.stage = "away";
    const page = await browser.context.newPage();
    await page.goto(ADDRESS);
    const popup = await browser.popup(page);
    await popup.getByRole("button", { name: "Save", exact: true }).click();
    await popup.getByRole("status").getByText("Kept in this browser.").waitFor();
    expect((await run("bookmark", "ls", "--json")).stdout).not.toContain(ADDRESS);
    proxy.stage = "reached";
    await popup.reload();
    await popup.getByRole("status").getByText("Already saved.").waitFor();
    await popup.close();

    const agent = await startAgent(mcpProgram(system.dataFolder));
    onTestFinished(() => agent.client.close());
    const found = await until(
      "the agent finds the page by a word of its text",
      () => agent.call("search", { q: "sparrows" }),
      ({ text }) => text.startsWith("Found here: 1 bookmark"),
    );
    const [{ id } = {}] = itemsIn(found);
    expect(await agent.call("read", { id })).toMatchObject({ isError: false, data: expect.stringContaining(SENTENCE) });

    const recommended = { recommendations: [{ title: "The hedge", url: "https://pages.example/" }] };
    expect((await system.admin.call("POST", "/v1/recommendations", recommended)).status).toBe(201);
    await until(
      "the feed shows the recommendation",
      async () => (await fetch(`${system.api}/recommendations.atom`)).text(),
      (feed) => feed.includes("https://pages.example/"),
    );

    expect(await run("logout")).toMatchObject({ code: 0 });
    // What is left is the machine's own user, who may do everything here.
    expect(JSON.parse((await run("whoami", "--json")).stdout)).toMatchObject({ sub: "local-admin" });
    const refused = await agent.call("search", { q: "sparrows" });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^Nobody is signed in at /) });
    await settings.bringToFront();
    await settings.getByRole("button", { name: "Sign out" }).click();
    await settings.getByRole("button", { name: "Sign in" }).waitFor();
    proxy.requests.length = 0;
    const after = await browser.popup(page);
    await after.getByRole("button", { name: "Sign in" }).waitFor();
    expect(proxy.requests.filter(({ path }) => path.startsWith("/v1/"))).toEqual([]);
  });
});
