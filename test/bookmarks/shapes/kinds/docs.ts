import type { Kind, Page } from "../page.ts";

const SHELL = "npm install --save queue\nqueue start --port 8080";
const PYTHON = 'def read(path):\n    with open(path) as file:\n        return file.read()\n\nprint(read("a.txt"))';
const JSON_TEXT = '{\n  "name": "queue",\n  "retries": 3\n}';

/** The rows of a table, with the words of its head. */
const table = (page: Page, attributes = "") => `<table${attributes}>
<thead><tr><th>${page.keep(page.topic(1), "th")}</th><th>${page.keep(page.topic(2), "th")}</th><th>${page.keep(page.topic(3), "th")}</th></tr></thead>
<tbody>${[0, 1, 2]
  .map(
    (at) => `<tr><td><code>${page.keep(`option_${at}`, "td")}</code></td>
<td>${page.keep(page.topic(at + 4), "td")}</td><td>${page.keep(page.sentence(), "td")}</td></tr>`,
  )
  .join("\n")}</tbody>
</table>`;

const COPY = `<div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn btn-invisible js-clipboard-copy m-2 p-0" value="x" tabindex="0" role="button"><svg aria-hidden="true" height="16" viewBox="0 0 16 16"></svg></clipboard-copy>
</div>`;

const markdownHeading = (page: Page, level: number) =>
  `<div class="markdown-heading" dir="auto"><h${level} tabindex="-1" class="heading-element" dir="auto">${page.keep(page.heading(), "h")}</h${level}><a id="user-content-a" class="anchor" aria-label="Permalink" href="#a"><svg class="octicon octicon-link" viewBox="0 0 16 16" version="1.1" width="16" height="16" aria-hidden="true"></svg></a>
</div>`;

const badge = (page: Page, alt: string) =>
  `<a href="https://site.example/ci" rel="nofollow"><img src="${page.image(alt).src}" alt="${alt}" data-canonical-src="https://img.example/b.svg" style="max-width: 100%;"></a>`;

