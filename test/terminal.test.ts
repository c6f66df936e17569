import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { guardStream, oneLine, printable, visible } from "../lib/terminal.ts";

const ROOT = join(import.meta.dirname, "..");
/** Characters that control a terminal, break a line, or turn the direction of text around. */
const HOSTILE = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...Array.from({ length: 0x21 }, (_, at) => 0x7f + at),
  ...[0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
].map((code) => String.fromCharCode(code));
const KEPT = ["\n", "\t"];

describe("visible", () => {
  it("writes out as JSON what would control a terminal", () => {
    for (const character of HOSTILE.filter((each) => !KEPT.includes(each))) {
      const shown = visible(`a${character}b`);
      expect(shown).toMatch(/^a\\u[0-9a-f]{4}b$/);
      expect(JSON.parse(`"${shown}"`)).toBe(`a${character}b`);
    }
  });

  it("leaves texts of several lines, scripts and emoji as they are", () => {
    const text = "NAME\ta\nカメラ 👩‍🚀 é עברית\r\nend\n";
    expect(visible(text)).toBe(text);
  });
});

it("a part of a line breaks no line", () => {
  const all = HOSTILE.join("a");
  expect(visible(oneLine(all)).split(/[\n\r]/)).toHaveLength(1);
  expect([printable(all), visible(printable(all))]).toEqual([
    expect.not.stringMatching(/\n|\r|\p{Cc}/u),
    printable(all),
  ]);
  expect(oneLine("one\r\ntwo\u2028three \u001b[31m")).toBe("one two three \u001b[31m");
});

describe("guardStream", () => {
  function stream(isTTY: boolean) {
    const written: unknown[] = [];
    const guarded = { isTTY, write: (chunk: unknown) => written.push(chunk) > 0 };
    guardStream(guarded as Parameters<typeof guardStream>[0]);
    return { written, write: guarded.write };
  }

  it("shows all output to a terminal, text and bytes, also in the middle of a character", () => {
    const { written, write } = stream(true);
    write("\u001b[31mred");
    const bytes = Buffer.from("\u009b鳥");
    write(bytes.subarray(0, 3));
    write(bytes.subarray(3));
    expect(written.join("")).toBe("\\u001b[31mred\\u009b鳥");
  });

  it("changes no byte of what goes to a pipe", () => {
    const { written, write } = stream(false);
    const chunks = ["\u001b[31mred\u202e", Buffer.from([0x9b, 0xff])];
    for (const chunk of chunks) write(chunk);
    expect(written).toEqual(chunks);
  });
});

describe("every entry", () => {
  /** The app that CDK's command runs: what it prints are CDK's own texts, in CDK's colours. */
  const OF_CDK = "magpie.ts";
  const entries = readdirSync(join(ROOT, "bin")).filter((name) => name.endsWith(".ts") && name !== OF_CDK);

  it.each(entries)("%s guards the terminal before it does anything else", (name) => {
    const source = readFileSync(join(ROOT, "bin", name), "utf8");
    const [first] = source
      .replace(/^import .*;\n/gm, "")
      .trimStart()
      .split("\n");
    expect(first).toBe("guardTerminal();");
  });

  it("writes to the terminal by the streams that are guarded", () => {
    const sources = ["bin", "lib", "client"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(ts|cjs|js)$/.test(name) && !name.startsWith("dist/"))
        .map((name) => join(folder, name)),
    );
    expect(sources.length).toBeGreaterThan(200);
    const past =
      /\/dev\/tty|writeSync\([12],|createWriteStream\([^)]*\bfd\b|stdout\.fd|stderr\.fd|new WriteStream|stdio: "inherit"/;
    const found = sources.filter((file) => past.test(readFileSync(join(ROOT, file), "utf8")));
    // Its child is another entry, which guards its own streams.
    expect(found).toEqual(["bin/start.cjs"]);
  });
});

it("readline moves the cursor of a guarded terminal, which shows no control sequence as text", async () => {
  const written: string[] = [];
  const { isTTY } = process.stderr;
  const write = vi.spyOn(process.stderr, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0);
  vi.resetModules();
  const { guardStream: guard, ownTerminal } = await import("../lib/terminal.ts");
  process.stderr.isTTY = true;
  guard(process.stderr);
  process.stderr.write("\u001b[2J");
  ownTerminal.write("\u001b[1G");
  process.stderr.isTTY = isTTY;
  write.mockRestore();
  expect(written).toEqual(["\\u001b[2J", "\u001b[1G"]);
});
