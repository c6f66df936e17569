import { afterAll, beforeAll } from "vitest";
import { System } from "../local/system.ts";
import { CHROMIUM, ExtensionBrowser, removeFolders, unpackedExtension } from "./extension-world.ts";
import { RecordingProxy } from "./recording-proxy.ts";

/** A local system, and the browsers with the extension, whose requests all go through one proxy. */
export interface ExtensionSystem {
  readonly system: System;
  readonly proxy: RecordingProxy;
  /** Starts a browser of the person of a profile. */
  start(profile: string, language?: "en" | "ja"): Promise<ExtensionBrowser>;
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
    start: (profile, language = "en") => ExtensionBrowser.start({ extension, profile, proxy: proxyUrl, language }),
  };
}
