import { expect, it } from "vitest";
import { htmlAfter, htmlOf, PARAGRAPHS } from "../article-of-tests.ts";

const QUESTION = "When is it picked?";
const ANSWER = "It is picked early in the morning, in the hills, by hand.";
const BELOW_H3 = `<h3>${QUESTION}</h3><p>${ANSWER}</p>`;

// https://github.com/adobecom/milo/pull/6703, https://github.com/facebook/docusaurus/issues/5344,
// https://github.com/ongov/ontario-design-system/pull/369
it.each([
  [
    "of WAI-ARIA's pattern",
    `<h3><button aria-expanded="false" aria-controls="p">${QUESTION}</button></h3><section id=p hidden><p>${ANSWER}</p></section>`,
    BELOW_H3,
  ],
  [
    "of Bootstrap 5",
    `<div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-toggle="collapse" data-bs-target="#c" aria-expanded="false">${QUESTION}</button></h2><div id=c class="accordion-collapse collapse"><div class="accordion-body">${ANSWER}</div></div></div>`,
    `<h2>${QUESTION}</h2><p>${ANSWER}</p>`,
  ],
  [
    "without any role",
    `<button class="accordion">${QUESTION}</button><div class="panel" style="display:none"><p>${ANSWER}</p></div>`,
    BELOW_H3,
  ],
  [
    "of a button that names its panel",
    `<button aria-expanded=false aria-controls=z>${QUESTION}</button><p>x</p><div id=z style="visibility: hidden"><p>${ANSWER}</p></div>`,
    `<h3>${QUESTION}</h3><p>x</p><p>${ANSWER}</p>`,
  ],
  [
    "of an element with a role",
    `<div role=button aria-expanded=false aria-controls=z>${QUESTION}</div><div id=z aria-hidden=true><p>${ANSWER}</p></div>`,
    BELOW_H3,
  ],
  [
    "of a list of terms",
    `<dl><dt><button aria-expanded="false">${QUESTION}</button><dd hidden>${ANSWER}</dl>`,
    `<dl><dt>${QUESTION}</dt><dd>${ANSWER}</dd></dl>`,
  ],
  ["of text that a search finds", `<h3>${QUESTION}</h3><div hidden="until-found">${ANSWER}</div>`, BELOW_H3],
  ["of details", `<details><summary>${QUESTION}</summary>${ANSWER}</details>`, `<p>${QUESTION}</p><p>${ANSWER}</p>`],
  ["by its name", `<h3>${QUESTION}</h3><div class="faq-answer" style="display:none">${ANSWER}</div>`, BELOW_H3],
])("an answer that a person could open is text below its question: %s", (_kind, markup, html) => {
  expect(htmlAfter(markup)).toBe(html);
});

const BOTH = `<h4>one</h4><p>${QUESTION}</p><h4>two</h4><p>${ANSWER}</p>`;

it.each([
  [
    "named by their tabs",
    `<div role=tablist><button role=tab aria-controls=b>two</button><button role=tab aria-controls=a>one</button></div><div role=tabpanel id=a>${QUESTION}</div><div role=tabpanel id=b hidden>${ANSWER}</div>`,
  ],
  [
    "that name their tabs",
    `<div role=tablist><a role=tab id=s href="#">two</a><a role=tab id=r href="#">one</a></div><div role=tabpanel aria-labelledby=r>${QUESTION}</div><div role=tabpanel aria-labelledby=s hidden>${ANSWER}</div>`,
  ],
  [
    "in the order of their tabs",
    `<ul role=tablist><li role=tab>one</li><li role=tab>two</li></ul><div role=tabpanel>${QUESTION}</div><div role=tabpanel hidden>${ANSWER}</div>`,
  ],
])("panels are text below the words of their tabs: %s", (_kind, markup) => {
  expect(htmlAfter(markup)).toBe(BOTH);
});

