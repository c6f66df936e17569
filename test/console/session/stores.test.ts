import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");
/** What a script may keep something on a device with. */
const STORES =
  /\b(?:indexedDB|localStorage|sessionStorage|caches|cookieStore|new Database|indexedDbStorage|indexedDbSyncStorage)\b|document\.cookie|storage\.getDirectory/g;

/** The files that name a store, and why each may. */
const MAY: Readonly<Record<string, string>> = {
  "console/library/stored-in-generation.ts indexedDbStorage indexedDbSyncStorage": "every call is in its generation",
  "console/library/text-storage.ts new Database": "every call is in its generation",
  "console/library/import-storage.ts new Database": "every call is in its generation",
  "console/library/delete-database.ts indexedDB": "runs while the generation is ended",
  "console/library/library.ts indexedDB": "reads the names of databases",
  "console/service-worker.ts caches": "the console's own files",
  "console/session/generation.ts new Database": "the generation itself",
  "console/session/console-place.ts localStorage":
    "the tokens: UserStore, under the lock under which a session is ended",
  "console/session/stored-user.ts localStorage": "reads and deletes the tokens",
  "console/parts/place/list-place.ts sessionStorage": "of one tab, and of one person: every other's is forgotten",
  "console/library/read-notices.ts localStorage": "ids and times of notices, by which nothing of them can be read",
  "console/session/load-config.ts localStorage": "the addresses of the stage, which are public",
  "console/device/preferences.ts localStorage": "language and theme of the device, of nobody's in particular",
};

it("keeps what is a person's on the device in the generation of the session only", () => {
  const found = readdirSync(join(ROOT, "console"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const code = readFileSync(join(ROOT, "console", name), "utf8").replaceAll(/^\s*(?:\/?\*|\/\/|import\b).*$/gm, "");
      const stores = new Set(Array.from(code.matchAll(STORES), ([store]) => store));
      return stores.size === 0 ? [] : [[`console/${name}`, ...stores].join(" ")];
    });
  expect(found.sort()).toEqual(Object.keys(MAY).sort());
});
