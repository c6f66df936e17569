import type { Kind, Page } from "../page.ts";

const RUBY = "queue = []\nqueue.push(1)\nputs queue.shift # => 1";

/** A word with its reading, which East Asian pages write above it. */
const withReading = (page: Page) => {
  const word = page.topic(2);
  return `<ruby>${page.keep(word, "ruby")}<rp>（</rp><rt>${page.keep("abc", "rt")}</rt><rp>）</rp></ruby>`;
};

const embed = (page: Page) => {
  const { src, alt } = page.image();
  return `<p><img src="${src}" alt="${alt}" loading="lazy" class="md-img"><br><em>${page.keep(page.sentence())}</em></p>`;
};

/** Zenn or Qiita: a document of markdown with messages, source with names of files, footnotes, readings. */
export const ZENN: Kind = {
  name: "zenn",
  html: (page) => `<!DOCTYPE html><html ${page.root}><head><meta charSet="utf-8"/><title>${page.title}</title>
<meta property="og:title" content="${page.title}"/><meta property="og:site_name" content="Zenn"/></head>
<body><div id="__next"><header class="Header_container__cu98y">
<div class="Container_wide__ykGMw Container_common__figYY">
<div class="Header_innerHeader__VoG8B"><a class="Header_logoLink__ywAhO" href="/">${page.leave(page.site)}</a>
<div class="Header_right__LAxyF"><a class="Button_primary__9i1Wh" href="/enter">${page.ui("login")}</a></div></div>
</div></header>
<article class="View_container__hLWRR"><header class="ArticleHeader_container__CvN1D">
<div class="Container_default__kSwkP Container_common__figYY"><span class="Emoji_nativeEmoji__GMBzX ArticleHeader_emoji__fFCcd">🐈</span>
<h1 class="ArticleHeader_title__ytjQW"><span class="View_headerTitle__lDPGD">${page.may(page.title)}</span></h1>
<div class="View_meta__w0PjZ"><span class="ArticleHeader_num__rSDj6">${page.may(page.language.ui.date)}</span></div>
</div></header>
<div class="Container_wide__ykGMw Container_common__figYY"><div class="View_columnsContainer__xHpls">
<section class="View_main__OgDer"><div class="View_mainInner__yB3db">
<div class="View_topics__OVMdM"><a class="View_topicLink__jdtX_" href="/topics/aws">
<div class="View_topicName__rxKth">${page.leave("AWS 1")}</div></a></div>
<div class="BodyContent_anchorToHeadings__uGxNv znc">
${page.paragraphs(1)}
<p>${withReading(page)} ${page.keep(page.sentences(2))}</p>
<h1 id="one"><a class="header-anchor-link" href="#one" aria-hidden="true"></a> ${page.keep(page.heading(), "h")}</h1>
<aside class="msg message"><span class="msg-symbol">!</span><div class="msg-content"><p>${page.keep(page.sentence())}</p></div></aside>
${page.paragraphs(2, (text, at) =>
  at === 0
    ? `<p>${text}<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">${page.keep("[1]", "sup")}</a></sup>
</p>`
    : `<p>${text}</p>`,
)}
<div class="code-block-container">
<div class="code-block-filename-container"><span class="code-block-filename">${page.keep("queue.rb")}</span>
</div><pre class="language-rb"><code class="language-rb code-line" data-line="10">${page.keep(RUBY, "pre")}
</code></pre></div>
<h2 id="two"><a class="header-anchor-link" href="#two" aria-hidden="true"></a> ${page.keep(page.heading(), "h")}</h2>
${embed(page)}
<table data-line="30"><thead><tr><th>${page.keep(page.topic(3), "th")}</th>
<th style="text-align:center">${page.keep(page.topic(4), "th")}</th></tr></thead><tbody><tr>
<td>${page.keep(page.topic(5), "td")}</td><td style="text-align:center">${page.keep("○", "td")}</td></tr></tbody>
</table>
<details><summary>${page.keep(page.topic(6))}</summary><div class="details-content"><p>${page.keep(page.sentences(2))}</p></div></details>
${page.paragraphs(1)}
<section class="footnotes"><span class="footnotes-title">${page.may("Footnotes")}</span><ol class="footnotes-list">
<li id="fn-1" class="footnote-item">
<p>${page.keep(page.sentence(), "li")} <a href="#fnref-1" class="footnote-backref">↩︎</a></p></li></ol></section>
</div></div>
<div class="View_actions__kqoIi"><button class="LikeButton_button__a1">${page.leave("128")}</button><button>${page.ui("share")}</button>
</div></section>
<aside class="View_sidebar__JY0RO"><div class="Toc_toc__vwHhn">
<div class="Toc_title__Kx8a4">${page.ui("contents")}</div><ol><li><a href="#one">${page.leave(page.sentence())}</a></li>
</ol></div></aside></div></div></article>
<section class="View_recommend__cY2b1">
<h3>${page.ui("related")}</h3>${page.teasers(
    3,
    (title) => `<article class="ArticleCard_container__a"><a href="#">
<h2>${title}</h2></a></article>`,
  )}</section>
<footer class="Footer_footer__Fhy8o"><div class="Footer_copyright__a">${page.ui("rights")}</div></footer></div></body></html>`,
};

const hatenaImage = (page: Page) => {
  const { src, alt } = page.image();
  return `<p><span itemscope itemtype="http://schema.org/Photograph"><img src="${src}" alt="${alt}" width="1200" height="800" loading="lazy" title="" class="hatena-fotolife" itemprop="image"></span>
</p>`;
};

