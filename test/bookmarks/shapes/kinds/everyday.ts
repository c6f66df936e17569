import type { Kind, Page } from "../page.ts";

const step = (page: Page, at: number) => {
  const text = `<div class="wprm-recipe-instruction-text" style="margin-bottom: 5px;"><span style="display: block;">${page.keep(page.sentence(), "li")}</span>
</div>`;
  return `<li id="wprm-recipe-9-step-0-${at}" class="wprm-recipe-instruction" style="list-style-type: decimal;">${text}</li>`;
};

const ingredient = (page: Page, at: number) =>
  `<li class="wprm-recipe-ingredient" style="list-style-type: disc;" data-uid="${at}"><span class="wprm-recipe-ingredient-amount">${page.keep(`${at + 1}00`, "li")}</span>&#32;<span class="wprm-recipe-ingredient-unit">${page.keep("g", "li")}</span>&#32;<span class="wprm-recipe-ingredient-name">${page.keep(page.topic(at + 3), "li")}</span>
</li>`;

const dish = (page: Page) => {
  const { src, alt } = page.image();
  return `<p><img decoding="async" class="aligncenter size-full" src="${src}" alt="${alt}" width="1200" height="1800" data-pin-description="x" />
</p>`;
};

/** A recipe on a blog, as a plug-in for recipes writes it, after a text. */
export const RECIPE: Kind = {
  name: "recipe",
  html: (
    page,
  ) => `<!DOCTYPE html><html ${page.root}><head><meta charset="UTF-8"><title>${page.title} - ${page.site}</title>
<meta property="og:title" content="${page.title}" />
<script type="application/ld+json">{"@context":"https://schema.org/","@type":"Recipe","name":"${page.title}"}</script>
</head>
<body class="post-template-default single single-post postid-9 single-format-standard header-full-width foodie-pro">
<div class="site-container"><ul class="genesis-skip-link">
<li><a href="#genesis-content" class="screen-reader-shortcut">${page.ui("jump")}</a></li></ul>
<header class="site-header" itemscope itemtype="https://schema.org/WPHeader"><div class="wrap"><div class="title-area">
<p class="site-title"><a href="/">${page.leave(page.site)}</a></p></div></div></header>
<nav class="nav-secondary" aria-label="Secondary"><div class="wrap">
<ul class="menu genesis-nav-menu">${page.menu(
    (word) => `<li class="menu-item"><a href="#"><span itemprop="name">${word}</span></a>
</li>`,
  )}</ul></div></nav>
<div class="site-inner"><div class="content-sidebar-wrap"><main class="content" id="genesis-content">
<article class="post-9 post type-post status-publish format-standard has-post-thumbnail category-dinner entry" itemscope itemtype="https://schema.org/CreativeWork">
<header class="entry-header"><h1 class="entry-title" itemprop="headline">${page.may(page.title)}</h1>
<p class="entry-meta"><time class="entry-time" datetime="2026-03-12T08:00:00+00:00">${page.may(page.language.ui.date)}</time> <span class="entry-author"><a href="#" class="entry-author-link" rel="author"><span class="entry-author-name">${page.may(page.language.ui.editors)}</span></a></span>
</p></header>
<div class="entry-content" itemprop="text">
<div class="wprm-jump-to-recipe-container"><a href="#wprm-recipe-container-9" data-recipe="9" class="wprm-recipe wprm-recipe-jump wprm-recipe-link wprm-block-text-normal">${page.may(page.language.ui.jump)}</a> <a href="/wprm_print/9" class="wprm-recipe wprm-recipe-print wprm-recipe-link">${page.may(page.language.ui.print)}</a>
</div>
${page.paragraphs(2)}
${dish(page)}
<h2>${page.keep(page.heading(), "h")}</h2>
${page.paragraphs(2)}
<div id="AdThrive_Content_1_desktop" class="adthrive-ad adthrive-content adthrive-content-1" style="min-height:252px;"><span class="ad-label">${page.ui("ad")}</span>
</div>
<div id="wprm-recipe-container-9" class="wprm-recipe-container" data-recipe-id="9">
<div class="wprm-recipe wprm-recipe-template-chic"><div class="wprm-container-float-right">
<div class="wprm-recipe-image wprm-block-image-normal"><img style="border-width: 0px;" width="150" height="150" src="${page.image("").src}" class="attachment-150x150 size-150x150" alt="" decoding="async" />
</div></div>
<h2 class="wprm-recipe-name wprm-block-text-bold">${page.keep(page.heading(), "h")}</h2>
<div class="wprm-recipe-rating wprm-recipe-rating-separate"><span class="wprm-rating-star wprm-rating-star-1"></span>
<div class="wprm-recipe-rating-details wprm-block-text-normal">${page.may("4.91")}</div></div>
<div class="wprm-recipe-summary wprm-block-text-normal"><span style="display: block;">${page.keep(page.sentences(2))}</span></div>
<div class="wprm-recipe-meta-container wprm-recipe-times-container wprm-recipe-details-container wprm-recipe-details-container-columns">
<div class="wprm-recipe-block-container wprm-recipe-block-container-columns wprm-recipe-prep-time-container"><span class="wprm-recipe-details-label wprm-block-text-bold wprm-recipe-time-label">${page.may(page.topic(1))}: </span><span class="wprm-recipe-time wprm-block-text-normal"><span class="wprm-recipe-details wprm-recipe-details-minutes">${page.may("15")}</span></span>
</div></div>
<div id="recipe-9-ingredients" class="wprm-recipe-ingredients-container wprm-recipe-9-ingredients-container">
<h3 class="wprm-recipe-header wprm-recipe-ingredients-header">${page.keep(page.heading(), "h")}</h3>
<div class="wprm-recipe-ingredient-group">
<ul class="wprm-recipe-ingredients">${[0, 1, 2, 3, 4].map((at) => ingredient(page, at)).join("")}</ul></div></div>
<div id="recipe-9-instructions" class="wprm-recipe-instructions-container wprm-recipe-9-instructions-container">
<h3 class="wprm-recipe-header wprm-recipe-instructions-header">${page.keep(page.heading(), "h")}</h3>
<div class="wprm-recipe-instruction-group">
<ul class="wprm-recipe-instructions">${[0, 1, 2, 3].map((at) => step(page, at)).join("")}</ul></div></div>
<div id="recipe-9-notes" class="wprm-recipe-notes-container wprm-block-text-normal">
<h3 class="wprm-recipe-header wprm-recipe-notes-header">${page.keep(page.heading(), "h")}</h3>
<div class="wprm-recipe-notes"><span style="display: block;">${page.keep(page.sentences(2))}</span></div></div></div>
</div>
</div><footer class="entry-footer">
<p class="entry-meta"><span class="entry-categories"><a href="#" rel="category tag">${page.leave("Dinner 7")}</a></span>
</p></footer></article>
<div class="entry-comments" id="comments"><h3>${page.ui("comments")}</h3>
<ol class="comment-list">${page.teasers(
    3,
    (text) => `<li class="comment even thread-even depth-1" id="comment-2">
<article id="article-comment-2"><div class="comment-content"><p>${text}</p></div></article></li>`,
  )}</ol></div></main>
<aside class="sidebar sidebar-primary widget-area" role="complementary">
<section id="search-2" class="widget widget_search"><p>${page.ui("search")}</p></section></aside></div></div>
<footer class="site-footer"><div class="wrap"><p>${page.ui("rights")}</p></div></footer></div></body></html>`,
};

