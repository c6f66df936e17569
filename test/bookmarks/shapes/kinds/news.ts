import type { Kind, Page } from "../page.ts";

const jsonLd = (page: Page, type = "NewsArticle") =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"${type}","headline":"${page.title}","inLanguage":"${page.language.tag}"}</script>`;

const advert = (page: Page, at: number) =>
  `<div class="ad-slot_adSlot__x9Kq2 ad-slot--inline" data-ad-position="inline-${at}" aria-label="ad">
<div class="ad-slot_label__aa1Bc">${page.ui("ad")}</div><div id="div-gpt-ad-inline-${at}" style="min-height:250px">
</div></div>`;

/** A picture of Next.js before version 13, which its script puts in the place of one pixel. */
function intrinsicImage(page: Page): string {
  const { src, alt } = page.image();
  return `<figure class="article_figure__Qa1Ws"><span style="box-sizing:border-box;display:inline-block;position:relative"><img alt="${alt}" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" decoding="async" data-nimg="intrinsic"/>
<noscript><img alt="${alt}" srcSet="${src}?w=1920 2x" src="${src}" decoding="async" data-nimg="intrinsic"/>
</noscript></span><figcaption class="article_caption__Ed3Rf">${page.keep(page.sentence(), "figcaption")}</figcaption>
</figure>`;
}

/** A newspaper by Next.js: hashed classes of modules, ads between the paragraphs, a teaser in the midst of the text. */
export const NEXT_NEWS: Kind = {
  name: "next-news",
  html: (
    page,
  ) => `<!DOCTYPE html><html ${page.root}><head><meta charSet="utf-8"/><title>${page.title} | ${page.site}</title>
<meta property="og:title" content="${page.title}"/><meta property="og:site_name" content="${page.site}"/>${jsonLd(page)}
<script src="/_next/static/chunks/main-3f2.js" defer=""></script></head><body><div id="__next"><div class="layout_wrapper__2kQpD">
<div class="cookie-banner_root__8dKs1" role="dialog" aria-modal="true"><p>${page.ui("cookies")}</p><button>${page.ui("accept")}</button></div>
<header class="header_header__Xp0aQ"><a href="/" class="header_logo__1aTzK">${page.leave(page.site)}</a>
<nav class="header_nav__Zk2Ws"><ul>${page.menu(
    (word) => `<li class="header_item__p1"><a href="#">${word}</a>
</li>`,
  )}</ul></nav></header>
<main class="article_main__Yt5Rb" id="main-content"><article class="article_article__jK3Lm" data-testid="article">
<header class="article_head__Qw8Er"><div class="article_kicker__a1"><a href="#">${page.leave("Kicker 7")}</a></div>
<h1 class="article_headline__Ui7Op">${page.may(page.title)}</h1>
<p class="article_standfirst__As4Df">${page.keep(page.sentence())}</p>
<div class="article_meta__Gh6Jk"><span class="article_author__Lz9Xc">${page.may(page.language.ui.editors)}</span><time dateTime="2026-03-12T06:00:00Z">${page.may(page.language.ui.date)}</time>
</div>
<ul class="share-bar_shareBar__Vb2Nm"><li><a href="#" aria-label="Facebook">${page.ui("share")}</a></li></ul></header>
${intrinsicImage(page)}
<div class="article_body__Tg5Yh" data-component="article-body">
${page.paragraphs(2, (text) => `<p class="paragraph_paragraph__Uj7Ik">${text}</p>`)}
${advert(page, 1)}
${page.paragraphs(2, (text) => `<p class="paragraph_paragraph__Uj7Ik">${text}</p>`)}
<aside class="related-inline_box__Ol9Pz"><h3>${page.ui("related")}</h3>
<ul>${page.teasers(2, (title) => `<li><a href="#">${title}</a></li>`)}</ul></aside>
<h2 class="article_subhead__Mn1Bv">${page.keep(page.heading(), "h")}</h2>
${page.paragraphs(2, (text) => `<p class="paragraph_paragraph__Uj7Ik">${text}</p>`)}
${advert(page, 2)}
<blockquote class="pull-quote_quote__Cx3Za"><p>${page.keep(page.sentence(), "blockquote")}</p></blockquote>
${page.paragraphs(2, (text) => `<p class="paragraph_paragraph__Uj7Ik">${text}</p>`)}
<div class="newsletter-signup_root__Qp1"><h4>${page.ui("subscribe")}</h4><p>${page.ui("newsletter")}</p>
<form><input type="email"/><button>${page.ui("subscribe")}</button></form></div>
</div></article>
<section class="most-read_root__K2l"><h2>${page.ui("related")}</h2>
<ol>${page.teasers(5, (title) => `<li class="most-read_item__D1"><a href="#"><h3>${title}</h3></a></li>`)}</ol>
</section></main>
<footer class="footer_footer__Wd4"><p>${page.ui("rights")}</p></footer></div></div>
<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"title":"${page.title}"}},"page":"/[slug]"}</script></body></html>`,
};

function ampImage(page: Page): string {
  const { src, alt } = page.image();
  return `<figure class="amp-wp-article-featured-image wp-caption"><amp-img src="${src}" srcset="${src} 1200w, ${src}?w=300 300w" width="1200" height="675" layout="responsive" alt="${alt}"></amp-img>
