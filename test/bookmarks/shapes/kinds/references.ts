import type { Kind, Page } from "../page.ts";

const CSS = "main {\n  display: grid;\n  gap: 1rem;\n}";
const MARKUP = '&lt;main class="grid"&gt;\n  &lt;p&gt;1 &amp;lt; 2&lt;/p&gt;\n&lt;/main&gt;';
const CONFIG = "module.exports = {\n  title: 'queue',\n};";

const tokens = (code: string) =>
  code
    .split("\n")
    .map((line) => `<span class="token-line" style="color:#393A34"><span class="token plain">${line}</span></span>`)
    .join("<br>");

/** Docusaurus: a sidebar, breadcrumbs, an admonition, source as lines of their own, tabs. */
export const DOCUSAURUS: Kind = {
  name: "docusaurus",
  html: (
    page,
  ) => `<!doctype html><html ${page.root} class="docs-wrapper plugin-docs docs-version-current" data-has-hydrated="false">
<head><meta charset="UTF-8"><meta name="generator" content="Docusaurus v3.6.3">
<title data-rh="true">${page.title} | ${page.site}</title>
<meta data-rh="true" property="og:title" content="${page.title}"></head>
<body class="navigation-with-keyboard"><div id="__docusaurus">
<div role="region" aria-label="Skip"><a class="skipToContent_fXgn" href="#__docusaurus_skipToContent_fallback">${page.ui("jump")}</a>
</div>
<nav aria-label="Main" class="navbar navbar--fixed-top"><div class="navbar__inner">
<div class="navbar__items"><a class="navbar__brand" href="/"><b class="navbar__title text--truncate">${page.leave(page.site)}</b></a>
</div></div></nav>
<div id="__docusaurus_skipToContent_fallback" class="main-wrapper mainWrapper_z2l0"><div class="docsWrapper_hBAB"><div class="docRoot_UBD9">
<aside class="theme-doc-sidebar-container docSidebarContainer_YfHR"><div class="sidebarViewport_aRkj">
<nav aria-label="Docs sidebar" class="menu thin-scrollbar menu_SIkG">
<ul class="theme-doc-sidebar-menu menu__list">${page.menu(
    (word) => `<li class="theme-doc-sidebar-item-link menu__list-item"><a class="menu__link" href="#">${word}</a>
</li>`,
  )}</ul></nav></div></aside>
<main class="docMainContainer_TBSr"><div class="container padding-top--md padding-bottom--lg"><div class="row">
<div class="col docItemCol_VOVn"><div class="docItemContainer_Djhp"><article>
<nav class="theme-doc-breadcrumbs breadcrumbsContainer_Z_bl" aria-label="Breadcrumbs"><ul class="breadcrumbs">
<li class="breadcrumbs__item breadcrumbs__item--active"><span class="breadcrumbs__link">${page.leave("Docs 8")}</span>
</li></ul></nav>
<div class="tocCollapsible_ETCw theme-doc-toc-mobile tocMobile_ITEo"><button type="button" class="clean-btn tocCollapsibleButton_TO0P">${page.ui("contents")}</button>
</div>
<div class="theme-doc-markdown markdown"><header><h1>${page.may(page.title)}</h1></header>
${page.paragraphs(2)}
<h2 class="anchor anchorWithStickyNavbar_LWe7" id="one">${page.keep(page.heading(), "h")}<a href="#one" class="hash-link" aria-label="Direct link" title="Direct link">&#8203;</a>
</h2>
<div class="language-js codeBlockContainer_Ckt0 theme-code-block" style="--prism-color:#393A34">
<div class="codeBlockTitle_Ktv7">${page.may("queue.config.js")}</div>
<div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code language-js codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv">${page.keep(CONFIG, "pre") && tokens(CONFIG)}<br></code></pre>
<div class="buttonGroup__atx"><button type="button" aria-label="Copy" class="clean-btn"><span aria-hidden="true">${page.ui("copy")}</span></button>
</div></div></div>
<div class="theme-admonition theme-admonition-tip admonition_xJq3 alert alert--success">
<div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg viewBox="0 0 12 16"></svg></span>${page.keep(page.topic(1))}</div>
<div class="admonitionContent_BuS1"><p>${page.keep(page.sentences(2))}</p></div></div>
<h3 class="anchor anchorWithStickyNavbar_LWe7" id="two">${page.keep(page.heading(), "h")}<a href="#two" class="hash-link" aria-label="Direct link" title="Direct link">&#8203;</a>
</h3>
<ul><li><a href="/docs/a">${page.keep(page.topic(2), "li")}</a></li>
<li><a href="/docs/b">${page.keep(page.topic(3), "li")}</a></li>
<li><a href="/docs/c">${page.keep(page.topic(4), "li")}</a></li></ul>
${page.paragraphs(1)}
<div class="tabs-container tabList__CuJ"><ul role="tablist" aria-orientation="horizontal" class="tabs">
<li role="tab" tabindex="0" aria-selected="true" class="tabs__item tabItem_LNqP tabs__item--active">${page.may("npm")}</li>
</ul><div class="margin-top--md"><div role="tabpanel" class="tabItem_Ymn6">
<div class="language-bash codeBlockContainer_Ckt0">
<div class="codeBlockContent_biex"><pre class="prism-code language-bash"><code class="codeBlockLines_e6Vv">${page.keep("npm install queue", "pre") && tokens("npm install queue")}<br></code></pre>
</div></div></div></div></div>
</div><footer class="theme-doc-footer docusaurus-mt-lg"><div class="row margin-top--sm theme-doc-footer-edit-meta-row">
<div class="col"><a href="#" class="theme-edit-this-page">${page.ui("edit")}</a></div></div></footer></article>
<nav class="docusaurus-mt-lg pagination-nav" aria-label="Docs pages"><a class="pagination-nav__link pagination-nav__link--next" href="#">
<div class="pagination-nav__sublabel">${page.ui("next")}</div></a></nav></div></div>
<div class="col col--3"><div class="tableOfContents_bqdL thin-scrollbar theme-doc-toc-desktop">
<ul class="table-of-contents table-of-contents__left-border">
<li><a href="#one" class="table-of-contents__link toc-highlight">${page.leave(page.sentence())}</a></li></ul></div>
</div></div></div></main></div></div></div>
<footer class="theme-layout-footer footer footer--dark"><div class="container container-fluid">
<div class="footer__copyright">${page.ui("rights")}</div></div></footer></div></body></html>`,
};

