import { describe, expect, it } from "vitest";
import { htmlOf, PARAGRAPHS, readOf } from "../article-of-tests.ts";

const place = (id: string, fallback: string) => `<!--$?--><template id="${id}"></template>${fallback}<!--/$-->`;
const late = (id: string, content: string) => `<div hidden id="${id}">${content}</div>`;
const call =
  (...ids: string[]) =>
  (name: string) =>
    `<script>${name}(${ids.map((id) => `"${id}"`).join(",")})</script>`;
const completes = (boundary: string, part: string) => call(boundary, part)("$RC");
const fills = (part: string, at: string) => call(part, at)("$RS");
const shell = (content: string) => `<main>${content}</main><footer>End</footer>`;

// React's react-dom/server, and https://github.com/modelcontextprotocol/servers/issues/3878.
describe("a part that React has streamed", () => {
  it.each([
    [
      "replaces what was shown while it was late",
      shell(place("B:0", "<p>Loading</p>")) + late("S:0", `<h1>Tea</h1>${PARAGRAPHS}`) + completes("B:0", "S:0"),
      "<h2>Tea</h2>…",
    ],
    [
      "may have another number than its place, and a prefix",
      shell(place("aB:0", "<p>Loading</p>")) + late("aS:3", PARAGRAPHS) + completes("aB:0", "aS:3"),
      "…",
    ],
    [
      "may wait for its styles",
      `${shell(place("B:0", "<p>Loading</p>")) + late("S:0", PARAGRAPHS)}<script>$RR("B:0","S:0",[["a.css"]])</script>`,
      "…",
    ],
    [
      "is in the order of the page",
      shell(`${place("B:0", "Loading") + place("B:1", "Loading")}<p>Last</p>`) +
        late("S:1", "<p>Second</p>") +
        completes("B:1", "S:1") +
        late("S:0", `<p>First</p>${PARAGRAPHS}`) +
        completes("B:0", "S:0"),
      "<p>First</p>…<p>Second</p><p>Last</p>",
    ],
    [
      "may have a part that is later still",
      shell(place("B:0", "Loading")) +
        late("S:0", `${PARAGRAPHS}${place("B:1", "<p>Loading more</p>")}<p>Last</p>`) +
        completes("B:0", "S:0") +
        late("S:1", "<p>More</p>") +
        completes("B:1", "S:1"),
      "…<p>More</p><p>Last</p>",
    ],
    [
      "may have segments",
      shell(place("B:0", "Loading")) +
        late("S:1", "<p>More</p>") +
        fills("S:1", "P:1") +
        late("S:0", `${PARAGRAPHS}<template id="P:1"></template><p>Last</p>`) +
        completes("B:0", "S:0"),
      "…<p>More</p><p>Last</p>",
    ],
    [
      "leaves what was complete at once",
      shell(`<!--$--><p>At once</p><!--/$-->${place("B:0", "Loading")}`) +
        late("S:0", PARAGRAPHS) +
        completes("B:0", "S:0"),
      "<p>At once</p>…",
    ],
    [
      "may be shown by a component of the browser alone",
      shell(`${place("B:0", "<p>Loading</p>")}${PARAGRAPHS}`) + late("S:1", "<p>Unused</p>") + completes("B:7", "S:1"),
      "<p>Loading</p>…",
    ],
  ])("%s", (_how, page, html) => {
    expect(htmlOf(page)).toBe(html);
  });

  it("is shown once, even if it is in itself", () => {
    const page = late("S:0", `${PARAGRAPHS}<template id="B:0"></template>`) + place("B:0", "Loading");
    expect(htmlOf(shell(page) + completes("B:0", "S:0"))).toBe("…");
  });

  it.each([
    ["in its place", 29_000, "ab"],
    ["hidden, of a page of more than 30,000 tokens", 30_000, "waitingb"],
  ])("is %s", (_where, tags, text) => {
    const page = `${place("B:0", "waiting")}b${late("S:0", "a")}${completes("B:0", "S:0")}`;
    expect(readOf(`${page}${"<i>".repeat(tags)}`).text).toBe(text);
  });
});

it("comments of a page that React has not streamed are no elements", () => {
  expect(htmlOf(shell(`${PARAGRAPHS}<p>a<!--$-->b<!--/$-->c</p>`))).toBe("…<p>abc</p>");
});
