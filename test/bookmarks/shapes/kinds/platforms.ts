import type { Kind, Page } from "../page.ts";

const mediumImage = (page: Page) => {
  const { src, alt } = page.image();
  return `<figure class="nq nr ns nt nu nv nn no paragraph-image">
<div role="button" tabindex="0" class="nw nx fl ny bh nz">
<div class="nn no np"><picture><source srcSet="${src}?w=640 640w, ${src}?w=1400 1400w" sizes="(min-resolution: 4dppx) and (max-width: 700px) 50vw, 700px" type="image/webp"/><img alt="${alt}" class="bh lt oa c" width="700" height="467" loading="eager" role="presentation" src="${src}"/></picture>
</div></div>
<figcaption class="ob fi oc nn no od oe bf b bg z dx" data-selectable-paragraph="">${page.keep(page.sentence(), "figcaption")}</figcaption>
</figure>`;
};

/** Medium: classes without meaning, claps above and below the text, who wrote it in between. */
export const MEDIUM: Kind = {
  name: "medium-like",
  html: (page) => `<!doctype html><html ${page.root}><head><title data-rh="true">${page.title} | ${page.site}</title>
<meta data-rh="true" charset="utf-8"/><meta data-rh="true" property="og:title" content="${page.title}"/>
<meta data-rh="true" property="og:site_name" content="${page.site}"/></head>
<body><div id="root"><div class="a b c"><div class="d e f g h i j k"><div class="l">
<div class="m n o p q r s t"><a href="#" class="af ag">${page.ui("login")}</a><a href="#" class="af ag"><span>${page.ui("subscribe")}</span></a>
</div></div></div>
<div class="l"><div class="fm fn fo fp fq l"><article><div class="l"><div class="l"><span class="l"></span><section>
<div><div class="fr fs ft fu fv"><div class="ab cb"><div class="ci bh ev ew ex ey">
<div>
<h1 id="9d1c" class="pw-post-title fw fx fy bf fz ga gb gc" data-testid="storyTitle" data-selectable-paragraph="">${page.may(page.title)}</h1>
</div>
<div><h2 id="77aa" class="pw-subtitle-paragraph hc fx fy bf b hd he" data-selectable-paragraph="">${page.keep(page.sentence(), "h")}</h2></div>
<div class="hy hz ia ib ic"><div class="speechify-ignore ab cp"><div class="speechify-ignore bh l"><div class="ab"><div>
<div class="bm"><a href="#" rel="noopener follow" data-testid="authorPhoto"><img alt="" class="l ep by dd de cx" src="https://pictures.example/author.jpg" width="44" height="44" loading="lazy" data-testid="authorPhoto"/></a>
</div></div></div>
<div class="bn bh l"><span class="bf b bg z bk"><a class="ag ah" data-testid="authorName" href="#">${page.may(page.language.ui.editors)}</a></span><span class="bf b bg z dx"><span data-testid="storyReadTime">${page.may(page.language.ui.minutes)}</span></span><span data-testid="storyPublishDate">${page.may(page.language.ui.date)}</span>
</div>
<div class="ab cp jq jr">
<div class="pw-multi-vote-icon ed jh"><button class="ao jw" data-testid="headerClapButton">${page.leave("clap 4.2K")}</button>
</div><button aria-label="responses">${page.ui("comments")}</button><button>${page.ui("share")}</button></div></div>
</div></div>
${mediumImage(page)}
${page.paragraphs(2, (text) => `<p id="c0fe" class="pw-post-body-paragraph og oh fy oi b oj ok ol" data-selectable-paragraph="">${text}</p>`)}
</div></div></div><div class="ab cb pd pe pf pg" role="separator"><span class="ph by bm pi pj pk"></span><span class="ph by bm pi pj"></span></div>
<div class="fr fs ft fu fv"><div class="ab cb"><div class="ci bh ev ew ex ey">
<h1 id="aa12" class="pl pm fy bf pn po" data-selectable-paragraph="">${page.keep(page.heading(), "h")}</h1>
${page.paragraphs(3, (text) => `<p id="c1fe" class="pw-post-body-paragraph og oh fy oi b oj ok ol" data-selectable-paragraph="">${text}</p>`)}
<blockquote class="qa qb qc">
<p id="b1" class="og oh qd oi b oj" data-selectable-paragraph="">${page.keep(page.sentences(2), "blockquote")}</p>
</blockquote>
<ul class="">${[0, 1, 2].map(() => `<li id="l1" class="og oh fy oi b oj ok" data-selectable-paragraph=""><strong class="oi fz">${page.keep(page.topic(2), "li")}</strong> ${page.keep(page.sentence(), "li")}</li>`).join("")}</ul>
<pre class="qe qf qg qh qi qj qk"><span id="f00d" class="ql pm fy qh b bg qm" data-selectable-paragraph="">${page.keep("$ npm install queue<br/>$ npm start -- --port 8080".replace("<br/>", "\n"), "pre")}</span></pre>
${page.paragraphs(2, (text) => `<p id="c2fe" class="pw-post-body-paragraph og oh fy oi b oj ok ol" data-selectable-paragraph="">${text}</p>`)}
</div></div></div></div></section></div></div></article></div>
<div class="ab cb"><div class="ci bh ev ew ex ey"><div class="rm rn ro ab kh">
<div class="rp ab"><a class="rq ay am ao" href="#" rel="noopener follow">
<div class="rr fl cx rs ge rt ru bf b bg z bk">${page.leave("Tag one")}</div></a></div></div>
<footer class="rv rw rx ry rz ab q sa sb c"><div class="l ae">
<div class="ab cp"><button data-testid="footerClapButton">${page.leave("clap 4.2K")}</button></div></div></footer>
<div class="l sc"><h2 class="bf b">${page.leave(`${page.language.ui.editors} 2.1K`)}</h2><p class="bf b bg">${page.ui("newsletter")}</p></div>
<div class="l sd">
<h2 class="bf fz">${page.ui("related")}</h2>${page.teasers(
    4,
    (title) => `<article class="mg mh"><a href="#">
<div class="l"><h2 class="bf fz mi">${title}</h2></div></a></article>`,
  )}</div></div></div></div></div></div>
<script>window.__APOLLO_STATE__ = {"ROOT_QUERY":{"__typename":"Query"}}</script></body></html>`,
};