const example = (page: Page, language: string, code: string) =>
  `<div class="code-example">
<div class="example-header"><span class="language-name">${page.may(language)}</span><button type="button" class="icon copy-icon"><span class="visually-hidden">${page.ui("copy")}</span></button>
</div><pre class="brush: ${language} notranslate"><code>${page.keep(code, "pre")}</code></pre></div>`;

const section = (page: Page, id: string, content: () => string) =>
  `<section aria-labelledby="${id}"><h2 id="${id}"><a href="#${id}">${page.keep(page.heading(), "h")}</a></h2>
<div class="section-content">${content()}</div></section>`;

const support = (page: Page) =>
  `<figure class="table-container"><div class="table-scroll"><table class="properties"><tbody><tr>
<th scope="row">${page.keep(page.topic(2), "th")}</th><td><code>${page.keep("block", "td")}</code></td></tr><tr>
<th scope="row">${page.keep(page.topic(3), "th")}</th><td>${page.keep(page.topic(4), "td")}</td></tr></tbody></table>
</div></figure>`;

/** A reference in the manner of MDN: sections of their own, examples with names of languages, definitions. */
export const MDN: Kind = {
  name: "mdn-like",
  html: (page) => `<!doctype html><html ${page.root} prefix="og: https://ogp.me/ns#"><head><meta charset="utf-8">
<title>${page.title} - CSS | ${page.site}</title><meta property="og:title" content="${page.title}"></head>
<body><div id="root"><ul id="nav-access" class="a11y-nav"><li><a id="skip-main" href="#content">${page.ui("jump")}</a>
</li></ul><div class="page-wrapper category-css document-page"><div class="sticky-header-container">
<header class="top-navigation"><div class="container"><a href="/" class="logo">${page.leave(page.site)}</a>
<nav class="main-nav" aria-label="Main menu">
<ul class="main-menu nojs">${page.menu(
    (word) => `<li class="top-level-entry-container"><a href="#">${word}</a>
</li>`,
  )}</ul></nav></div></header><div class="article-actions-container"><div class="container">
<nav class="breadcrumbs-container"><ol><li><a class="breadcrumb" href="#">${page.leave("CSS 4")}</a></li></ol></nav>
</div></div></div>
<div class="main-wrapper"><div class="sidebar-container"><aside id="sidebar-quicklinks" class="sidebar">
<nav aria-label="Related"><div class="sidebar-inner"><ol>${page.teasers(
    4,
    (title) => `<li><a href="#">${title}</a>
</li>`,
  )}</ol></div></nav></aside><div class="toc-container"><aside class="toc"><nav><div class="document-toc-container">
<section class="document-toc"><header><h2 class="document-toc-heading">${page.ui("contents")}</h2></header></section>
</div></nav></aside></div></div>
<main id="content" class="main-content"><article class="main-page-content" lang="${page.language.tag}"><header>
<h1>${page.may(page.title)}</h1><details class="baseline-indicator high"><summary><span class="indicator"></span>
<div class="status-title">${page.may("Baseline")}</div></summary></details></header>
<div class="section-content">${page.paragraphs(2)}</div>
${section(page, "try_it", () => example(page, "css", CSS))}
${section(
  page,
  "syntax",
  () => `${example(page, "html", MARKUP)}<h3 id="values">${page.keep(page.heading(), "h")}</h3>
<dl><dt id="block"><a href="#block"><code>${page.keep("block", "dt")}</code></a></dt><dd>
<p>${page.keep(page.sentence(), "dd")}</p></dd>
<dt id="inline"><a href="#inline"><code>${page.keep("inline", "dt")}</code></a></dt><dd>
<p>${page.keep(page.sentence(), "dd")}</p><div class="notecard note">
<p><strong>${page.keep(page.topic(1), "dd")}:</strong> ${page.keep(page.sentence(), "dd")}</p></div></dd></dl>`,
)}
${section(page, "formal", () => support(page))}
${section(
  page,
  "see_also",
  () => `<ul><li><a href="/a">${page.keep(page.topic(8), "li")}</a></li>
<li><a href="/b">${page.keep(page.topic(9), "li")}</a></li></ul>`,
)}
</article><aside class="article-footer"><div class="article-footer-inner">
<h2>${page.leave("Help 3")}</h2><a href="#">${page.ui("edit")}</a></div></aside></main></div></div>
<footer id="nav-footer" class="page-footer"><div class="page-footer-grid">
<p id="license" class="page-footer-legal-text">${page.ui("rights")}</p></div></footer></div></body></html>`,
};