const keyword = (page: Page) => `<a class="keyword" href="https://keyword.example/k">${page.topic(1)}</a>`;

/** Hatena Blog: a list of contents in the text, words that link to their explanation, footnotes at the end. */
export const HATENA: Kind = {
  name: "hatena-blog",
  html: (
    page,
  ) => `<!DOCTYPE html><html ${page.root} data-admin-domain="//blog.example" data-page="entry" data-static-domain="https://cdn.example">
<head><meta charset="utf-8"/><title>${page.title} - ${page.site}</title>
<meta property="og:title" content="${page.title}"/><meta property="og:site_name" content="${page.site}"/></head>
<body class="page-entry enable-top-editarea enable-bottom-editarea globalheader-ng-enabled">
<div id="globalheader-container" data-brand="hatenablog"><iframe id="globalheader" height="37" frameborder="0" allowTransparency="true"></iframe>
</div>
<div id="container"><div id="container-inner"><header id="blog-title" data-brand="hatenablog">
<div id="blog-title-inner"><div id="blog-title-content"><h1 id="title"><a href="/">${page.leave(page.site)}</a></h1>
<h2 id="blog-description">${page.leave(page.sentence())}</h2></div></div></header>
<div id="top-editarea"><ul class="gnav">${page.menu((word) => `<li><a href="#">${word}</a></li>`)}</ul></div>
<div id="content" class="hfeed"><div id="content-inner"><div id="wrapper"><div id="main"><div id="main-inner">
<article class="entry hentry test-hentry js-entry-article date-first autopagerize_page_element chars-1600 words-300 mode-markdown entry-odd" id="entry-1" data-uuid="1" data-publication-type="entry">
<div class="entry-inner"><header class="entry-header">
<div class="date entry-date first"><a href="#" rel="nofollow"><time datetime="2026-03-12T08:00:00Z">${page.may(page.language.ui.date)}</time></a>
</div><h1 class="entry-title"><a href="#" class="entry-title-link bookmark">${page.may(page.title)}</a></h1>
<div class="entry-categories categories"><a href="#" class="entry-category-link category-a">${page.may("Diary 7")}</a>
</div></header>
<div class="entry-content hatenablog-entry">
<p>${page.keep(`${page.sentence()}${keyword(page)}${page.sentence()}`)}</p>
<ul class="table-of-contents"><li><a href="#one">${page.may(page.language.ui.contents)}</a></li></ul>
<h3 id="one">${page.keep(page.heading(), "h")}</h3>
${page.paragraphs(2)}
${hatenaImage(page)}
<h4 id="two">${page.keep(page.heading(), "h")}</h4>
<p>${page.keep(page.sentences(2))}<a href="#f-1" id="fn-1" name="fn-1" title="x">${page.keep("*1", "a")}</a></p>
<blockquote cite="https://source.example/a">
<p>${page.keep(page.sentences(2), "blockquote")}</p><cite><a href="https://source.example/a">${page.keep(page.topic(5), "blockquote")}</a></cite>
</blockquote>
<pre class="code lang-ruby" data-lang="ruby" data-unlink><span class="synIdentifier">${page.keep(RUBY, "pre")}</span></pre>
<p><iframe src="https://hatenablog-parts.example/embed?url=x" title="x" class="embed-card embed-webcard" scrolling="no" frameborder="0" style="display: block; width: 100%; height: 155px;" loading="lazy"></iframe>
</p>
${page.paragraphs(2)}
<div class="footnote">
<p class="footnote"><a href="#fn-1" id="f-1" name="f-1" class="footnote-number">${page.may("*1")}</a><span class="footnote-delimiter">:</span><span class="footnote-text">${page.keep(page.sentence())}</span>
</p></div>
</div><footer class="entry-footer"><div class="entry-tags-wrapper"><div class="entry-tags"></div></div>
<p class="entry-footer-section"><span class="author vcard"><span class="fn">${page.ui("editors")}</span></span></p>
<div class="hatena-star-container"></div><div class="social-buttons">
<div class="social-button-item"><a href="#">${page.ui("share")}</a></div></div><div class="customized-footer">
<div class="entry-footer-modules"><div class="hatena-module hatena-module-related-entries">
<div class="hatena-module-title">${page.ui("related")}</div>
<ul class="related-entries hatena-urllist">${page.teasers(
    3,
    (title) => `<li class="urllist-item related-entries-item">
<div class="urllist-item-inner related-entries-item-inner"><a class="urllist-title-link related-entries-title-link" href="#">${title}</a>
</div></li>`,
  )}</ul></div></div></div><div class="comment-box js-comment-box"><ul class="comment js-comment">
</ul><a class="leave-comment-title js-leave-comment-title">${page.ui("comments")}</a></div></footer></div></article>
<div class="pager pager-permalink permalink"><span class="pager-prev"><a href="#" rel="prev"><span class="pager-arrow">&laquo; </span>${page.ui("previous")}</a></span>
</div></div></div></div>
<aside id="box2"><div id="box2-inner"><div class="hatena-module hatena-module-recent-entries">
<div class="hatena-module-body"><ul>${page.teasers(
    3,
    (title) => `<li class="urllist-item"><a href="#">${title}</a>
</li>`,
  )}</ul></div></div></div></aside></div></div></div></div>
<footer id="footer" data-brand="hatenablog"><div id="footer-inner"><div class="services">${page.ui("rights")}</div></div></footer></body></html>`,
};