const row = (page: Page, at: number) =>
  `<tr class="spec-row"><th class="spec-row__label" scope="row">${page.keep(page.topic(at), "th")}</th>
<td class="spec-row__value">${page.keep(`${at + 2}.5 GHz`, "td")}</td></tr>`;

const hero = (page: Page) => {
  const { src, alt } = page.image();
  return `<div class="hero-image-wrapper"><section class="hero-image">
<div class="hero-image-padding"><picture data-new-v2-image="true"><source type="image/webp" data-srcset="${src}-320-80.webp 320w, ${src}-650-80.webp 650w" srcset="" data-sizes="auto" class="hero-image block-image-ads"><img src="/media/img/missing-image.svg" alt="${alt}" class="block-image-ads hero-image lazyload-in-view lazyloading" data-original-mos="${src}" data-pin-media="${src}" data-src="${src}" data-srcset="${src}-320-80.jpg 320w" srcset=""></picture>
</div>
<p class="article-container image-caption"><span class="caption-text">${page.keep(page.sentence())} </span><span class="credit" itemprop="copyrightHolder">${page.may(`(Image credit: ${page.language.ui.editors})`)}</span>
</p></section></div>`;
};

const verdict = (page: Page, list: string) =>
  `<div class="pretty-verdict__list-wrapper">
<h4 class="pretty-verdict__heading pretty-verdict__heading--${list}">${page.keep(page.topic(list === "pros" ? 5 : 7), "h")}</h4>
<ul class="pretty-verdict__list pretty-verdict__list--${list}">${[0, 1, 2].map(() => `<li>${page.keep(page.sentence(), "li")}</li>`).join("")}</ul>
</div>`;