const editSection = (page: Page) =>
  `<span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="#" title="Edit"><span>${page.leave(page.language.ui.edit)}</span></a><span class="mw-editsection-bracket">]</span></span>`;

const wikiHeading = (page: Page, level: number) =>
  `<div class="mw-heading mw-heading${level}"><h${level} id="h">${page.keep(page.heading(), "h")}</h${level}>${editSection(page)}</div>`;

const cite = (page: Page, at: number) =>
  `<sup id="cite_ref-${at}" class="reference"><a href="#cite_note-${at}">${page.keep(`<span class="cite-bracket">[</span>${at}<span class="cite-bracket">]</span>`, "sup")}</a></sup>`;

const thumb = (page: Page) => {
  const { src } = page.image("");
  return `<figure class="mw-default-size" typeof="mw:File/Thumb"><a href="/wiki/File:A.jpg" class="mw-file-description"><img src="${src}" decoding="async" width="250" height="167" class="mw-file-element" srcset="${src}?2x 2x" data-file-width="3000" data-file-height="2000" /></a>
<figcaption>${page.keep(page.sentence(), "figcaption")}</figcaption></figure>`;
};

const math = (page: Page) =>
  `<span class="mwe-math-element mwe-math-element-inline"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{\\displaystyle E=mc^{2}}"><semantics><mrow><mstyle displaystyle="true">${page.leave("<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>")}</mstyle></mrow><annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation></semantics></math></span><img src="${page.image("{\\displaystyle E=mc^{2}}").src}" class="mwe-math-fallback-image-inline mw-invert" aria-hidden="true" style="vertical-align: -0.338ex; width:9.025ex; height:2.676ex;" alt="{\\displaystyle E=mc^{2}}"></span>`;

const infobox = (page: Page) =>
  `<table class="infobox vcard"><tbody><tr>
<th colspan="2" class="infobox-above fn">${page.keep(page.heading(), "th")}</th></tr><tr>
<td colspan="2" class="infobox-image"><span class="mw-default-size" typeof="mw:File/Frameless"><a href="/wiki/File:B.jpg" class="mw-file-description"><img src="${page.image(page.topic(9)).src}" alt="${page.topic(9)}" decoding="async" width="220" height="147" class="mw-file-element" /></a></span>
</td></tr><tr><th scope="row" class="infobox-label">${page.keep(page.topic(5), "th")}</th>
<td class="infobox-data">${page.keep("1,204 m", "td")}</td></tr><tr>
<th scope="row" class="infobox-label">${page.keep(page.topic(6), "th")}</th>
<td class="infobox-data">${page.keep("1873", "td")}</td></tr></tbody></table>`;

