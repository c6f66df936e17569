import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PageText } from "../../../lambdas/bookmarks/readers/page-content.ts";
import { extractiveSummariser } from "../../../lambdas/bookmarks/summary/extractive-summariser.ts";
import { samplePage } from "../sample-page.ts";

function summarise(text: string, changes: Partial<PageText> = {}) {
  return extractiveSummariser().summarise(samplePage({ text, ...changes }));
}

const ENGLISH = `A message queue decouples the producer of work from its consumer. When the consumer fails, the queue keeps the message and delivers it again later.
Share this
Because a message may be delivered twice, every consumer must be idempotent. An idempotent consumer writes with a condition, so that a second delivery changes nothing.
I had coffee with Mr. Fox on a sunny morning in the park. The weather was very nice that day.
A dead-letter queue takes the messages that no consumer could handle, and an alarm on that queue tells the operator.`;

const JAPANESE = `機械学習を仕事で使うには、まずデータの集め方を決める必要があります。
多くの現場では、データの品質がモデルの精度を決めます。モデルを選ぶ前に、欠けた値や重なった行を直しましょう。
メニュー
ある週末に、庭の木を切りました。とても楽しい時間でした。
最後に、機械学習のモデルは作って終わりではなく、データが変わるたびに評価し直すことが大切です。`;

describe("a summary", () => {
  it("has the most important sentences of a text, in order", async () => {
    expect(await summarise(ENGLISH, { title: "Queues and idempotent consumers" })).toEqual({
      summary:
        "A message queue decouples the producer of work from its consumer. When the consumer fails, the queue keeps the " +
        "message and delivers it again later. Because a message may be delivered twice, every consumer must be idempotent.",
      tags: ["idempotent", "consumer", "queue", "message"],
      by: "extractive",
    });
  });

  it("has, in Japanese, no spaces between its sentences", async () => {
    expect(await summarise(JAPANESE, { title: "機械学習とデータの品質", language: "ja" })).toEqual({
      summary:
        "機械学習を仕事で使うには、まずデータの集め方を決める必要があります。" +
        "多くの現場では、データの品質がモデルの精度を決めます。" +
        "最後に、機械学習のモデルは作って終わりではなく、データが変わるたびに評価し直すことが大切です。",
      tags: ["データ", "機械学習", "品質", "モデル"],
      by: "extractive",
    });
  });

  it.each([
    [
      "that repeats itself",
      "This sentence is repeated a few times. ".repeat(5),
      "This sentence is repeated a few times.",
    ],
    [
      "with headings",
      "Introduction\nThe queue keeps what nobody has worked on yet.\nNext",
      "The queue keeps what nobody has worked on yet.",
    ],
    [
      "in both scripts",
      "The queue keeps what nobody has worked on yet.\n待ち行列は伝言を預かります。",
      "The queue keeps what nobody has worked on yet. 待ち行列は伝言を預かります。",
    ],
    [
      "whose subject comes late",
      "It was a pleasant morning in the city. Queues and messages: queues keep messages, consumers take messages.",
      "It was a pleasant morning in the city. Queues and messages: queues keep messages, consumers take messages.",
    ],
  ])("is found in a text %s", async (_name, text, summary) => {
    expect((await summarise(text, { description: "no" })).summary).toBe(summary);
  });

  it.each([
    ["the description of a page without sentences", "Home\nAbout\n500 yen", "What it sells.", "What it sells."],
    ["the description of an empty page", "", "What it sells.", "What it sells."],
    ["the text itself without sentences and description", "Home\nAbout\n500 yen", null, "Home About 500 yen"],
    ["the beginning of an endless sentence", "word ".repeat(500), null, "word ".repeat(60).trim()],
    ["null for an empty page", "", null, null],
    ["null for a page without words", "", "", null],
  ])("is %s", async (_name, text, description, summary) => {
    expect((await summarise(text, { description })).summary).toBe(summary);
  });

  it("has at most about 300 code points where it is made of sentences", async () => {
    const sentences = Array.from(
      { length: 50 },
      (_, i) => `Sentence number${i} tells of subject${i}${" and more".repeat(12)}.`,
    );
    const { summary } = await summarise(sentences.join(" "));
    expect(summary?.length).toBeGreaterThan(250);
    expect(summary?.length).toBeLessThanOrEqual(300);
  });
});