/** A repository at GitHub: the list of files, then the README. */
export const README: Kind = {
  name: "readme",
  html: (page) => `<!DOCTYPE html><html ${page.root} data-color-mode="auto"><head><meta charset="utf-8">
<title>${page.title}</title><meta property="og:site_name" content="GitHub" />
<meta property="og:title" content="${page.title}"></head>
<body class="logged-out env-production page-responsive"><div class="logged-out env-production page-responsive" style="word-wrap: break-word;">
<div class="position-relative header-wrapper js-header-wrapper"><a href="#start-of-content" class="px-2 py-4 color-bg-accent-emphasis color-fg-on-emphasis show-on-focus js-skip-to-content">${page.ui("jump")}</a>
<header class="HeaderMktg header-logged-out js-details-container" role="banner"><div class="HeaderMenu">
<nav class="HeaderMenu-nav" aria-label="Global">
<ul class="d-lg-flex list-style-none">${page.menu(
    (word) => `<li class="HeaderMenu-item"><a class="HeaderMenu-link" href="#">${word}</a>
</li>`,
  )}</ul></nav><a href="/login" class="HeaderMenu-link HeaderMenu-link--sign-in">${page.ui("login")}</a></div>
</header></div>
<div class="application-main"><main id="js-repo-pjax-container">
<div id="repository-container-header" class="pt-3 hide-full-screen">
<div class="d-flex flex-nowrap"><strong itemprop="name"><a href="#">${page.leave("octo-org")}</a></strong></div>
<nav class="js-repo-nav UnderlineNav"><ul class="UnderlineNav-body"><li><a href="#">${page.leave("Pull requests")}</a>
</li></ul></nav></div>
<turbo-frame id="repo-content-turbo-frame"><div id="repo-content-pjax-container" class="repository-content">
<react-partial partial-name="repos-overview"><div class="Box-sc-g0xbh4-0 OverviewContent-module__Box--AlEEk">
<div class="Layout-main">
<table aria-labelledby="folders-and-files" class="Table-module__Box--KyMHK">
<thead class="DirectoryContent-module__OverviewHeaderRow--FlrUZ"><tr>
<th colspan="2"><span class="text-bold">${page.leave("Name 9")}</span></th>
<th><span class="text-bold">${page.leave("Last commit date")}</span></th></tr></thead><tbody>
<tr class="react-directory-row undefined" id="folder-row-0">
<td class="react-directory-row-name-cell-large-screen" colspan="1">
<div class="react-directory-filename-column"><a class="Link--primary" href="#">${page.leave(".github")}</a></div></td>
<td><div class="react-directory-commit-message"><a href="#">${page.leave("Bump actions")}</a></div></td></tr></tbody>
</table>
<div class="OverviewRepoFiles-module__Box_1--xSt0T"><div class="OverviewRepoFiles-module__Box_2--yIjUQ">
<div itemscope itemtype="https://schema.org/abstract" class="OverviewRepoFiles-module__Box_3--Bi2jM">
<nav class="prc-UnderlineNav" aria-label="Repository files"><ul role="list">
<li><a href="#">${page.leave("README 2")}</a></li></ul></nav></div>
<div class="js-snippet-clipboard-copy-unpositioned DirectoryRichtextContent-module__SharedMarkdownContent--BTKsc" data-hpc="true">
<article class="markdown-body entry-content container-lg" itemprop="text">
<div class="markdown-heading" dir="auto">
<h1 tabindex="-1" class="heading-element" dir="auto">${page.may(page.title)}</h1><a id="user-content-queue" class="anchor" aria-label="Permalink" href="#queue"></a>
</div>
<p dir="auto">${badge(page, "CI status")} ${badge(page, "npm version")}</p>
<p dir="auto">${page.keep(`${page.sentence()} <a href="#b">${page.topic(2)}</a>`)}</p>
${markdownHeading(page, 2)}
<div class="highlight highlight-source-shell notranslate position-relative overflow-auto" dir="auto"><pre>${page.keep(SHELL, "pre")}</pre>${COPY}</div>
<p dir="auto">${page.keep(`${page.sentence()} <code>--port</code>`)}</p>
${markdownHeading(page, 3)}
<markdown-accessiblity-table>${table(page)}</markdown-accessiblity-table>
${markdownHeading(page, 2)}
<ul dir="auto"><li><a href="#c">${page.keep(page.topic(4), "li")}</a></li>
<li>${page.keep(page.sentence(), "li")}<ul dir="auto"><li>${page.keep(page.sentence(), "li")}</li></ul></li></ul>
<p dir="auto"><a target="_blank" rel="noopener noreferrer nofollow" href="https://pictures.example/x"><img src="${page.image("Screenshot").src}" alt="Screenshot" style="max-width: 100%;"></a>
</p>
${markdownHeading(page, 2)}
<p dir="auto">${page.keep("MIT")}</p>
</article></div></div></div></div>
<div class="Layout-sidebar"><div class="BorderGrid about-margin"><div class="BorderGrid-row">
<div class="BorderGrid-cell"><h2 class="mb-3 h4">${page.leave("About this")}</h2>
<p class="f4 my-3">${page.leave(page.sentence())}</p><h3 class="sr-only">${page.leave("Resources")}</h3>
<div class="mt-2"><a class="Link--muted" href="#">${page.leave("Activity")}</a></div></div></div></div></div></div>
</react-partial></div></turbo-frame></main></div>
<footer class="footer pt-7" role="contentinfo">
<h2 class="sr-only">${page.leave("Footer 3")}</h2><span>${page.ui("rights")}</span></footer></div></body></html>`,
};

const permalink = (page: Page) => `<a class="headerlink" href="#a" title="Permanent link">${page.leave("¶")}</a>`;