it.each([
  ["a menu", "<button aria-expanded=false aria-controls=m>Menu</button><ul id=m class=menu hidden><li>One</ul>"],
  [
    "what a button of a menu opens",
    `<button aria-haspopup=true aria-expanded=false aria-controls=m>Sort</button><div id=m hidden>${ANSWER}</div>`,
  ],
  [
    "a list of links",
    "<button aria-expanded=false aria-controls=m>You</button><div id=m hidden><a href=/a>Sign in</a> or</div>",
  ],
  ["a dialog", `<button aria-expanded=false aria-controls=m>Tell</button><div id=m role=dialog hidden>${ANSWER}</div>`],
  ["a question of consent", `<div id="cookie-banner" class="banner"><p>${ANSWER}</p><button>Accept</button></div>`],
  ["what is for screen readers", `<div class="sr-only">${ANSWER}</div>`],
  ["what nothing opens", `<div hidden>${ANSWER}</div>`],
  ["any other button", "<button>Share</button>"],
])("an article is without %s", (_what, markup) => {
  expect(htmlAfter(markup)).toBe("");
});

// https://github.com/mozilla/readability/issues/921
it.each([
  ["a page that a script shows", `<div style="visibility: hidden"><article>${PARAGRAPHS}</article></div><p>Footer</p>`],
  ["what is not displayed", `<main style="display:none">${PARAGRAPHS}</main><p>Loading</p>`],
  [
    "a page behind a dialog",
    `<div aria-hidden=true><article>${PARAGRAPHS}</article></div><div role=dialog aria-modal=true><p>We value your privacy. ${ANSWER}</p></div>`,
  ],
  [
    "sections that fade in",
    `<div>${`<section style="visibility:hidden">${PARAGRAPHS}</section>`.repeat(3)}</div><div class=cookie-consent hidden>${ANSWER}</div>`,
  ],
  ["what can't be pressed", `<div inert>${PARAGRAPHS}</div><dialog open>${ANSWER}</dialog>`],
  ["a body", `<body style="visibility:hidden"><article>${PARAGRAPHS}</article></body>`],
])("a hidden part is read if it is the page itself: %s", (_what, page) => {
  expect(htmlOf(page).replaceAll("…", "")).toBe("");
  expect(htmlOf(page)).toContain("…");
});

it("a page of more than 500,000 characters begins with its text, not with the dialog that covers it", () => {
  const over = `<div id="cookie-consent"><p>We use cookies.</p><button>OK</button></div><div role=dialog>${ANSWER}</div><div hidden>${ANSWER}</div>`;
  expect(htmlOf(`${over}<h1>a</h1><!--${"x".repeat(500_000)}-->${"<p>b".repeat(3_001)}`)).toMatch(
    /^<h2>a<\/h2><p>b<\/p>/,
  );
});

// https://github.com/ZachSaucier/Just-Read/issues/445
it.each([
  ["in its place", `<x-a><template shadowrootmode=open><article>${PARAGRAPHS}</article></template></x-a>`, "…"],
  [
    "with what its slots show",
    `<x-a><template shadowrootmode=open><main><h1><slot name=t>None</slot></h1><slot></slot></main></template><span slot=t>Title</span>${PARAGRAPHS}<em slot=gone>gone</em></x-a>`,
    "<h2>Title</h2>…",
  ],
  [
    "with the content of an empty slot",
    `<x-a><template shadowrootmode=open><article>${PARAGRAPHS}<p><slot>None</slot></p></article></template> </x-a>`,
    "…<p>None</p>",
  ],
  [
    "within another",
    `<x-a><template shadowrootmode=open><x-b><template shadowrootmode=closed><article>${PARAGRAPHS}<slot></slot></article></template><p>a <slot></slot></p></x-b></template>light</x-a>`,
    "…<p>a light</p>",
  ],
  ["without an end", `<x-a><template shadowrootmode=open><article>${PARAGRAPHS}`, "…"],
])("a declarative shadow root is read %s", (_how, page, html) => {
  expect(htmlOf(page)).toBe(html);
});

it("no other template is read", () => {
  expect(htmlAfter(`<template><p>${ANSWER}</p></template>`)).toBe("");
});