describe("a choice of sentences", () => {
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `Sentence${from + at} tells of subject${from + at} alone.`);
  const chosen = async (...sentences: string[]) => (await summarise(sentences.join(" "))).summary;

  it("takes three at most, the first ones of equal weight", async () => {
    expect(await chosen(...numbered(1, 6))).toBe(numbered(1, 4).join(" "));
  });

  it("prefers sentences with words that the page repeats", async () => {
    const telling = "Slugs eat hostas, and hostas feed slugs.";
    const text = `${numbered(1, 4).join(" ")} ${telling}`;
    expect((await summarise(text)).summary).toBe(numbered(1, 4).join(" "));
    const repeated = `${text}\n${"slugs hostas\n".repeat(20)}`;
    expect((await summarise(repeated)).summary).toBe(`${numbered(1, 3).join(" ")} ${telling}`);
    const title = "Slugs and hostas";
    expect((await summarise(text, { title, description: title })).summary).toContain(telling);
  });

  it("leaves out a sentence that repeats another", async () => {
    const [one, same, other] = [
      "Slugs devour hostas, lettuces, beans and dahlias.",
      "Dahlias, beans, lettuces and tulips please slugs.",
      "Slugs devour hostas, tulips, roses and asters.",
    ];
    expect(await chosen(one, same)).toBe(one);
    expect(await chosen(one, other)).toBe(`${one} ${other}`);
  });

  it("fills 300 code points, and skips for a shorter sentence one that would exceed them", async () => {
    const long = (name: string, length: number) => `${name} ${"x".repeat(length - name.length - 2)}.`;
    const [first, tooLong, fits] = [long("Alpha", 200), long("Beta", 100), long("Gamma", 99)];
    expect(await chosen(first, tooLong, fits)).toBe(`${first} ${fits}`);
    expect(await chosen(first, tooLong)).toBe(first);
    const icons = (name: string, count: number) => `${name} ${"🐌".repeat(count)}.`;
    expect(await chosen(icons("Alpha", 140), icons("Beta", 140))).toBe(`${icons("Alpha", 140)} ${icons("Beta", 140)}`);
  });

  it("reads the first 100,000 code units of a text, and its first 1,000 sentences", async () => {
    const late = "Slugs are what this text is about.";
    const padded = (length: number) => "\n".repeat(length - late.length) + late;
    expect(await chosen(padded(100_000))).toBe(late);
    expect(await chosen(padded(100_001))).not.toBe(late);
    const empty = "And there it was, as it had been before, with all of us.";
    expect(await chosen(...Array(999).fill(empty), late)).toBe(`${empty} ${late}`);
    expect(await chosen(...Array(1_000).fill(empty), late)).toBe(empty);
  });

  it("has a space after a sentence, but none after a full-width mark", async () => {
    const [japanese, english] = ["待ち行列は伝言を預かります！", "The queue keeps what nobody has worked on yet."];
    expect(await chosen(japanese, english)).toBe(japanese + english);
    expect(await chosen(english, japanese)).toBe(`${english} ${japanese}`);
  });
});

describe("tags", () => {
  it.each([
    ["without function words", "The queue and the queue that you would have had.", ["queue"]],
    ["without Japanese ones", "データのこと、データのため、今回の場合のデータ。", ["データ"]],
    ["without numbers", "2026 2026 10,000 3.14 queue queue ２０２６", ["queue"]],
    ["without single letters", "a b c x x queue queue 木 木", ["queue"]],
    ["in lower case", "Queue QUEUE queue", ["queue"]],
    ["in normalised letters", "ｷｭｰ ｷｭｰ Ｑｕｅｕｅ ｑｕｅｕｅ", ["キュー", "queue"]],
    ["with acronyms of two letters", "AI AI ai of of", ["ai"]],
    ["once for singular and plural", "queue queues queues box boxes boxes class class", ["queues", "boxes", "class"]],
    ["once for a compound and its parts", "機械学習、機械学習、機械学習、学習、学習", ["機械学習"]],
    ["once for a part and its compound", "学習、学習、学習、機械学習、機械学習", ["学習"]],
    [
      "once for each ending of a plural",
      "match match matches dish dish dishes fox fox foxes",
      ["match", "dish", "fox"],
    ],
    ["separately for words that end alike", "bees bees bee cheese cheese chees chees", ["bees", "cheese", "chees"]],
    ["in parts where a compound is endless", "東京都知事選挙結果発表", ["東京", "都知事", "選挙", "発表"]],
    [
      "separately for words that contain each other by chance",
      "java java javascript javascript",
      ["java", "javascript"],
    ],
    [
      "of which there are at most five",
      "one1 two2 three3 four4 five5 six6",
      ["one1", "two2", "three3", "four4", "five5"],
    ],
    ["that are repeated, if any is", "alpha beta gamma beta", ["beta"]],
    ["without endless words", `${"x".repeat(51)} ${"x".repeat(51)} queue`, ["queue"]],
    ["that are none for an empty text", "", []],
  ])("are words %s", async (_name, text, tags) => {
    expect((await summarise(text)).tags).toEqual(tags);
  });

  it("weight words of the title and the description", async () => {
    const text = "alpha alpha alpha beta gamma";
    expect((await summarise(text, { title: "Gamma", description: "beta" })).tags).toEqual(["gamma", "beta", "alpha"]);
    expect((await summarise("", { title: "Gamma", description: "beta" })).tags).toEqual([]);
  });
});

describe("any page", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "The queue keeps messages. ",
      "待ち行列は伝言を預かります。",
      "\n",
      "「",
      "」",
      "Mr. ",
      "😀",
      "データ",
    ),
    fc.string({ unit: "grapheme", maxLength: 40 }),
  );
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

  it("has a summary and tags within limits, always the same", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.option(fc.string({ maxLength: 1000 })), async (written, title) => {
        const { summary, tags } = await summarise(written, { title });
        if (summary !== null) {
          expect(Array.from(summary).length).toBeLessThanOrEqual(1000);
          expect(summary).not.toContain("\n");
          expect(summary).not.toBe("");
        }
        expect(tags.length).toBeLessThanOrEqual(5);
        expect(new Set(tags).size).toBe(tags.length);
        for (const tag of tags) {
          expect(tag).toBe(tag.toLowerCase());
          expect(tag).toMatch(/\p{L}/u);
          expect(Array.from(tag).length).toBeLessThanOrEqual(50);
        }
        expect(await summarise(written, { title })).toEqual({ summary, tags, by: "extractive" });
      }),
    );
  });
});
