import { expect, it } from "vitest";
import { htmlOf, PARAGRAPHS } from "../article-of-tests.ts";

const page = (reference: string, after: string): string =>
  htmlOf(
    `<nav>Menu</nav><article>${PARAGRAPHS}<p>Claim${reference}.</p>${PARAGRAPHS}</article>${after}<footer>Site</footer>`,
  );
const link = (id: string, text: string) => `<a href="https://page.example/a#${id}">${text}</a>`;

// https://github.com/sphinx-doc/sphinx/issues/10415, https://github.com/jgm/pandoc/issues/9205,
// https://github.com/readeck/readeck/issues/2
it.each([
  [
    "pandoc",
    '<a href="#fn1" id="fnref1" role="doc-noteref"><sup>1</sup></a>',
    '<aside id="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>Note one. <a href="#fnref1" role="doc-backlink">↩</a></p></li></ol></aside>',
    link("fn1", "<sup>1</sup>"),
    `<ol><li><p>Note one. ${link("fnref1", "↩")}</p></li></ol>`,
  ],
  [
    "docutils",
    '<a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref">1</a>',
    '<aside class="footnote-list brackets"><aside class="footnote brackets" id="id2" role="doc-footnote"><span class="label">1</span><p>Note one.</p></aside></aside>',
    link("id2", "1"),
    "<p>1</p><p>Note one.</p>",
  ],
  [
    "docutils before 0.18",
    '<a class="footnote-reference brackets" href="#id2" id="id1">1</a>',
    '<aside><dl class="footnote brackets"><dt class="label" id="id2"><a class="fn-backref" href="#id1">1</a></dt><dd><p>Note one.</p></dd></dl></aside>',
    link("id2", "1"),
    `<dl><dt>${link("id1", "1")}</dt><dd><p>Note one.</p></dd></dl>`,
  ],
  [
    "a footer with two notes",
    '<sup><a href="#n1">1</a></sup> and <sup><a href="#n2">2</a></sup>',
    '<footer class="footnotes"><p id="n1">Note one.</p><p id="n2">Note two.</p></footer>',
    `<sup>${link("n1", "1")}</sup> and <sup>${link("n2", "2")}</sup>`,
    "<p>Note one.</p><p>Note two.</p>",
  ],
  [
    "Word",
    '<a href="#_ftn1" name="_ftnref1">[1]</a>',
    '<div><hr><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> Note one is a longer one.</p></div></div>',
    link("_ftn1", "[1]"),
    `<p>${link("_ftnref1", "[1]")} Note one is a longer one.</p>`,
  ],
  [
    "GitHub",
    '<sup><a href="#user-content-fn-1" data-footnote-ref>1</a></sup>',
    '<section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1"><p>Note one.</p></li></ol></section>',
    `<sup>${link("user-content-fn-1", "1")}</sup>`,
    "<ol><li><p>Note one.</p></li></ol>",
  ],
  [
    "notes that a script shows",
    '<sup><a href="#fn-a">a</a></sup>',
    '<div class="footnotes" style="display:none"><ol><li id="fn-a">Note a.</li></ol></div>',
    `<sup>${link("fn-a", "a")}</sup>`,
    "<ol><li>Note a.</li></ol>",
  ],
])("notes go with the text that refers to them, each once: %s", (_kind, reference, after, shown, notes) => {
  expect(page(reference, after)).toBe(`…<p>Claim${shown}.</p>…<hr>${notes}`);
});

it.each([
  ["that nothing refers to", "", '<aside role="doc-footnote" id="x"><p>Note.</p></aside>'],
  [
    "that is before its link",
    "",
    `<p id="r">Claim.</p><aside><p id="n">Note <sup><a href="#r">back</a></sup></p></aside>`,
  ],
  ["that is a section", '<sup><a href="#s">1</a></sup>', `<aside id="s"><p>${"word ".repeat(2_000)}</p></aside>`],
])("no note is added %s", (_which, reference, after) => {
  expect(page(reference, after)).not.toContain("<hr>");
});