/** A test of a product: a table of its data, for and against, offers of shops between the paragraphs. */
export const REVIEW: Kind = {
  name: "review",
  html: (
    page,
  ) => `<!DOCTYPE html><html ${page.root}><head><meta charset="utf-8"><title>${page.title} | ${page.site}</title>
<meta property="og:title" content="${page.title}">
<script type="application/ld+json">{"@context":"http://schema.org","@type":"Review","name":"${page.title}"}</script>
</head>
<body class="mobile standard review-article fullbleed"><div id="main" class="responsive-main"><header class="header">
<div class="nav-logo"><a href="/">${page.leave(page.site)}</a></div><nav class="primary-nav">
<ul class="nav-list">${page.menu((word) => `<li class="nav-item"><a href="#">${word}</a></li>`)}</ul></nav></header>
<div class="widget-area-before-article"><div class="trending__wrapper">
<ul class="trending__list">${page.teasers(
    2,
    (title) => `<li class="trending__item"><a href="#">${title}</a>
</li>`,
  )}</ul></div></div>
<article class="review-article" data-id="r9"><header><div class="main-review-header"><h1>${page.may(page.title)}</h1>
<div class="byline-social">
<div class="author-byline__author-name">${page.may(page.language.ui.editors)}</div><time class="relative-date" datetime="2026-03-12">${page.may(page.language.ui.date)}</time>
</div><p class="strapline">${page.keep(page.sentence())}</p></div></header>
<div class="content-wrapper"><div id="content" class="review-content"><section class="content-wrapper"><div class="wcp-item-slice">${hero(page)}
<div class="pretty-verdict"><h3 class="pretty-verdict__title">${page.keep(page.heading(), "h")}</h3>
<p class="pretty-verdict__verdict">${page.keep(page.sentences(2))}</p>${verdict(page, "pros")}${verdict(page, "cons")}</div>
</div>
<div id="article-body" class="text-copy bodyCopy auto">
${page.paragraphs(2)}
<div class="hawk-nest" data-render-type="fte" data-widget-type="deal"><div class="hawk-deal-widget">
<p class="hawk-deal-label">${page.leave("Best price 3")}</p><a href="#" class="hawk-affiliate-link" rel="sponsored">${page.leave("$499 at shop")}</a>
</div></div>
<h2 id="specs">${page.keep(page.heading(), "h")}</h2>
<div class="table__container"><table class="spec-table" tabindex="0"><tbody>${[1, 2, 3, 4].map((at) => row(page, at)).join("")}</tbody></table></div>
${page.paragraphs(2)}
<figure class="van-image-figure inline-layout" data-bordeaux-image-check><div class="image-full-width-wrapper">
<div class="image-widthsetter" style="max-width:1920px;">
<p class="vanilla-image-block" style="padding-top:56.25%;"><img src="${page.image("").src}" alt="" class="block-image-ads" loading="lazy">
</p></div></div>
<figcaption itemprop="caption description" class="inline-layout"><span class="caption-text">${page.keep(page.sentence(), "figcaption")}</span>
</figcaption></figure>
${page.paragraphs(1)}
<ul><li><strong>${page.keep(page.topic(8), "li")}:</strong> ${page.keep("4 / 5", "li")}</li>
<li><strong>${page.keep(page.topic(9), "li")}:</strong> ${page.keep("3.5 / 5", "li")}</li></ul>
<div class="slice-container newsletter-inbodyContent-slice"><div class="newsletter-form__wrapper">
<p class="newsletter-form__strapline">${page.ui("newsletter")}</p></div></div>
${page.paragraphs(2)}
</div></section></div></div><div id="slice-container-relatedArticles" class="slice-container relatedArticles-slice">
<h2>${page.ui("related")}</h2>${page.teasers(
    3,
    (title) => `<div class="listingResult small"><a class="article-link" href="#">
<h3 class="article-name">${title}</h3></a></div>`,
  )}</div></article>
<footer class="footer"><p>${page.ui("rights")}</p></footer></div></body></html>`,
};