<figcaption class="wp-caption-text">${page.keep(page.sentence(), "figcaption")}</figcaption></figure>`;
}

const ampAd = (page: Page) =>
  `<div class="amp-ad-wrapper ad-container"><span class="ad-label">${page.ui("ad")}</span><amp-ad width="300" height="250" type="doubleclick" data-slot="/1/amp">
<div placeholder>${page.ui("ad")}</div><div fallback>${page.ui("ad")}</div></amp-ad></div>`;

/** An AMP page of a news site: pictures and ads are elements of AMP. */
export const AMP: Kind = {
  name: "amp",
  html: (
    page,
  ) => `<!doctype html><html amp ${page.root}><head><meta charset="utf-8"><script async src="https://cdn.ampproject.org/v0.js"></script>
<title>${page.title}</title><link rel="canonical" href="https://site.example/a/b">
<meta name="viewport" content="width=device-width">${jsonLd(page)}<style amp-custom>.ad-container{margin:0}</style>
</head>
<body class="body amp-mode-mouse"><amp-sidebar id="sidebar" layout="nodisplay" side="left">
<ul>${page.menu((word) => `<li><a href="#">${word}</a></li>`)}</ul></amp-sidebar>
<header class="amp-header"><button on="tap:sidebar.toggle">≡</button><a class="amp-logo" href="/">${page.leave(page.site)}</a></header>
<amp-consent id="consent" layout="nodisplay"><div id="consent-ui">
<p>${page.ui("cookies")}</p><button on="tap:consent.accept">${page.ui("accept")}</button></div></amp-consent>
<article class="amp-wp-article"><header class="amp-wp-article-header">
<h1 class="amp-wp-title">${page.may(page.title)}</h1>
<div class="amp-wp-meta amp-wp-byline">${page.may(page.language.ui.editors)}</div>
<div class="amp-wp-meta amp-wp-posted-on"><time datetime="2026-03-12T06:00:00+00:00">${page.may(page.language.ui.date)}</time>
</div></header>
${ampImage(page)}
${ampAd(page)}
<div class="amp-wp-article-content">
${page.paragraphs(2)}
${ampAd(page)}
${page.paragraphs(2)}
<h2>${page.keep(page.heading(), "h")}</h2>
${page.paragraphs(1)}
<amp-social-share type="twitter" width="60" height="44"></amp-social-share>
${ampAd(page)}
${page.paragraphs(2)}
</div>
<footer class="amp-wp-article-footer"><div class="amp-wp-meta amp-wp-tax-tag">${page.leave("tag-one")}</div></footer></article>
<amp-list width="auto" height="100" src="/related.json"><div overflow>${page.ui("related")}</div></amp-list>
<section class="related-stories">
<h3>${page.ui("related")}</h3>${page.teasers(
    3,
    (title) => `<a href="#" class="related-item">
<h4>${title}</h4></a>`,
  )}</section>
