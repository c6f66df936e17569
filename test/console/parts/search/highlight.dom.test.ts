// @vitest-environment happy-dom
import { h, render } from "preact";
import { useRef } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useHighlight } from "../../../../console/parts/search/use-highlight.ts";

/** What is marked, by the name of the marks. */
const marks = new Map<string, readonly Range[]>();
class Highlight extends Array<Range> {}

beforeEach(() => {
  marks.clear();
  vi.stubGlobal("Highlight", Highlight);
  vi.stubGlobal("CSS", { highlights: marks });
});
afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
});

const marked = () => marks.get("found")?.map(String);

function List({ html, q }: { readonly html: string; readonly q: string }) {
  const list = useRef<HTMLDivElement>(null);
  useHighlight(list, q, html);
  return h("div", { ref: list, dangerouslySetInnerHTML: { __html: html } });
}

/** Shows a list with this in it, in which a search has found something. */
async function shows(html: string, q: string): Promise<void> {
  await act(() => render(h(List, { html, q }), document.body));
  await act(() => vi.dynamicImportSettled());
}

describe("the results of a search", () => {
  it.each([
    ["<h2>Owls and fowls</h2><p>An OWL</p>", "owl", ["Owl", "OWL"]],
    ["<p>Owls at night</p>", '"at night" owls', ["at night", "Owls"]],
    ["<p>Ｏｗｌs, ﬁsh</p>", "owls fish", ["Ｏｗｌs", "ﬁsh"]],
    ["<p>cafe\u0301s</p>", "café", ["cafe\u0301"]],
    ["<p>Straße</p>", "strasse", ["Straße"]],
    ["<p>\u0301 owls</p>", "owls", ["owls"]],
    ["<p>🦉🦉 owls</p>", "owls", ["owls"]],
    ["<p>本の東京都</p>", "東京", ["東京"]],
    ["<p>a (b) 1+1 c.d</p>", '"(b)" "1+1" "c.d"', ["(b)", "1+1", "c.d"]],
    ["<p>Don\u2019t, don't</p>", "don't", ["Don\u2019t", "don't"]],
    ["<p>1914\u20131918, 1914-1918</p>", '"1914-1918"', ["1914\u20131918", "1914-1918"]],
    ["<p>1914\u20141918</p>", "1914\u20131918", ["1914\u20141918"]],
    ["<p>cod</p>", '"c.d"', []],
    ["<p>Owls <button>Owls away</button><span class='visually-hidden'>owls</span></p>", "owls", ["Owls"]],
    ["<p>Owls</p>", "hens", []],
    ["<p>Owls and hens</p>", "owls -hens tag:owls", ["Owls"]],
  ])("in %s is marked: %s", async (html, q, found) => {
    await shows(html, q);
    expect(marked()).toEqual(found);
  });

  it("is marked anew when the list or the search changes, and no more when nothing is searched for", async () => {
    await shows("<p>Owls and hens</p>", "owls");
    await shows("<p>Owls and hens</p>", "hens");
    expect(marked()).toEqual(["hens"]);
    await shows("<p>Hens</p>", "hens");
    expect(marked()).toEqual(["Hens"]);
    await shows("<p>Hens</p>", "");
    expect(marked()).toBeUndefined();
  });

  it("is not marked any more once the list has gone", async () => {
    await shows("<p>Owls</p>", "owls");
    await act(() => render(null, document.body));
    expect(marked()).toBeUndefined();
  });

  it.each([
    ["the list has gone", () => act(() => render(null, document.body))],
    ["nothing is searched for any more", () => shows("<p>Owls</p>", "")],
  ])("is not marked when %s before the marking was loaded", async (_, change) => {
    await Promise.all([shows("<p>Owls</p>", "owls"), change()]);
    expect(marked()).toBeUndefined();
  });

  it("is left as it is by a browser that can't mark", async () => {
    vi.stubGlobal("CSS", {});
    const errors = vi.spyOn(console, "error");
    await shows("<p>Owls</p>", "owls");
    expect([document.body.textContent, errors.mock.calls]).toEqual(["Owls", []]);
  });
});