/** MkDocs with Material. */
export const MKDOCS: Kind = {
  name: "mkdocs",
  html: (page) => `<!doctype html><html ${page.root} class="no-js"><head><meta charset="utf-8">
<meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.5.49"><title>${page.title} - ${page.site}</title>
<meta property="og:title" content="${page.title}"></head>
<body dir="${page.language.dir}" data-md-color-scheme="default"><input class="md-toggle" data-md-toggle="drawer" type="checkbox" id="__drawer" autocomplete="off">
<div data-md-component="skip"><a href="#one" class="md-skip">${page.ui("jump")}</a></div>
<header class="md-header md-header--shadow" data-md-component="header">
<nav class="md-header__inner md-grid" aria-label="Header"><a href="." class="md-header__button md-logo">${page.leave(page.site)}</a>
<div class="md-search" data-md-component="search" role="dialog"><input type="text" class="md-search__input" name="query" placeholder="${page.language.ui.search}">
</div></nav></header>
<div class="md-container" data-md-component="container"><main class="md-main" data-md-component="main"><div class="md-main__inner md-grid">
<div class="md-sidebar md-sidebar--primary" data-md-component="sidebar"><div class="md-sidebar__scrollwrap">
<div class="md-sidebar__inner"><nav class="md-nav md-nav--primary" aria-label="Navigation">
<ul class="md-nav__list">${page.menu(
    (word) => `<li class="md-nav__item"><a href="#" class="md-nav__link"><span class="md-ellipsis">${word}</span></a>
</li>`,
  )}</ul></nav></div></div></div>
<div class="md-sidebar md-sidebar--secondary" data-md-component="sidebar" data-md-type="toc">
<div class="md-sidebar__scrollwrap">
<nav class="md-nav md-nav--secondary"><label class="md-nav__title" for="__toc">${page.ui("contents")}</label></nav>
</div></div>
<div class="md-content" data-md-component="content">
<article class="md-content__inner md-typeset"><a href="#" title="Edit" class="md-content__button md-icon"><svg viewBox="0 0 24 24"></svg></a>
<h1 id="one">${page.may(page.title)}${permalink(page)}</h1>
${page.paragraphs(2)}
<h2 id="two">${page.keep(page.heading(), "h")}${permalink(page)}</h2>
<div class="admonition note"><p class="admonition-title">${page.keep(page.topic(6))}</p><p>${page.keep(page.sentence())}</p></div>
<div class="language-bash highlight"><pre><span></span><code><span id="__span-0-1"><a id="__codelineno-0-1" name="__codelineno-0-1" href="#__codelineno-0-1"></a>${page.keep(SHELL, "pre")}
</span></code></pre></div>
<div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked="checked" id="__tabbed_1_1" name="__tabbed_1" type="radio"><input id="__tabbed_1_2" name="__tabbed_1" type="radio">
<div class="tabbed-labels"><label for="__tabbed_1_1">${page.may("Python")}</label><label for="__tabbed_1_2">${page.may("JSON")}</label>
</div><div class="tabbed-content"><div class="tabbed-block">
<div class="language-python highlight"><pre><span></span><code>${page.keep(PYTHON, "pre")}</code></pre></div></div>
<div class="tabbed-block">
<div class="language-json highlight"><pre><span></span><code>${page.keep(JSON_TEXT, "pre")}</code></pre></div></div>
</div></div>
<h3 id="three">${page.keep(page.heading(), "h")}${permalink(page)}</h3>
<div class="md-typeset__scrollwrap"><div class="md-typeset__table">${table(page)}</div></div>
${page.paragraphs(1)}
<details class="tip"><summary>${page.keep(page.topic(8))}</summary><p>${page.keep(page.sentences(2))}</p></details>
<aside class="md-source-file"><span class="md-source-file__fact">${page.may(page.language.ui.date)}</span></aside></article></div></div></main>
<footer class="md-footer">
<nav class="md-footer__inner md-grid" aria-label="Footer"><a href="#" class="md-footer__link md-footer__link--next">
<div class="md-footer__title"><span class="md-footer__direction">${page.ui("next")}</span></div></a></nav>
<div class="md-footer-meta md-typeset"><div class="md-copyright">${page.ui("rights")}</div></div></footer></div>
</body></html>`,
};

const term = (page: Page, at: number) =>
  `<dt id="term-${at}">${page.keep(page.topic(at), "dt")}<a class="headerlink" href="#term-${at}" title="Link">${page.leave("¶")}</a>
</dt><dd><p>${page.keep(page.sentence(), "dd")}</p></dd>`;