<footer class="amp-wp-footer"><div><p>${page.ui("rights")}</p></div></footer></body></html>`,
};

const teaser = (title: string) =>
  `<article class="teaser teaser--small"><a class="teaser__link" href="#">
<div class="teaser__media"><img class="teaser__image" src="/t.jpg" alt=""></div><div class="teaser__body">
<h3 class="teaser__title">${title}</h3></div></a></article>`;

/** A daily newspaper with its own system: lists of teasers on all sides, a banner for cookies before everything. */
export const NEWSPAPER: Kind = {
  name: "newspaper",
  html: (page) => `<!DOCTYPE html><html ${page.root}><head><meta charset="utf-8"><title>${page.title}</title>
<meta property="og:title" content="${page.title}"><meta name="author" content="${page.language.ui.editors}"></head>
<body class="page page--article"><div id="cmp-container" class="consent consent--open"><div class="consent__inner">
<h2 class="consent__title">${page.leave("Cookies 1")}</h2><p class="consent__text">${page.ui("cookies")}</p>
<p class="consent__text">${page.leave(page.sentence())}</p>
<div class="consent__buttons"><a class="btn" href="#">${page.ui("accept")}</a></div></div></div>
<div class="page__wrap"><div class="leaderboard" data-ad="top"><span>${page.ui("ad")}</span></div>
<div class="header-main"><div class="header-main__logo"><a href="/">${page.leave(page.site)}</a></div>
<ul class="ressorts">${page.menu((word) => `<li class="ressorts__item"><a href="#">${word}</a></li>`)}</ul>
<div class="header-main__search"><label for="q">${page.ui("search")}</label><input id="q" name="q"></div></div>
<div class="grid"><div class="grid__col grid__col--wide"><div class="article" id="article-881">
<div class="article__header"><span class="article__kicker">${page.may(page.topic(5))}</span>
<h1 class="article__title">${page.may(page.title)}</h1><div class="article__lead"><p>${page.keep(page.sentences(2))}</p>
</div>
<div class="article__byline"><span class="author">${page.may(page.language.ui.editors)}</span>, <span class="date">${page.may(page.language.ui.date)}</span>
</div></div>
<div class="article__media">
<figure class="media"><picture><source media="(min-width: 768px)" srcset="/large.webp"><img class="media__image" src="${page.image("").src}" alt=""></picture>
<figcaption class="media__caption">${page.keep(page.sentence(), "figcaption")} <span class="media__copyright">${page.may(`© ${page.language.ui.editors}`)}</span>
</figcaption></figure></div>
<div class="article__tools"><ul class="social"><li class="social__item"><a href="#">${page.ui("share")}</a></li>
<li class="social__item"><a href="#">${page.ui("print")}</a></li></ul></div>
<div class="article__text">
${page.paragraphs(3, (text) => `<p class="text">${text}</p>`)}
<div class="article__subhead"><h2 class="subhead">${page.keep(page.heading(), "h")}</h2></div>
${page.paragraphs(2, (text) => `<p class="text">${text}</p>`)}
<div class="box box--teaser"><div class="box__title">${page.ui("related")}</div>
<ul class="box__list">${page.teasers(3, (title) => `<li><a href="#">${title}</a></li>`)}</ul></div>
${page.paragraphs(3, (text) => `<p class="text">${text}</p>`)}
</div></div>
<div class="teaser-list"><h2 class="teaser-list__title">${page.ui("related")}</h2>${page.teasers(6, teaser)}</div></div>
<div class="grid__col grid__col--narrow"><div class="rail"><div class="rail__ad">${page.ui("ad")}</div>
<div class="most-read"><ol>${page.teasers(5, (title) => `<li><a href="#">${title}</a></li>`)}</ol></div></div></div>
</div>
<div class="footer-main"><ul class="footer-main__links"><li><a href="#">${page.ui("contents")}</a></li></ul>
<p>${page.ui("rights")}</p></div></div></body></html>`,
};

const entry = (page: Page, at: number) =>
  `<article class="live-entry" id="entry-${at}" itemprop="liveBlogUpdate" itemscope itemtype="https://schema.org/BlogPosting">
