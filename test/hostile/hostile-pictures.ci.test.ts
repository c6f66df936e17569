import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { DECODING_MEGABYTES } from "../../lambdas/shared/pictures/fit-pictures.ts";
import { blackPngFile, interlacedPngFile } from "../shared/pictures/png-file.ts";
import { AVIF, GIF, JPEG, LARGE_AVIF, PNG, WEBP } from "../shared/pictures/sample-pictures.ts";

const folder = mkdtempSync(join(tmpdir(), "magpie-pictures-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes a file fit in a process of its own. */
function fitted(file: Uint8Array) {
  const path = join(folder, "picture");
  writeFileSync(path, file);
  const child = fileURLToPath(new URL("./picture-child.ts", import.meta.url));
  const printed = execFileSync(process.execPath, [child, path], { encoding: "utf8" });
  return JSON.parse(printed) as { readonly lengths: readonly number[] | null; readonly megabytes: number };
}

/** Bytes of a file after a small change, which is always the same. */
const broken = (file: Buffer) => Buffer.concat([file.subarray(0, file.length / 2), Buffer.alloc(10_000_000, 0xa5)]);

// Other systems have no counter of a process's own peak.
it.skipIf(!existsSync("/proc/self/status")).each([
  ["50 megapixels in few bytes", () => blackPngFile(8_000, 6_250), "kept"],
  ["50 megapixels of 16 bits, interlaced", () => interlacedPngFile(8_000, 6_250), "kept"],
  ["50 megapixels of ten bits in three colours of AVIF", () => LARGE_AVIF, "kept"],
  ["400 megapixels", () => blackPngFile(20_000, 20_000), "left out"],
  ["10 MB after half a PNG", () => broken(PNG), "left out"],
  ["10 MB after half a JPEG", () => broken(JPEG), "left out"],
  ["10 MB after half a GIF", () => broken(GIF), "left out"],
  ["10 MB after half a WebP", () => broken(WEBP), "left out"],
  ["10 MB after half an AVIF", () => broken(AVIF), "left out"],
])("leaves the function its memory: %s", (_what, file, outcome) => {
  const { lengths, megabytes } = fitted(file());
  // Node.js, the library's code, the file: what the functions have beside it.
  expect(megabytes).toBeLessThan(DECODING_MEGABYTES + 250);
  expect(lengths === null ? "left out" : "kept").toBe(outcome);
  const [whole = 0, thumbnail = 0] = lengths ?? [];
  expect([whole <= 300 * 1_024, thumbnail <= 30 * 1_024]).toEqual([true, true]);
});
