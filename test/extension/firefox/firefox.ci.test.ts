import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MagpieClient } from "../../../client/index.ts";
import { zipOf } from "../../../lib/extension/build-extension.ts";
import { extensionFiles } from "../../../lib/extension/extension-files.ts";
import { System } from "../../local/system.ts";
import { until } from "../../local/until.ts";
import { removeFolders } from "../extension-world.ts";
import { RecordingProxy, siteOf } from "../recording-proxy.ts";
import { FIREFOX, Firefox, ORIGIN } from "./firefox.ts";

const TEA = "http://pages.example/tea";
const KETTLE = "http://pages.example/kettle";
const PAGES = new Map([
  [TEA, "<!doctype html><title>Tea</title><p>Boil the water."],
  [KETTLE, "<!doctype html><title>Kettles</title>"],
]);

describe.skipIf(FIREFOX === null)("the extension in Firefox", () => {
  const folder = mkdtempSync(join(tmpdir(), "magpie-zip-"));
  let system: System;
  let proxy: RecordingProxy;
  let firefox: Firefox;
  let client: MagpieClient;
  beforeAll(async () => {
    system = await System.start();
    client = new MagpieClient({ baseUrl: system.api, token: () => system.token("ada") });
    proxy = new RecordingProxy(system.api, PAGES);
    const zip = join(folder, "magpie-firefox.zip");
    writeFileSync(zip, zipOf((await extensionFiles(["firefox"])).get("firefox") ?? new Map()));
    firefox = await Firefox.start(zip, await proxy.start());
  });
  afterAll(async () => {
    await firefox?.close();
    await proxy?.close();
    await system?.close();
    removeFolders(folder);
  });
  const saved = async () => (await client.bookmarks.list()).bookmarks;

  it("is set up, signs in at the address that Firefox gives it, and saves the page under its button", async () => {
    const { bidi } = firefox;
    await firefox.tab(system.consoleUrl);
    const settings = await firefox.tab(`${ORIGIN}/settings.html`);
    const shows = (text: string) =>
      until(
        `the page shows ${text}`,
        () => bidi.evaluate<string>(settings, "document.body.innerText"),
        (shown) => shown.includes(text),
      );
    await shows("Your Magpie's address");
    const typed = `((box) => {
      box.value = ${JSON.stringify(siteOf(system.api))};
      box.dispatchEvent(new Event("input", { bubbles: true }));
    })(document.querySelector("input"))`;
    await bidi.evaluate(settings, typed);
    await firefox.press(settings, "button[type=submit]");
    const isSignIn = ({ url }: { readonly url: string }) => url.startsWith(`${system.api}/oauth2/authorize`);
    const all = await until(
      "the issuer's page is open",
      () => bidi.contexts(),
      (open) => open.some(isSignIn),
    );
    const signIn = all.find(isSignIn)?.context ?? "";
    const isThere = "document.readyState === 'complete' && document.querySelector('#username') !== null";
    await until("the page is loaded", () => bidi.evaluate<boolean>(signIn, isThere), Boolean);
    // The window goes while it answers.
    await bidi
      .evaluate(
        signIn,
        `document.querySelector("#username").value = "ada"; document.querySelector("form").requestSubmit();`,
      )
      .catch(() => undefined);
    await shows("ada@magpie.example is signed in.");

    const page = await firefox.tab(TEA);
    await bidi.evaluate(page, "getSelection().selectAllChildren(document.querySelector('p'))");
    await firefox.pressButton(page);
    await firefox.popupShows("Note");
    expect(await firefox.inPopup("document.querySelector('textarea').value")).toBe("Boil the water.");
    expect(await firefox.popupWidth()).toBe(320);
    await firefox.inPopup("document.querySelector('button[type=submit]').click()");
    await firefox.popupShows("Saved.");
    expect(await saved()).toMatchObject([
      { url: TEA, title: "Tea", note: "Boil the water.", created_from: "extension" },
    ]);
  });

  it("keeps saves while the stage is unreachable, and sends them once it can be reached", async () => {
    proxy.stage = "away";
    await firefox.pressButton(await firefox.tab(KETTLE));
    await firefox.popupShows("Note");
    await firefox.inPopup("document.querySelector('button[type=submit]').click()");
    await firefox.popupShows("Kept in this browser.");
    proxy.stage = "reached";
    await until("it has arrived", saved, ({ length }) => length === 2);
  });

  it("asks nobody but the stage", () => {
    const asked = proxy.requests.filter(({ origin }) => origin === ORIGIN);
    expect(asked.length).toBeGreaterThan(1);
    expect([...new Set(asked.map(({ to }) => to))]).toEqual([system.api]);
  });
});