/** An article of MediaWiki: an infobox, footnotes, a table, mathematics as markup and as a picture. */
export const WIKI: Kind = {
  name: "wikipedia-like",
  html: (
    page,
  ) => `<!DOCTYPE html><html class="client-nojs vector-feature-language-in-header-enabled" ${page.root}><head>
<meta charset="UTF-8"><title>${page.title}</title><meta property="og:title" content="${page.title}">
<meta name="generator" content="MediaWiki 1.44.0"></head>
<body class="skin--responsive skin-vector mediawiki ltr sitedir-${page.language.dir} ns-0 ns-subject page-A rootpage-A action-view"><a class="mw-jump-link" href="#bodyContent">${page.ui("jump")}</a>
<div class="vector-header-container"><header class="vector-header mw-header no-font-mode-scale">
<div class="vector-header-start"><nav class="vector-main-menu-landmark" aria-label="Site">
<div id="p-navigation" class="vector-menu mw-portlet mw-portlet-navigation">
<ul class="vector-menu-content-list">${page.menu(
    (word) => `<li class="mw-list-item"><a href="#"><span>${word}</span></a>
</li>`,
  )}</ul></div></nav></div></header></div>
<div class="mw-page-container"><div class="mw-page-container-inner"><div class="vector-column-start">
<nav id="mw-panel-toc" aria-label="Contents" class="mw-table-of-contents-container vector-toc-landmark">
<div id="vector-toc" class="vector-toc"><h2>${page.ui("contents")}</h2></div></nav></div>
<div class="mw-content-container"><main id="content" class="mw-body">
<header class="mw-body-header vector-page-titlebar no-font-mode-scale">
<h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-main">${page.may(page.title)}</span>
</h1></header>
<div class="vector-page-toolbar"><div class="vector-page-toolbar-container"><nav aria-label="Views"><ul>
<li id="ca-view"><a href="#">${page.ui("edit")}</a></li></ul></nav></div></div>
<div id="bodyContent" class="vector-body" aria-labelledby="firstHeading" data-mw-ve-target-container>
<div id="siteSub" class="noprint">${page.may(page.site)}</div><div id="contentSub"><div id="mw-content-subtitle"></div>
</div>
<div id="mw-content-text" class="mw-body-content">
<div class="mw-content-${page.language.dir} mw-parser-output" lang="${page.language.tag}" dir="${page.language.dir}">
<div role="note" class="hatnote navigation-not-searchable">${page.may(page.topic(7))}</div>
${infobox(page)}
${page.paragraphs(2, (text, at) => `<p>${text}${cite(page, at + 1)}</p>`)}
<meta property="mw:PageProp/toc" />
${wikiHeading(page, 2)}
${thumb(page)}
<p>${page.keep(page.sentence())} ${math(page)} ${page.keep(page.sentence())}</p>
${wikiHeading(page, 3)}
${page.paragraphs(2, (text, at) => `<p>${text}${cite(page, at + 1)}</p>`)}
<table class="wikitable sortable"><caption>${page.keep(page.heading(), "caption")}</caption><tbody><tr>
<th>${page.keep(page.topic(10), "th")}</th><th>${page.keep(page.topic(11), "th")}</th></tr>${[2, 5]
    .map(
      (at) => `<tr>
<td>${page.keep(page.topic(at), "td")}</td><td>${page.keep(page.sentence(), "td")}</td></tr>`,
    )
    .join("")}</tbody></table>
<blockquote class="templatequote"><p>${page.keep(page.sentence(), "blockquote")}</p></blockquote>
${wikiHeading(page, 2)}
<div class="reflist reflist-columns references-column-width"><div class="mw-references-wrap">
<ol class="references">${[1, 2]
    .map(
      (
        at,
      ) => `<li id="cite_note-${at}"><span class="mw-cite-backlink"><b><a href="#cite_ref-${at}">^</a></b></span> <span class="reference-text"><cite class="citation web cs1"><a rel="nofollow" class="external text" href="https://source.example/${at}">${page.keep(page.sentence(), "li")}</a></cite></span>
</li>`,
    )
    .join("")}</ol></div></div>
<div class="navbox-styles"></div><div role="navigation" class="navbox" aria-labelledby="n">
<table class="nowraplinks mw-collapsible navbox-inner"><tbody><tr>
<th scope="col" class="navbox-title" colspan="2">${page.leave("Navbox 1")}</th></tr></tbody></table></div>
</div></div><div id="catlinks" class="catlinks" data-mw="interface">
<div id="mw-normal-catlinks" class="mw-normal-catlinks"><a href="#">${page.leave("Category 2")}</a></div></div></div>
</main></div>
<div class="mw-footer-container"><footer id="footer" class="mw-footer"><ul id="footer-info">
<li id="footer-info-copyright">${page.ui("rights")}</li></ul></footer></div></div></div></body></html>`,
};