const clause = (page: Page, at: number) =>
  `<li class="gem-c-li"><p>${page.keep(page.sentences(2), "li")}</p><ol type="a">
<li>${page.keep(page.sentence(), "li")}</li><li>${page.keep(page.sentence(), "li")}${
    at === 1
      ? `<ol type="i">
<li>${page.keep(page.sentence(), "li")}</li></ol>`
      : ""
  }</li></ol></li>`;

/** A legal text of an authority: numbered lists in numbered lists. */
export const LEGAL: Kind = {
  name: "legal",
  html: (page) => `<!DOCTYPE html><html class="govuk-template" ${page.root}><head><meta charset="utf-8">
<title>${page.title} - ${page.site}</title><meta property="og:title" content="${page.title}"></head>
<body class="gem-c-layout-for-public govuk-template__body draft">
<div id="global-cookie-message" class="gem-c-cookie-banner govuk-clearfix govuk-cookie-banner" role="region" aria-label="Cookies">
<div class="govuk-cookie-banner__message"><h2 class="govuk-cookie-banner__heading">${page.leave("Cookies 2")}</h2>
<p>${page.ui("cookies")}</p><button class="gem-c-button govuk-button" type="submit">${page.ui("accept")}</button></div>
</div>
<a class="gem-c-skip-link govuk-skip-link" data-module="govuk-skip-link" href="#content">${page.ui("jump")}</a>
<header role="banner" class="gem-c-layout-super-navigation-header">
<nav class="gem-c-layout-super-navigation-header__content"><ul>${page.menu(
    (word) => `<li><a href="#">${word}</a>
</li>`,
  )}</ul></nav></header>
<div id="wrapper" class="govuk-width-container"><div class="gem-c-breadcrumbs govuk-breadcrumbs">
<ol class="govuk-breadcrumbs__list"><li class="govuk-breadcrumbs__list-item"><a href="#">${page.leave("Laws 5")}</a>
</li></ol></div>
<main role="main" id="content" class="html-publication" lang="${page.language.tag}"><div class="govuk-grid-row">
<div class="govuk-grid-column-two-thirds"><div class="gem-c-heading govuk-!-margin-bottom-8">
<h1 class="gem-c-heading__text govuk-heading-xl">${page.may(page.title)}</h1></div></div></div>
<div class="govuk-grid-row sidebar-with-body">
<div class="govuk-grid-column-one-quarter-from-desktop contents-list-container">
<nav aria-label="Contents" class="gem-c-contents-list" role="navigation">
<h2 class="gem-c-contents-list__title">${page.ui("contents")}</h2></nav></div>
<div id="contents" class="govuk-grid-column-three-quarters-from-desktop contents-container">
<div class="gem-c-govspeak-html-publication"><div class="gem-c-govspeak govuk-govspeak" data-module="govspeak">
<div class="govspeak">
<h2 id="one">${page.keep(`<span class="number">1. </span>${page.heading()}`, "h")}</h2>
${page.paragraphs(1)}
<ol>${[0, 1, 2].map((at) => clause(page, at)).join("\n")}</ol>
<h2 id="two">${page.keep(`<span class="number">2. </span>${page.heading()}`, "h")}</h2>
<h3 id="two-one">${page.keep(page.heading(), "h")}</h3>
<ol start="4">${[0, 1].map((at) => clause(page, at)).join("\n")}</ol>
<div role="note" aria-label="Information" class="application-notice info-notice"><p>${page.keep(page.sentence())}</p></div>
<p>${page.keep(`${page.sentence()} <abbr title="x">EEC</abbr>`)}</p>
</div></div></div></div></div></main></div>
<footer class="gem-c-layout-footer govuk-footer" role="contentinfo">
<div class="govuk-width-container"><span class="govuk-footer__licence-description">${page.ui("rights")}</span></div>
</footer></body></html>`,
};