const substackImage = (page: Page) => {
  const { src, alt } = page.image();
  return `<div class="captioned-image-container">
<figure><a class="image-link image2 is-viewable-img" target="_blank" href="${src}" data-component-name="Image2ToDOM">
<div class="image2-inset"><picture><source type="image/webp" srcset="${src}?w=424 424w, ${src}?w=1456 1456w" sizes="100vw"><img src="${src}" width="1456" height="971" data-attrs="{&quot;src&quot;:&quot;${src}&quot;}" class="sizing-normal" alt="${alt}" srcset="${src}?w=424 424w, ${src}?w=1456 1456w" sizes="100vw" fetchpriority="high"></picture>
<div class="image-link-expand">
<div class="pencraft pc-display-flex pc-gap-8 pc-reset"><button tabindex="0" type="button" class="pencraft pc-reset icon-container restack-image"><svg role="img" width="20" height="20"></svg></button>
</div></div></div></a><figcaption class="image-caption">${page.keep(page.sentence(), "figcaption")}</figcaption>
</figure></div>`;
};

const SUBSCRIBE = (page: Page) =>
  `<div class="subscription-widget-wrap-editor" data-attrs="{}" data-component-name="SubscribeWidgetToDOM">
<div class="subscription-widget show-subscribe"><div class="preamble">
<p class="cta-caption">${page.ui("newsletter")}</p></div>
<form class="subscription-widget-subscribe"><input type="email" class="email-input" name="email" tabindex="-1"><input type="submit" class="button primary" value="${page.language.ui.subscribe}">
</form></div></div>`;

