import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFindings, axeFindingsOfColours } from "../../client/axe.ts";
import type { ConsoleWorld } from "../console-world.ts";
import type { AnsweredText } from "./answer-texts.ts";
import { answerTexts } from "./answer-texts.ts";

const SENTENCE = "When a table has grown tenfold since anyone looked, the planner still believes the old numbers. ";
const JAPANESE =
  "<ruby>銀河<rp>(</rp><rt>ぎんが</rt><rp>)</rp></ruby>の岸に立つと、風は冷たく、遠くの町の灯が消えていった。";
/** A long text with each kind of block. */
const LONG = `<h2>Statistics</h2><p>${SENTENCE.repeat(3)}</p><pre><code>${"select 1, ".repeat(40)}</code></pre>
<table><caption>Rows</caption><thead><tr><th scope="col">Step</th></tr></thead><tbody><tr><td>Scan</td></tr></tbody></table>
<blockquote><p>${SENTENCE}</p></blockquote><ul><li><a href="https://blog.example/a">A page</a></li></ul>
<h3>Plans</h3>${Array.from({ length: 60 }, (_, index) => `<p>Paragraph ${index}. ${SENTENCE.repeat(3)}</p>`).join("")}
<h2>Afterword</h2><figure><figcaption>A plan</figcaption></figure><dl><dt>Term</dt><dd>Meaning</dd></dl><hr>`;

/** A paragraph of many numbered sentences. */
const paragraph = (number: number) =>
  `<p>${Array.from({ length: 40 }, (_, index) => `Sentence ${number}-${index} says so. `).join("")}</p>`;
const SENTENCES = Array.from({ length: 12 }, (_, index) => paragraph(index)).join("");

/** The numbers of the sentences in the first line of the screen, below the bar of tools. */
function sentencesAtTop(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const line = document.querySelector(".reading-tools").getBoundingClientRect().bottom;
    const { left, right } = document.querySelector(".text p").getBoundingClientRect();
    const found = new Set();
    for (let x = left + 2; x < right; x += 4) {
      const { offsetNode, offset } = document.caretPositionFromPoint(x, line + 12) ?? {};
      const before = offsetNode?.data?.slice(0, offset + 1) ?? "";
      const number = /Sentence (\\d+-\\d+)/.exec(offsetNode?.data?.slice(before.lastIndexOf("Sentence")) ?? "")?.[1];
      if (number !== undefined) found.add(number);
    }
    return [...found];
  })()`);
}

const PHONE = { width: 390, height: 700 };
const DESKTOP = { width: 1_440, height: 900 };
/** The place in a text that is kept. */
type KeptPlace = NonNullable<AnsweredText["place"]>;

/** What depends on how a browser lays a text out. */
export function readingInBrowser(world: ConsoleWorld): void {
  /** Opens the first of some texts in a window of this size, and waits until a part of it is there. */
  async function opens(texts: readonly AnsweredText[], shows: string, viewport = DESKTOP, preferences: object = {}) {
    const { page, context } = await world.visit("/app/bookmarks", { browser: { viewport, reducedMotion: "reduce" } });
    await page.evaluate(`localStorage.setItem("magpie-preferences", '${JSON.stringify(preferences)}')`);
    const id = await answerTexts(context, world.system.api, texts);
    await page.goto(`/app/bookmarks/${id}/read`);
    await page.getByText(shows).waitFor();
    return { page, context, id };
  }

  describe("a text in a browser", () => {
    it("goes on at the sentence at which another device has left it, in another window and with larger letters", async () => {
      const text = { title: "Sentences", html: SENTENCES, words: 2_000 };
      const { page, context, id } = await opens([text], "Sentence 7-1 ", PHONE);
      const sent: KeptPlace[] = [];
      await context.route(`${world.system.api}/v1/bookmarks/${id}/place`, (route) => {
        sent.push(route.request().postDataJSON());
        return route.fulfill({ status: 404, json: { code: "not_found", detail: "It is not there." } });
      });
      await page.evaluate(`(() => {
        const paragraph = document.querySelectorAll(".text p")[7];
        const { top, height } = paragraph.getBoundingClientRect();
        scrollBy({ top: top + height / 2, behavior: "instant" });
      })()`);
      const left = await sentencesAtTop(page);
      expect(left[0]).toMatch(/^7-(?:1\d|2\d)$/);
      await page.getByRole("link", { name: "Bookmarks" }).last().click();
      await expect.poll(() => sent).toMatchObject([{ block: 7, offset: expect.any(Number) }]);
      const [place = null] = sent;
      const other = await opens([{ ...text, place }], "Sentence 7-1 ", DESKTOP, { textSize: "large" });
      expect(await sentencesAtTop(other.page)).toContain(left[0]);
    });

    it("has lines of 60 to 75 letters, or of 35 to 40 in Japanese", async () => {
      const letters = async (text: AnsweredText, begins: string) => {
        const { page } = await opens([text], begins);
        return page.evaluate<number>(`(() => {
          const { width, fontSize } = getComputedStyle(document.querySelector(".text p"));
          const em = parseFloat(width) / parseFloat(fontSize);
          if (document.querySelector(".text").lang === "ja") return em;
          const text = document.querySelector(".text p");
          return text.textContent.length / Math.round(text.offsetHeight / parseFloat(getComputedStyle(text).lineHeight));
        })()`);
      };
      const latin = await letters({ title: "Plans", html: `<p>${SENTENCE.repeat(12)}</p>` }, "When a table");
      const galaxy = { title: "銀河", html: `<p>${JAPANESE.repeat(20)}</p>`, language: "ja" };
      const japanese = await letters(galaxy, "の岸に立つと");
      expect([latin > 60 && latin < 75, japanese > 35 && japanese < 40], `${latin}, ${japanese}`).toEqual([true, true]);
    });

    it("has the facts beside it in a wide window, and below it in a narrow one", async () => {
      const { page } = await opens([{ title: "Plans", html: LONG, words: 3_000 }], "Paragraph 30.");
      const isBeside = () =>
        page.evaluate<boolean>(`(() => {
          const [text, facts] = [".text", ".about-page"].map((of) => document.querySelector(of).getBoundingClientRect());
          return facts.left >= text.right && facts.right <= innerWidth && facts.top < innerHeight / 2;
        })()`);
      expect(await isBeside()).toBe(true);
      await page.setViewportSize({ width: 800, height: 900 });
      expect(await isBeside()).toBe(false);
    });

    it("has no finding of axe on any paper, and fits into 320 pixels", async () => {
      const texts = [
        { title: "Plans", html: LONG, words: 3_000, truncated: true },
        { title: "銀河", html: JAPANESE, language: "ja" },
      ];
      const { page } = await opens(texts, "Paragraph 30.", { width: 320, height: 640 }, { paper: "light" });
      const settings = page.getByRole("button", { name: "Aa" });
      const widths = [await page.evaluate("document.documentElement.scrollWidth")];
      await settings.click();
      const found = await axeFindings(page);
      for (const paper of ["sepia", "dark"]) {
        await page.evaluate(`localStorage.setItem("magpie-preferences", '{"paper":"${paper}"}')`);
        await page.reload();
        await page.getByText("Paragraph 30.").waitFor();
        widths.push(await page.evaluate("document.documentElement.scrollWidth"));
        await settings.click();
        found.push(...(await axeFindingsOfColours(page)));
      }
      expect([found, widths]).toEqual([[], [320, 320, 320]]);
    });
  });
}
