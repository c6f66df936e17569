import type { Kind, Page } from "../page.ts";

const JS =
  "export function total(items) {\n  let sum = 0;\n\n  for (const item of items) sum += item.price;\n  return sum;\n}";

/** A source text as a highlighter writes it: words and numbers in elements of their own. */
const highlighted = (code: string, of = (name: string, word: string) => `<span class="${name}">${word}</span>`) =>
  code.replace(/\b(?:const|export|for|function|let|of|return|import|from|def|in)\b|\b\d+\b/g, (word) =>
    of(/\d/.test(word) ? "mi" : "k", word),
  );

const card = (page: Page, of = "kg-card kg-image-card kg-card-hascaption") => {
  const { src, alt } = page.image();
  return `<figure class="${of}"><img src="${src}" class="kg-image" alt="${alt}" loading="lazy" width="2000" height="1333" srcset="${src}?w=600 600w, ${src}?w=1000 1000w" sizes="(min-width: 720px) 720px">
<figcaption><span style="white-space: pre-wrap;">${page.keep(page.sentence(), "figcaption")}</span></figcaption>
</figure>`;
};

/** Ghost with its theme Casper; the cards of its editor. */
export const GHOST: Kind = {
  name: "ghost",
  html: (page) => `<!DOCTYPE html>
<html ${page.root}><head><title>${page.title}</title><meta charset="utf-8" />
<meta property="og:site_name" content="${page.site}"><meta property="og:title" content="${page.title}">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"${page.title}"}</script>
<meta name="generator" content="Ghost 5.96"></head>
<body class="post-template tag-news is-head-left-logo has-cover"><div class="viewport">
<header id="gh-head" class="gh-head outer"><div class="gh-head-inner inner">
<div class="gh-head-brand"><a class="gh-head-logo no-image" href="https://site.example">${page.leave(page.site)}</a>
</div>
<nav class="gh-head-menu"><ul class="nav">${page.menu((word) => `<li class="nav-item"><a href="#">${word}</a></li>`)}</ul></nav>
<div class="gh-head-actions">
<div class="gh-head-members"><a class="gh-head-link" href="#/portal/signin" data-portal="signin">${page.ui("login")}</a><a class="gh-head-button" href="#/portal/signup">${page.ui("subscribe")}</a>
</div></div></div></header>
<div class="site-content"><main id="site-main" class="site-main"><article class="article post tag-news image-full">
<header class="article-header gh-canvas"><h1 class="article-title">${page.may(page.title)}</h1>
<div class="article-byline"><section class="article-byline-content"><div class="article-byline-meta">
<h4 class="author-name"><a href="#">${page.may(page.language.ui.editors)}</a></h4>
<div class="byline-meta-content"><time class="byline-meta-date" datetime="2026-03-12">${page.may(page.language.ui.date)}</time><span class="byline-reading-time"><span class="bull">&bull;</span> ${page.may(page.language.ui.minutes)}</span>
</div></div></section></div></header>
<section class="gh-content gh-canvas">
${page.paragraphs(2)}
<h2 id="one">${page.keep(page.heading(), "h")}</h2>
${card(page)}
${page.paragraphs(1)}
<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div>
<div class="kg-callout-text">${page.keep(page.sentences(2))}</div></div>
<ol><li value="1"><span style="white-space: pre-wrap;">${page.keep(page.sentence(), "li")}</span></li>
<li value="2"><span style="white-space: pre-wrap;">${page.keep(page.sentence(), "li")}</span></li></ol>
<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row">
<div class="kg-gallery-image"><img src="${page.image("").src}" width="2000" height="1333" loading="lazy" alt></div>
<div class="kg-gallery-image"><img src="${page.image("").src}" width="2000" height="1333" loading="lazy" alt></div>
</div></div></figure>
<pre><code class="language-javascript">${page.keep(JS, "pre")}</code></pre>
<blockquote class="kg-blockquote-alt">${page.keep(page.sentence(), "blockquote")}</blockquote>
<hr>
${page.paragraphs(2)}
<div class="kg-card kg-signup-card kg-width-regular" data-lexical-signup-form style="background-color: #F0F0F0; display: none;">
<div class="kg-signup-card-content"><div class="kg-signup-card-text">
<h2 class="kg-signup-card-heading">${page.ui("subscribe")}</h2>
<h3 class="kg-signup-card-subheading">${page.ui("newsletter")}</h3></div></div></div>
</section></article>
<section class="article-comments gh-canvas"><div>${page.ui("comments")}</div></section></main></div>
<section class="footer-cta outer"><div class="inner">
<h2 class="footer-cta-title">${page.ui("newsletter")}</h2><a class="footer-cta-button" href="#/portal">${page.ui("subscribe")}</a>
</div></section>
<aside class="read-more-wrap outer">
<div class="read-more inner">${page.teasers(
    3,
    (title) => `<article class="post-card post"><a class="post-card-image-link" href="#"></a>
<div class="post-card-content"><h2 class="post-card-title is-image-optimized">${title}</h2></div></article>`,
  )}</div>
</aside>
<footer class="site-footer outer"><div class="inner"><section class="copyright">${page.ui("rights")}</section></div></footer></div></body></html>`,
};