const method = (page: Page) =>
  `<dl class="py function">
<dt class="sig sig-object py" id="queue.send"><span class="sig-prename descclassname"><span class="pre">${page.keep("queue.", "dt")}</span></span><span class="sig-name descname"><span class="pre">${page.keep("send", "dt")}</span></span><span class="sig-paren">(</span><em class="sig-param"><span class="n"><span class="pre">${page.keep("message", "dt")}</span></span></em><span class="sig-paren">)</span><a class="headerlink" href="#queue.send" title="Link">${page.leave("¶")}</a>
</dt><dd><p>${page.keep(page.sentence(), "dd")}</p><dl class="field-list simple">
<dt class="field-odd">${page.keep(page.topic(7), "dt")}<span class="colon">:</span></dt><dd class="field-odd">
<p><strong>${page.keep("message", "dd")}</strong> – ${page.keep(page.sentence(), "dd")}</p></dd></dl></dd></dl>`;

/** Sphinx with the theme of Read the Docs: a glossary and a function. */
export const SPHINX: Kind = {
  name: "sphinx-glossary",
  html: (
    page,
  ) => `<!DOCTYPE html><html class="writer-html5" ${page.root} data-content_root="../"><head><meta charset="utf-8" />
<title>${page.title} &mdash; ${page.site} 2.1 documentation</title><meta property="og:title" content="${page.title}" />
</head>
<body class="wy-body-for-nav"><div class="wy-grid-for-nav"><nav data-toggle="wy-nav-shift" class="wy-nav-side">
<div class="wy-side-scroll">
<div class="wy-side-nav-search"><a href="#" class="icon icon-home">${page.leave(page.site)}</a></div>
<div class="wy-menu wy-menu-vertical" data-spy="affix" role="navigation">
<ul>${page.menu((word) => `<li class="toctree-l1"><a class="reference internal" href="#">${word}</a></li>`)}</ul></div>
</div></nav>
<section data-toggle="wy-nav-shift" class="wy-nav-content-wrap">
<nav class="wy-nav-top" aria-label="Mobile navigation menu"><a href="#">${page.leave(page.site)}</a></nav>
<div class="wy-nav-content"><div class="rst-content">
<div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs">
<li class="breadcrumb-item active">${page.leave("Docs 5")}</li>
<li class="wy-breadcrumbs-aside"><a href="#" rel="nofollow">${page.ui("edit")}</a></li></ul><hr/></div>
<div role="main" class="document" itemscope="itemscope" itemtype="http://schema.org/Article">
<div itemprop="articleBody"><section id="glossary">
<h1>${page.may(page.title)}<a class="headerlink" href="#glossary" title="Link">${page.leave("¶")}</a></h1>
${page.paragraphs(1)}
<dl class="simple glossary">${[0, 1, 2, 3].map((at) => term(page, at)).join("\n")}</dl>
<section id="functions"><h2>${page.keep(page.heading(), "h")}<a class="headerlink" href="#functions" title="Link">${page.leave("¶")}</a></h2>
${page.paragraphs(1)}
${method(page)}
<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>${page.keep(PYTHON, "pre")}
</pre></div></div>
<div class="admonition warning"><p class="admonition-title">${page.keep(page.topic(9))}</p><p>${page.keep(page.sentence())}</p></div>
<table class="docutils align-default"><caption><span class="caption-text">${page.keep(page.heading(), "caption")}</span><a class="headerlink" href="#t" title="Link">${page.leave("¶")}</a></caption>
<thead><tr class="row-odd"><th class="head"><p>${page.keep(page.topic(10), "th")}</p></th><th class="head">
<p>${page.keep(page.topic(11), "th")}</p></th></tr></thead><tbody><tr class="row-even"><td>
<p>${page.keep(page.topic(12), "td")}</p></td><td><p>${page.keep(page.sentence(), "td")}</p></td></tr></tbody></table>
</section></section></div></div>
<footer>
<div class="rst-footer-buttons" role="navigation" aria-label="Footer"><a href="#" class="btn btn-neutral float-right" accesskey="n" rel="next">${page.ui("next")}</a>
</div><hr/><div role="contentinfo"><p>${page.ui("rights")}</p></div></footer></div></div></section></div>
</body></html>`,
};