/** Substack: forms to subscribe within the text, footnotes, a button for comments. */
export const SUBSTACK: Kind = {
  name: "substack-like",
  html: (
    page,
  ) => `<!DOCTYPE html><html ${page.root}><head><meta charset="utf-8" /><title data-rh="true">${page.title}</title>
<meta data-rh="true" property="og:title" content="${page.title}"/><meta property="og:site_name" content="${page.site}" /></head>
<body class=""><div id="entry"><div id="main" class="main typography use-theme-bg">
<div data-testid="navbar" class="main-menu"><div class="mainMenuContent-DME8DR">
<div class="pencraft pc-display-flex topBar">
<h1 class="pencraft title-oOnUGd"><a href="https://site.example" class="pencraft">${page.leave(page.site)}</a>
</h1><button type="button">${page.ui("subscribe")}</button><button type="button">${page.ui("login")}</button></div>
</div></div>
<div><div class="single-post-container"><div class="container"><div class="single-post">
<div class="pencraft pc-display-contents pubTheme-yiXxQA"><article class="typography newsletter-post post">
<div role="region" aria-label="Post header" class="post-header">
<h1 dir="auto" class="post-title published title-X77sOw">${page.may(page.title)}</h1>
<h3 dir="auto" class="subtitle subtitle-HEEcLo">${page.keep(page.sentence(), "h")}</h3>
<div class="pencraft byline-wrapper byline-nN7pGk">
<div class="pencraft meta-EgzBVA"><a href="#" class="pencraft">${page.may(page.language.ui.editors)}</a></div>
<div class="pencraft meta-EgzBVA">${page.may(page.language.ui.date)}</div></div>
<div class="pencraft post-ufi style-compressed"><a role="button" class="post-ufi-button style-compressed has-label with-border">
<div class="label">${page.leave("♥ 212")}</div></a><a role="button" class="post-ufi-button style-compressed no-label with-border" href="javascript:void(0)">
<div class="label">${page.ui("share")}</div></a></div></div>
<div class="visibility-check"></div><div><div class="available-content"><div dir="auto" class="body markup">
${page.paragraphs(2, (text, at) =>
  at === 0
    ? `<p>${text}<a data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1" href="#footnote-1" target="_self" class="footnote-anchor">${page.keep("1", "a")}</a>
</p>`
    : `<p>${text}</p>`,
)}
${SUBSCRIBE(page)}
${page.paragraphs(1)}
${substackImage(page)}
<h3 class="header-anchor-post">${page.keep(page.heading(), "h")}<div class="pencraft header-anchor-parent" style="display:none"><button tabindex="0" type="button">${page.ui("copy")}</button>
</div></h3>
${page.paragraphs(2)}
<blockquote><p><em>${page.keep(page.sentence(), "blockquote")}</em></p><p>${page.keep(page.sentence(), "blockquote")}</p></blockquote>
<div class="pullquote"><p>${page.keep(page.sentence())}</p></div>
<div><hr></div>
${page.paragraphs(2)}
<p class="button-wrapper" data-component-name="ButtonCreateButton"><a class="button primary" href="#comments"><span>${page.ui("comments")}</span></a>
</p>
<div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number" contenteditable="false" target="_self">${page.may("1")}</a>
<div class="footnote-content"><p>${page.keep(page.sentences(2))}</p></div></div>
</div></div><div class="visibility-check"></div></div></article></div></div></div>
<div class="container" id="discussion"><div class="comments-page">
<h4>${page.ui("reply")}</h4>${page.teasers(
    2,
    (text) => `<div class="comment"><div class="comment-body">
<p><span>${text}</span></p></div></div>`,
  )}</div></div></div></div>
<div class="footer-wrap publication-footer"><div class="container"><div class="footer-terms">${page.ui("rights")}</div>
</div></div></div></div></body></html>`,
};
