import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { FIREFOX_ID } from "../../../lib/constructs/sign-in/extension-addresses.ts";
import { until } from "../../local/until.ts";
import { removeFolders } from "../extension-world.ts";
import { Bidi } from "./bidi.ts";

/** Debian's Firefox, or the one that is named; null where there is none. */
export const FIREFOX =
  [process.env.MAGPIE_FIREFOX, "/usr/bin/firefox-esr"].find((path) => path !== undefined && existsSync(path)) ?? null;

/** What Firefox makes up for each installation. */
const UUID = "0f1e2d3c-4b5a-4678-8f9e-0a1b2c3d4e5f";
export const ORIGIN = `moz-extension://${UUID}`;

/** Firefox without a screen, with the extension from its zip file. */
export class Firefox {
  readonly bidi: Bidi;
  readonly #process: ChildProcess;
  readonly #profile: string;

  private constructor(bidi: Bidi, process: ChildProcess, profile: string) {
    this.bidi = bidi;
    this.#process = process;
    this.#profile = profile;
  }

  /** @param zip path of the extension's zip file */
  static async start(zip: string, proxy: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "magpie-firefox-"));
    writeFileSync(join(profile, "user.js"), preferences(new URL(proxy)));
    const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
    const process = spawn(FIREFOX ?? "", [...args, "--remote-allow-system-access", "about:blank"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    for await (const line of createInterface(process.stderr)) {
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (address === undefined) continue;
      process.stderr.resume();
      const bidi = await Bidi.connect(address);
      await bidi.send("webExtension.install", { extensionData: { type: "archivePath", path: zip } });
      return new Firefox(bidi, process, profile);
    }
    throw new Error("Firefox has ended before it could be reached.");
  }

  async tab(url: string): Promise<string> {
    const { context } = await this.bidi.send<{ readonly context: string }>("browsingContext.create", { type: "tab" });
    await this.bidi.send("browsingContext.navigate", { context, url, wait: "complete" });
    return context;
  }

  /** Presses something on a page, as a person does: the browser asks for permissions then only. */
  async press(context: string, selector: string): Promise<void> {
    const [x, y] = JSON.parse(
      await this.bidi.evaluate<string>(
        context,
        `(({ x, y, width, height }) => JSON.stringify([x + width / 2, y + height / 2].map(Math.round)))(
          document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
      ),
    ) as [number, number];
    await this.bidi.send("browsingContext.activate", { context });
    const actions = [
      { type: "pointerMove", x, y },
      ...["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 })),
    ];
    await this.bidi.send("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  /** Presses the extension's own button, which lets it look at the page, and waits for its window. */
  async pressButton(page: string): Promise<void> {
    await this.bidi.send("browsingContext.activate", { context: page });
    // An open window would only be closed.
    await until(
      "no window is open",
      () =>
        this.#inBrowser<boolean>(
          `document.querySelectorAll("panel").forEach((panel) => panel.hidePopup());
          return document.querySelector(".webextension-popup-browser") === null;`,
        ),
      Boolean,
    );
    await this.#inBrowser(
      `const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
      const { extension } = WebExtensionPolicy.getByID(${JSON.stringify(FIREFOX_ID)});
      await ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window);`,
    );
    // The browser loads the window's content in another element first.
    await until(
      "the window is open",
      () =>
        this.#inBrowser<boolean>(
          `return document.querySelector("panel .webextension-popup-browser")?.closest("panel").state === "open";`,
        ),
      Boolean,
    );
  }

  /** The value of an expression in the window below the button, as text. */
  inPopup(expression: string): Promise<string> {
    const script = `sendAsyncMessage("magpie-test", String(((document) => ${expression})(content.document)))`;
    return this.#inBrowser(
      `const popup = document.querySelector(".webextension-popup-browser");
      if (popup === null) return "";
      return new Promise((resolve) => {
        const { messageManager } = popup;
        messageManager.addMessageListener("magpie-test", function listen({ data }) {
          messageManager.removeMessageListener("magpie-test", listen);
          resolve(data);
        });
        messageManager.loadFrameScript("data:application/javascript," + encodeURIComponent(${JSON.stringify(script)}), false);
      });`,
    );
  }

  /** Waits for a text in the window below the button. */
  async popupShows(text: string): Promise<void> {
    await until(
      `the window shows ${text}`,
      () => this.inPopup("document.body.innerText"),
      (shown) => shown.includes(text),
    );
  }

  /** The width of the window below the button, in pixels. */
  popupWidth(): Promise<number> {
    return this.#inBrowser(
      `return document.querySelector(".webextension-popup-browser").getBoundingClientRect().width;`,
    );
  }

  async close(): Promise<void> {
    this.bidi.close();
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
    removeFolders(this.#profile);
  }

  /** Runs statements in the browser's own window. */
  async #inBrowser<T>(statements: string): Promise<T> {
    const [window] = await this.bidi.contexts("chrome");
    return this.bidi.evaluate<T>(window?.context ?? "", `(async () => { ${statements} })()`);
  }
}

function preferences(proxy: URL): string {
  const all = {
    "extensions.webextensions.uuids": JSON.stringify({ [FIREFOX_ID]: UUID }),
    // No test can press the browser's own question whether the extension may reach a host.
    "extensions.webextOptionalPermissionPrompts": false,
    "network.proxy.type": 1,
    "network.proxy.http": proxy.hostname,
    "network.proxy.http_port": Number(proxy.port),
    "network.proxy.ssl": proxy.hostname,
    "network.proxy.ssl_port": Number(proxy.port),
    "network.proxy.allow_hijacking_localhost": true,
  };
  return Object.entries(all)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join("");
}