<div class="live-entry__time"><time datetime="2026-03-12T0${at}:00">${page.may(`0${at}:00`)}</time></div>
<h2 class="live-entry__headline" itemprop="headline">${page.keep(page.heading(), "h")}</h2>
<div class="live-entry__body" itemprop="articleBody">${page.paragraphs(2)}</div>
<div class="live-entry__share"><button type="button">${page.ui("share")}</button></div></article>`;

/** A live blog: an article for each message. */
export const LIVE_BLOG: Kind = {
  name: "live-blog",
  html: (page) => `<!DOCTYPE html><html ${page.root}><head><meta charset="utf-8"><title>${page.title}</title>
<meta property="og:title" content="${page.title}">${jsonLd(page, "LiveBlogPosting")}</head>
<body><div class="skiplinks"><a class="visually-hidden" href="#main">${page.ui("jump")}</a></div>
<header class="site-head" role="banner"><a href="/">${page.leave(page.site)}</a>
<nav>${page.menu((word) => `<a href="#">${word}</a>`)}</nav></header>
<main id="main" class="live"><div class="live__head"><h1 class="live__title">${page.may(page.title)}</h1>
<div class="live__standfirst"><p>${page.keep(page.sentences(2))}</p></div></div>
<div class="live__filter"><button>${page.ui("next")}</button></div>
<div class="live__entries" data-live-entries>
${[7, 6, 5, 4, 3].map((at) => entry(page, at)).join("\n")}
</div><div class="live__more"><a class="button" href="?page=2">${page.ui("next")}</a></div></main>
<div class="onward"><h2>${page.ui("related")}</h2>${page.teasers(4, (title) => `<div class="onward__card"><a href="#">${title}</a></div>`)}</div>
<footer class="site-foot"><small>${page.ui("rights")}</small></footer></body></html>`,
};

const slide = (page: Page, at: number) => {
  const { src, alt } = page.image();
  return `<div class="listicle-slide listicle-slide-other css-1d2k3f ebtc8l0" id="slide-${at}">
<div class="listicle-slide-media css-0">
<div class="listicle-slide-image css-fh8m"><img src="${src}" alt="${alt}" loading="lazy" decoding="async" width="980" height="653" class="css-0">
</div><div class="listicle-slide-count css-9xk">${page.may(String(at))}</div></div>
<div class="listicle-slide-hed css-1x"><h2 class="listicle-slide-hed-text">${page.keep(page.heading(), "h")}</h2></div>
<div class="listicle-slide-dek css-17d"><p>${page.keep(page.sentences(2))}</p></div></div>
<div class="ad-container ad-disclaimer breaker-ad css-1ad"><div class="ad-label">${page.ui("ad")}</div></div>`;
};

/** A list of things, a slide for each, as magazines make it. */
export const LISTICLE: Kind = {
  name: "listicle",
  html: (page) => `<!DOCTYPE html><html ${page.root}><head><meta charset="utf-8"><title>${page.title}</title>
<meta property="og:title" content="${page.title}">${jsonLd(page, "Article")}</head>
<body class="standard-article"><header class="site-header css-hd"><a href="/">${page.leave(page.site)}</a>
<nav class="css-nav">${page.menu((word) => `<a href="#">${word}</a>`)}</nav></header>
<main id="main-content" class="css-main"><header class="content-header listicle-header css-lh">
<h1 class="css-h1">${page.may(page.title)}</h1><div class="content-header-dek css-dk">
<p>${page.keep(page.sentence())}</p></div><div class="byline css-by"><span>${page.may(page.language.ui.editors)}</span>
</div></header>
<div class="listicle-body-content css-lb"><div class="listicle-intro css-li">${page.paragraphs(2)}</div>
<div class="listicle-slides css-ls">
${[1, 2, 3, 4, 5, 6].map((at) => slide(page, at)).join("\n")}
</div></div></main>
<section class="recirc css-rc">
<h3>${page.ui("related")}</h3>${page.teasers(
    4,
    (title) => `<div class="recirc-item css-ri"><a href="#">${title}</a>
</div>`,
  )}</section>
<footer class="css-ft"><p>${page.ui("rights")}</p></footer></body></html>`,
};
