import { afterAll, beforeAll } from "vitest";
import { System } from "../local/system.ts";
import type { BrowserOptions } from "./extension-world.ts";
import { CHROMIUM, ExtensionBrowser, removeFolders, startAlone, unpackedExtension } from "./extension-world.ts";
import { RecordingProxy } from "./recording-proxy.ts";

/** A local system, and the browsers with the extension, whose requests all go through one proxy. */
export interface ExtensionSystem {
  readonly system: System;
  readonly proxy: RecordingProxy;
  /** Starts a browser of the person of a profile. */
  start(profile: string, options?: Pick<BrowserOptions, "language" | "isLogged">): Promise<ExtensionBrowser>;
  /** Starts one that nothing is attached to. */
  startAlone(profile: string): void;
  /** Gives a browser access to the system, as the console's address does, without a load of the console. */
  letIn(browser: ExtensionBrowser): Promise<void>;
}

/** Starts it once for the tests of a file; without a whole Chromium none of them runs. @param pages of the web, by their addresses */
export function extensionSystem(pages: ReadonlyMap<string, string>): ExtensionSystem {
  let system: System;
  let extension: string;
  let proxy: RecordingProxy;
  let proxyUrl: string;
  beforeAll(async () => {
    if (CHROMIUM === null) return;
    [system, extension] = await Promise.all([System.start(), unpackedExtension()]);
    proxy = new RecordingProxy(system.api, pages);
    proxyUrl = await proxy.start();
  });
  afterAll(async () => {
    await proxy?.close();
    await system?.close();
    if (extension !== undefined) removeFolders(extension);
  });
  return {
    get system() {
      return system;
    },
    get proxy() {
      return proxy;
    },
    async letIn({ context }) {
      const answer = await fetch(system.consoleUrl, { redirect: "manual" });
      const cookies = answer.headers.getSetCookie().map((text) => {
        const [cookie = "", ...attributes] = text.split("; ");
        const path = attributes.find((each) => each.startsWith("Path="))?.slice("Path=".length) ?? "/";
        const [name = "", value = ""] = cookie.split("=");
        return { name, value, path, domain: new URL(system.api).hostname };
      });
      await context.addCookies(cookies);
    },
    start: (profile, options = {}) => ExtensionBrowser.start({ extension, profile, proxy: proxyUrl, ...options }),
    startAlone: (profile) => startAlone({ extension, profile, proxy: proxyUrl }),
  };
}
