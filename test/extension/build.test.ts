import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { unzipSync } from "fflate";
import { afterEach, describe, expect, it, vi } from "vitest";
import { zipOf } from "../../lib/extension/build-extension.ts";
import { extensionFiles } from "../../lib/extension/extension-files.ts";
import { BROWSERS, manifestOf } from "../../lib/extension/manifest.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/extension.md"), "utf8");

/** The fields of a manifest that a test reads. */
interface Manifest {
  readonly permissions: readonly string[];
  readonly host_permissions?: readonly string[];
  readonly optional_host_permissions: readonly string[];
  readonly content_scripts?: unknown;
  readonly icons: Readonly<Record<string, string>>;
  readonly background: Readonly<Record<string, unknown>>;
  readonly content_security_policy: { readonly extension_pages: string };
}
const manifest = (browser: (typeof BROWSERS)[number]) => manifestOf(browser) as Manifest;

const built = await extensionFiles(BROWSERS);
const filesOf = (browser: (typeof BROWSERS)[number]) => {
  const files = built.get(browser);
  if (files === undefined) throw new Error(`Nothing is built for ${browser}.`);
  return files;
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("the zip files", () => {
  it("have the same bytes in another build, at another time and in another zone", async () => {
    const first = BROWSERS.map((browser) => zipOf(filesOf(browser)));
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-05-06T07:08:09Z") });
    vi.stubEnv("TZ", "Asia/Tokyo");
    const again = await extensionFiles(BROWSERS);
    for (const [index, browser] of BROWSERS.entries()) {
      const zip = zipOf(again.get(browser) ?? new Map());
      expect(Buffer.from(zip).equals(Buffer.from(first[index] ?? [])), browser).toBe(true);
      expect(Object.keys(unzipSync(zip))).toEqual([...filesOf(browser).keys()]);
    }
  });

  it("name no folder of the machine on which they were built", () => {
    for (const [path, content] of filesOf("firefox")) {
      expect(Buffer.from(content).includes(ROOT), path).toBe(false);
    }
  });

  it("differ in the manifest only", () => {
    const [chromium, firefox] = [filesOf("chromium"), filesOf("firefox")];
    const different = [...chromium].filter(([path, content]) => {
      const other = firefox.get(path);
      return other === undefined || !Buffer.from(content).equals(Buffer.from(other));
    });
    expect([different.map(([path]) => path), chromium.size]).toEqual([["manifest.json"], firefox.size]);
    expect(manifest("chromium").background).toEqual({ service_worker: "background.js" });
    expect(manifest("firefox").background).toEqual({ scripts: ["background.js"] });
  });

  it("are ignored by git, as is their folder", () => {
    const ignored = execFileSync("git", ["check-ignore", "extension/dist/magpie-firefox.zip"], { cwd: ROOT });
    expect(String(ignored).trim()).toBe("extension/dist/magpie-firefox.zip");
  });
});

describe.each(BROWSERS)("the manifest for %s", (browser) => {
  it("names files that are there, and icons of their sizes", () => {
    const files = filesOf(browser);
    const text = JSON.stringify(manifestOf(browser));
    const named = [...text.matchAll(/"([\w/-]+\.(?:js|html|png))"/g)].map(([, path]) => path ?? "");
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((path) => !files.has(path))).toEqual([]);
    for (const [size, path] of Object.entries(manifest(browser).icons)) {
      const png = Buffer.from(files.get(path) ?? []);
      // Width and height of the image's header (PNG, 11.2.2).
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], path).toEqual([Number(size), Number(size)]);
    }
  });

  it("has a message in each language for each text", () => {
    const wanted = [...JSON.stringify(manifestOf(browser)).matchAll(/__MSG_(\w+)__/g)].map(([, key]) => key ?? "");
    const locales = readdirSync(join(ROOT, "extension/_locales")).sort();
    expect(locales).toEqual(["en", "ja"]);
    for (const locale of locales) {
      const path = `_locales/${locale}/messages.json`;
      const messages = JSON.parse(Buffer.from(filesOf(browser).get(path) ?? []).toString()) as object;
      expect(Object.keys(messages).sort(), locale).toEqual([...new Set(wanted)].sort());
    }
  });

  it("asks for what the guide gives a reason for, and is in no page and on no host before it is set up", () => {
    const { permissions, optional_host_permissions, ...others } = manifest(browser);
    const [, section = ""] = GUIDE.split("## Permissions");
    const explained = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect([...permissions].sort()).toEqual(explained.sort());
    expect(optional_host_permissions).toEqual(["https://*/*", "http://127.0.0.1/*", "http://localhost/*"]);
    expect(others).not.toHaveProperty("host_permissions");
    expect(others).not.toHaveProperty("content_scripts");
  });

  it("lets its pages run their own scripts only", () => {
    const policy = manifest(browser).content_security_policy.extension_pages.split("; ");
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "trusted-types 'none'"]),
    );
    expect(policy.join()).not.toMatch(/unsafe|\*(?!,|$| )(?!:)/);
  });
});