/** The page of a paper: an abstract, and the parts that search engines need. */
export const ABSTRACT: Kind = {
  name: "abstract",
  html: (
    page,
  ) => `<!DOCTYPE html><html ${page.root}><head><meta charset="utf-8"/><title>[2603.00412] ${page.title}</title>
<meta property="og:site_name" content="arXiv.org"/><meta property="og:title" content="${page.title}"/>
<meta name="citation_title" content="${page.title}"/></head>
<body class="with-cu-identity"><div class="flex-wrap-footer">
<header><a href="#content" class="is-sr-only">${page.ui("jump")}</a><div id="header" class="is-hidden-mobile">
<div class="header-breadcrumbs is-hidden-mobile"><a href="/">${page.leave(page.site)}</a> <span>&gt;</span> <a href="#">${page.leave("cs.DC list")}</a>
</div></div><nav>${page.menu((word) => `<a href="#">${word}</a>`)}</nav></header>
<main><div id="content"><div id="abs-outer"><div class="leftcolumn"><div class="subheader">
<h1>${page.may("Computer Science > Distributed Computing")}</h1></div>
<div class="header-breadcrumbs-mobile"><strong>${page.may("arXiv:2603.00412")}</strong> ${page.may("(cs)")}</div>
<div id="content-inner"><div id="abs"><div class="dateline">${page.may(`[Submitted on ${page.language.ui.date}]`)}</div>
<h1 class="title mathjax"><span class="descriptor">${page.may("Title:")}</span>${page.may(page.title)}</h1>
<div class="authors"><span class="descriptor">${page.may("Authors:")}</span><a href="#" rel="nofollow">${page.may(page.language.ui.editors)}</a>
</div><div id="download-button-info" hidden>${page.leave("View a PDF of this")}</div>
<blockquote class="abstract mathjax"><span class="descriptor">${page.may("Abstract:")}</span>${page.keep(page.sentences(8), "blockquote")}</blockquote>
<div class="metatable"><table summary="Additional metadata"><tbody><tr>
<td class="tablecell label">${page.keep("Comments:", "td")}</td>
<td class="tablecell comments mathjax">${page.keep("12 pages, 4 figures", "td")}</td></tr><tr>
<td class="tablecell label">${page.keep("Subjects:", "td")}</td>
<td class="tablecell subjects"><span class="primary-subject">${page.keep("Distributed Computing (cs.DC)", "td")}</span>
</td></tr><tr><td class="tablecell label">${page.keep("Cite as:", "td")}</td>
<td class="tablecell arxivid"><span class="arxivid"><a href="#">${page.keep("arXiv:2603.00412", "td")}</a> ${page.keep("[cs.DC]", "td")}</span>
</td></tr></tbody></table></div></div></div>
<div class="submission-history">
<h2>${page.may("Submission history")}</h2><strong>${page.may("[v1]")}</strong> ${page.may("Thu, 12 Mar 2026 08:00:00 UTC (412 KB)")}<br/>
</div></div>
<div class="extra-services"><div class="full-text"><h2>${page.leave("Access Paper:")}</h2><ul>
<li><a href="#" class="abs-button download-pdf">${page.leave("View PDF")}</a></li></ul></div><div class="browse">
<p>${page.leave("Current browse context:")}</p></div></div>
<div id="labstabs"><h2>${page.leave("Bibliographic Tools")}</h2><div class="labs-display-bib">
<p>${page.leave("Code, Data and Media")}</p></div></div></div></div></main>
<footer style="clear: both;"><div class="columns is-desktop" role="navigation" aria-label="Secondary">
<p>${page.ui("rights")}</p></div></footer></div></body></html>`,
};
