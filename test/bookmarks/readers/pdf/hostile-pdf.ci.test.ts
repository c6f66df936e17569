import { describe, expect, it } from "vitest";
import { pdfContent } from "../../../../lambdas/bookmarks/readers/pdf/pdf-content.ts";
import { readPdf } from "../../../../lambdas/bookmarks/readers/pdf/read-pdf.ts";
import { japaneseFont, lines, packed, pdfFile, utf16 } from "./pdf-file.ts";

const BROKEN = { kind: "permanent", code: "pdf_broken" };
const MIB = 1_024 * 1_024;
/** 300 MiB of spaces. */
const SPACES = packed(Buffer.alloc(300 * MIB, " "));
const object = (bytes: Buffer, entries: string) =>
  `<</Length ${bytes.length}${entries}>>stream\n${bytes.toString("latin1")}\nendstream`;

/** Files that would take more memory than a thread has, or more time. */
const BOMBS: readonly (readonly [name: string, make: () => Buffer])[] = [
  ["a page that unpacks to 300 MiB", () => pdfFile({ pages: [""], stream: () => SPACES })],
  [
    "a page that is packed twice",
    () => {
      const { bytes } = packed(SPACES.bytes);
      return pdfFile({ pages: [""], stream: () => ({ entries: "/Filter[/FlateDecode/FlateDecode]", bytes }) });
    },
  ],
  [
    "a font whose map unpacks to 300 MiB",
    () => {
      const { entries, bytes } = SPACES;
      const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 5 0 R>>";
      return pdfFile({ pages: [lines(["text"])], font, objects: [object(bytes, entries)] });
    },
  ],
  [
    "three million dictionaries in a list",
    () => pdfFile({ pages: [`[${"<</A/B>>".repeat(3_000_000)}`], stream: packed }),
  ],
  [
    "three million names",
    () => pdfFile({ pages: [Array.from({ length: 3e6 }, (_, index) => `/N${index} gs`).join(" ")], stream: packed }),
  ],
];

describe("a file that takes too much", () => {
  it.each(BOMBS)("is broken: %s", { timeout: 60_000 }, async (_, make) => {
    expect(await readPdf(make())).toEqual(BROKEN);
  });
});

/** Files that are odd, and end as anything, in time. */
const ODD: readonly (readonly [name: string, bytes: Buffer])[] = [
  ["a tree of pages that is its own child", pdfFile({ pages: [], catalog: "/Pages 1 0 R/Kids[1 0 R]/Count 9999999" })],
  ["lists in lists", pdfFile({ pages: ["[".repeat(5_000_000)], stream: packed })],
  ["dictionaries in dictionaries", pdfFile({ pages: [], info: `/A${"<</A".repeat(100_000)}` })],
  ["10,000 pages", pdfFile({ pages: Array.from({ length: 10_000 }, () => "x") })],
  [
    "numbers beyond measure",
    pdfFile({ pages: [`BT /F1 1e309 Tf 1e308 0 0 1e308 -1e308 9e999 Tm (a) Tj ${lines(["b"])}`] }),
  ],
  ["a million lines", pdfFile({ pages: [`BT /F1 1 Tf 1 TL ${"(a) Tj T* ".repeat(200_000)}`], stream: packed })],
];

describe("an odd file", () => {
  it.each(ODD)("ends: %s", { timeout: 60_000 }, async (_, bytes) => {
    expect((await readPdf(bytes)).kind).toMatch(/^(page|permanent)$/);
  });
});

describe("a file of 300 pages", () => {
  it("is read within the thread's limits", { timeout: 60_000 }, async () => {
    const text = "The ferry to the island leaves twice a day and takes about an hour.";
    const page = lines(Array.from({ length: 60 }, (_, index) => `${index} ${text}`));
    const outcome = await readPdf(pdfFile({ pages: Array.from({ length: 300 }, () => page), stream: packed }));
    expect(outcome).toMatchObject({ kind: "page" });
  });
});

/** The same numbers each time (a linear congruential generator; Numerical Recipes, 7.1). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TOKENS = [
  "/Length 999999999",
  "[",
  "<<",
  "endobj",
  "1 0 R",
  "stream\n",
  "/Filter/LZWDecode",
  "-1",
  "9e99",
  "(",
  "\0",
];

/** A valid file with some of its bytes changed, cut, repeated, or replaced by something that means something. */
function spoiled(file: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(file);
  for (let changes = 1 + random(4); changes > 0; changes -= 1) {
    const place = random(bytes.length);
    const token = Buffer.from(TOKENS[random(TOKENS.length)] ?? "");
    const length = random(40);
    const ways: readonly (() => Buffer)[] = [
      () => Buffer.from(bytes.with(place, (bytes[place] ?? 0) ^ (1 << random(8)))),
      () => bytes.subarray(0, place),
      () => Buffer.concat([bytes.subarray(0, place), token, bytes.subarray(place + token.length)]),
      () => Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + length)]),
      () => Buffer.concat([bytes.subarray(0, place + length), bytes.subarray(place)]),
    ];
    bytes = Buffer.from(ways[random(ways.length)]?.() ?? bytes);
  }
  return bytes;
}

describe("a valid file that was spoiled", () => {
  const text = lines(["The ferry to the island", "leaves twice a day."]);
  const files = [
    pdfFile({ pages: [text, text], info: "/Title(Ferries)" }),
    pdfFile({ pages: [text, text], stream: packed }),
    pdfFile({ font: japaneseFont(), pages: [lines(["島への連絡船"], { encode: utf16 })] }),
  ];

  // Without a thread, so that there are many: none of them is ended by a limit.
  it.each(files.map((file, index) => [index, file] as const))("ends: file %i", async (index, file) => {
    const random = randomNumbers(index + 1);
    for (let count = 0; count < 150; count += 1) {
      const outcome = await pdfContent(new Uint8Array(spoiled(file, random)));
      expect(outcome.kind === "page" ? "page" : outcome.code).toMatch(/^(page|pdf_(broken|without_text|encrypted))$/);
    }
  });
});