/** Hugo with PaperMod: a list of contents in `details`, highlighted source, footnotes. */
export const HUGO: Kind = {
  name: "hugo",
  html: (page) => `<!doctype html>
<html ${page.root} dir=auto><head><meta charset=utf-8><meta name=robots content="index, follow"><title>${page.title} | ${page.site}</title>
<meta property="og:title" content="${page.title}"><meta property="og:locale" content="${page.language.tag}">
<meta name=generator content="Hugo 0.140.0"></head>
<body id=top><script>localStorage.getItem("pref-theme")==="dark"&&document.body.classList.add("dark")</script>
<header class=header><nav class=nav>
<div class=logo><a href=https://site.example/ accesskey=h>${page.leave(page.site)}</a></div>
<ul id=menu>${page.menu((word) => `<li><a href=#><span>${word}</span></a></li>`)}</ul></nav></header>
<main class=main><article class=post-single><header class=post-header>
<div class=breadcrumbs><a href=#>${page.leave(page.language.menu[0] ?? "")}</a>&nbsp;»&nbsp;<a href=#>${page.leave(page.language.menu[1] ?? "")}</a>
</div>
<h1 class="post-title entry-hint-parent">${page.may(page.title)}</h1>
<div class=post-meta><span title='2026-03-12 00:00:00 +0000 UTC'>${page.may(page.language.ui.date)}</span>&nbsp;·&nbsp;${page.may(page.language.ui.minutes)}&nbsp;·&nbsp;${page.may(page.language.ui.editors)}</div>
</header>
<div class=toc><details><summary accesskey=c><span class=details>${page.ui("contents")}</span></summary>
<div class=inner><ul><li><a href=#a aria-label="a">1</a></li><li><a href=#b aria-label="b">2</a></li></ul></div>
</details></div>
<div class=post-content>${page.paragraphs(
    2,
    (
      text,
    ) => `<p>${text}<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">${page.keep("1", "sup")}</a></sup>
</p>`,
  )}
<h2 id=a>${page.keep(page.heading(), "h")}<a hidden class=anchor aria-hidden=true href=#a>${page.leave("§#")}</a></h2>
${page.paragraphs(2)}
<div class=highlight><pre tabindex=0 class=chroma><code class=language-js data-lang=js>${page.keep(highlighted(JS).replaceAll(/^(.*)$/gm, '<span class="line"><span class="cl">$1</span></span>'), "pre")}</code></pre>
</div>
<h2 id=b>${page.keep(page.heading(), "h")}<a hidden class=anchor aria-hidden=true href=#b>${page.leave("§#")}</a></h2>
<figure class=align-center><img loading=lazy src=${page.image("").src}><figcaption>${page.keep(page.sentence(), "figcaption")}</figcaption></figure>
${page.paragraphs(2)}
<div class=footnotes role=doc-endnotes><hr><ol><li id=fn:1>
<p>${page.keep(page.sentence(), "li")}&#160;<a href=#fnref:1 class=footnote-backref role=doc-backlink>&#8617;&#xfe0e;</a>
</p></li></ol></div>
</div><footer class=post-footer><ul class=post-tags><li><a href=#>${page.leave("tag-one")}</a></li></ul>
<nav class=paginav><a class=prev href=#><span class=title>« ${page.ui("previous")}</span></a><a class=next href=#><span class=title>${page.ui("next")} »</span></a>
</nav>
<ul class=share-buttons><li><a target=_blank rel="noopener noreferrer" href="#">${page.ui("share")}</a></li></ul></footer></article></main>
<footer class=footer><span>${page.ui("rights")}</span><span>Powered by <a href=https://gohugo.io/>Hugo</a></span></footer></body></html>`,
};

/** Jekyll with Minima: a poem of a heading and lines for each stanza, then a remark. */
export const JEKYLL: Kind = {
  name: "jekyll-poem",
  html: (page) => `<!DOCTYPE html>
<html ${page.root}><head><meta charset="utf-8"><title>${page.title} | ${page.site}</title>
<meta name="generator" content="Jekyll v4.3.3" /><meta property="og:title" content="${page.title}" />
<meta property="og:locale" content="${page.language.tag}" /></head>
<body><header class="site-header" role="banner">
<div class="wrapper"><a class="site-title" rel="author" href="/">${page.leave(page.site)}</a>
<nav class="site-nav"><input type="checkbox" id="nav-trigger" class="nav-trigger" />
<div class="trigger">${page.menu((word) => `<a class="page-link" href="#">${word}</a>`)}</div></nav></div></header>
<main class="page-content" aria-label="Content"><div class="wrapper"><article class="post h-entry" itemscope itemtype="http://schema.org/BlogPosting">
<header class="post-header"><h1 class="post-title p-name" itemprop="name headline">${page.may(page.title)}</h1>
<p class="post-meta"><time class="dt-published" datetime="2026-03-12T00:00:00+00:00" itemprop="datePublished">${page.may(page.language.ui.date)}</time>
</p></header>
<div class="post-content e-content" itemprop="articleBody">
${page.paragraphs(1)}
${[0, 1, 2, 3]
  .map(
    () => `<h3 id="s">${page.keep(page.heading(), "h")}</h3>
<p>${[0, 1, 2, 3].map(() => page.keep(page.sentence())).join("<br />\n")}</p>`,
  )
  .join("\n")}
<blockquote>
  <p>${page.keep(page.sentence(), "blockquote")}</p>
  <blockquote>
    <p>${page.keep(page.sentence(), "blockquote")}</p>
  </blockquote>
</blockquote>
<div class="language-python highlighter-rouge">
<div class="highlight"><pre class="highlight"><code>${page.keep(highlighted("def stanza(lines):\n    return [line for line in lines if line]\n"), "pre")}</code></pre>
</div></div>
${page.paragraphs(1)}
</div><div class="PageNavigation"><a class="prev" href="#">${page.ui("previous")}</a>
</div><a class="u-url" href="/a/b" hidden></a></article></div></main>
<footer class="site-footer h-card"><div class="wrapper"><div class="footer-col-wrapper"><div class="footer-col">
<p>${page.ui("rights")}</p></div></div></div></footer></body></html>`,
};
