import type { Kind, Page } from "../page.ts";

const head = (page: Page) => `<head>
<meta charset="UTF-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<link rel="profile" href="https://gmpg.org/xfn/11" />
<title>${page.title} &#8211; ${page.site}</title>
<meta property="og:type" content="article" /><meta property="og:title" content="${page.title}" />
<meta property="og:site_name" content="${page.site}" />
<link rel="alternate" type="application/rss+xml" href="https://site.example/feed/" />
<style id="wp-emoji-styles-inline-css">img.wp-smiley { display: inline !important; }</style>
<script>window._wpemojiSettings = {"baseUrl":"https:\\/\\/s.w.org\\/images\\/core\\/emoji\\/"};</script>
</head>`;

/** A picture of an editor of before 2018, which a plug-in loads late: the address is in another attribute. */
function lateImage(page: Page): string {
  const { src, alt } = page.image();
  return `<div id="attachment_${page.images}" style="width: 1034px" class="wp-caption aligncenter">
<a href="${src}"><img decoding="async" aria-describedby="caption-attachment-${page.images}" class="size-large lazyload" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="${src}" data-srcset="${src} 1024w, ${src}?w=300 300w" sizes="(max-width: 1024px) 100vw, 1024px" alt="${alt}" width="1024" height="683" />
<noscript><img src="${src}" alt="${alt}" /></noscript></a>
<p id="caption-attachment-${page.images}" class="wp-caption-text">${page.keep(page.sentence())}</p></div>`;
}

/** A classic theme of 2016 with Jetpack. */
export const CLASSIC: Kind = {
  name: "wordpress-classic",
  html: (page) => `<!DOCTYPE html>
<html ${page.root} class="no-js">
${head(page)}
<body class="post-template-default single single-post postid-417 single-format-standard group-blog">
<div id="page" class="site"><div class="site-inner">
<a class="skip-link screen-reader-text" href="#content">${page.ui("jump")}</a>
<header id="masthead" class="site-header"><div class="site-header-main"><div class="site-branding">
<p class="site-title"><a href="https://site.example/" rel="home">${page.leave(page.site)}</a></p></div>
<div id="site-header-menu" class="site-header-menu"><nav id="site-navigation" class="main-navigation"><ul class="primary-menu">
${page.menu((word) => `<li class="menu-item menu-item-type-post_type"><a href="#">${word}</a></li>`)}
</ul></nav></div></div></header>
<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main">
<article id="post-417" class="post-417 post type-post status-publish format-standard hentry category-general">
<header class="entry-header"><h1 class="entry-title">${page.may(page.title)}</h1></header>
<div class="entry-content">
${page.paragraphs(2)}
${lateImage(page)}
${page.paragraphs(2)}
<h2>${page.keep(page.heading(), "h")}</h2>
<ul>
${[0, 1, 2].map(() => `<li>${page.keep(page.sentence(), "li")}</li>`).join("\n")}
</ul>
<blockquote><p>${page.keep(page.sentences(2), "blockquote")}</p></blockquote>
${page.paragraphs(2)}
<div id="jp-post-flair" class="sharedaddy sd-like-enabled sd-sharing-enabled">
<div class="sharedaddy sd-sharing-enabled">
<div class="robots-nocontent sd-block sd-social sd-social-icon-text sd-sharing">
<h3 class="sd-title">${page.ui("share")}</h3><div class="sd-content"><ul>
<li class="share-facebook"><a rel="nofollow noopener" class="share-facebook sd-button share-icon" href="https://site.example/?share=facebook"><span>Facebook</span></a>
</li><li class="share-end"></li></ul></div></div></div></div>
<div id="jp-relatedposts" class="jp-relatedposts"><h3 class="jp-relatedposts-headline"><em>${page.ui("related")}</em>
</h3><div class="jp-relatedposts-items">
${page.teasers(3, (title) => `<div class="jp-relatedposts-post"><h4 class="jp-relatedposts-post-title"><a href="#">${title}</a></h4></div>`)}
</div></div>
</div>
<footer class="entry-footer"><span class="byline"><span class="author vcard"><a class="url fn n" href="#">${page.ui("editors")}</a></span></span><span class="posted-on"><a href="#" rel="bookmark"><time class="entry-date published" datetime="2026-03-12T08:00:00+00:00">${page.ui("date")}</time></a></span>
</footer>
</article>
<div id="comments" class="comments-area"><h2 class="comments-title">${page.leave(page.sentence())}</h2><ol class="comment-list">
${page.teasers(
  3,
  (text) => `<li class="comment even thread-even depth-1"><article class="comment-body">
<div class="comment-content"><p>${text}</p></div>
<div class="reply"><a rel="nofollow" class="comment-reply-link" href="#">${page.ui("reply")}</a></div></article></li>`,
)}
</ol><div id="respond" class="comment-respond">
<h2 id="reply-title" class="comment-reply-title">${page.ui("comments")}</h2>
<form action="/wp-comments-post.php" method="post" id="commentform" class="comment-form">
<p class="comment-form-comment"><textarea id="comment" name="comment"></textarea></p></form></div></div>
<nav class="navigation post-navigation"><div class="nav-links">
<div class="nav-previous"><a href="#" rel="prev"><span class="post-title">${page.ui("previous")}</span></a></div>
<div class="nav-next"><a href="#" rel="next"><span class="post-title">${page.ui("next")}</span></a></div></div></nav>
</main></div>
<aside id="secondary" class="sidebar widget-area"><section class="widget widget_recent_entries"><ul>
${page.teasers(4, (title) => `<li><a href="#">${title}</a></li>`)}
</ul></section></aside></div>
<footer id="colophon" class="site-footer"><div class="site-info">${page.ui("rights")}</div></footer>
</div></div>
<div id="eu-cookie-law"><form method="post"><input type="submit" value="${page.language.ui.accept}" class="accept" />
</form>${page.ui("cookies")}</div>
</body></html>`,
};

const figure = (page: Page, of = "wp-block-image size-large") => {
  const { src, alt } = page.image();
  return `<figure class="${of}"><img decoding="async" width="1024" height="683" src="${src}" alt="${alt}" class="wp-image-${page.images}" srcset="${src} 1024w, ${src}?w=300 300w" sizes="(max-width: 1024px) 100vw, 1024px" />
<figcaption class="wp-element-caption">${page.keep(page.sentence(), "figcaption")}</figcaption></figure>`;
};

const cell = (page: Page, at: number) => `<td>${page.keep(page.topic(at), "td")}</td>`;

/** A block theme of 2024. */
export const BLOCKS: Kind = {
  name: "wordpress-blocks",
  html: (page) => `<!DOCTYPE html>
<html ${page.root}>
${head(page)}
<body class="wp-singular post-template-default single single-post wp-embed-responsive">
<div class="wp-site-blocks"><header class="wp-block-template-part">
<div class="wp-block-group alignwide has-base-background-color has-background has-global-padding is-layout-constrained wp-block-group-is-layout-constrained">
<div class="wp-block-group alignwide is-content-justification-space-between is-layout-flex wp-block-group-is-layout-flex">
<p class="wp-block-site-title"><a href="/" target="_self" rel="home">${page.leave(page.site)}</a></p>
<nav class="is-responsive wp-block-navigation is-layout-flex"><ul class="wp-block-navigation__container">
${page.menu(
  (
    word,
  ) => `<li class="wp-block-navigation-item wp-block-navigation-link"><a class="wp-block-navigation-item__content" href="#"><span class="wp-block-navigation-item__label">${word}</span></a>
</li>`,
)}
</ul></nav></div></div></header>
<main class="wp-block-group is-layout-flow wp-block-group-is-layout-flow" id="wp--skip-link--target">
<div class="wp-block-group has-global-padding is-layout-constrained wp-block-group-is-layout-constrained" style="margin-bottom:var(--wp--preset--spacing--40)">
<h1 class="wp-block-post-title has-x-large-font-size">${page.may(page.title)}</h1>
<div class="wp-block-template-part"><div class="wp-block-group is-layout-flex">
<div class="wp-block-post-date"><time datetime="2026-03-12T08:00:00+00:00"><a href="#">${page.may(page.language.ui.date)}</a></time>
</div><div class="wp-block-post-author-name">${page.may(page.language.ui.editors)}</div></div></div></div>
<div class="entry-content alignfull wp-block-post-content has-global-padding is-layout-constrained wp-block-post-content-is-layout-constrained">
${page.paragraphs(2)}
<h2 class="wp-block-heading" id="one">${page.keep(page.heading(), "h")}</h2>
${figure(page)}
${page.paragraphs(2)}
<blockquote class="wp-block-quote is-layout-flow wp-block-quote-is-layout-flow">
<p>${page.keep(page.sentence(), "blockquote")}</p><cite>${page.keep(page.topic(3), "blockquote")}</cite></blockquote>
<div class="wp-block-group has-background is-layout-constrained"><h3 class="wp-block-heading">${page.keep(page.heading(), "h")}</h3></div>
<figure class="wp-block-gallery has-nested-images columns-default is-cropped is-layout-flex">${figure(page)}${figure(page)}</figure>
<div class="wp-block-columns is-layout-flex wp-container-core-columns"><div class="wp-block-column is-layout-flow">
<p>${page.keep(page.sentences(2))}</p></div><div class="wp-block-column is-layout-flow">
<p>${page.keep(page.sentences(2))}</p></div></div>
<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr>${cell(page, 0)}${cell(page, 4)}</tr>
<tr>${cell(page, 5)}${cell(page, 6)}</tr></tbody></table>
<figcaption class="wp-element-caption">${page.keep(page.sentence(), "figcaption")}</figcaption></figure>
<pre class="wp-block-code"><code>${page.keep("sum = 0\nfor n in numbers:\n    sum += n", "pre")}</code></pre>
<hr class="wp-block-separator has-alpha-channel-opacity"/>
${page.paragraphs(2)}
</div>
<div class="wp-block-group has-global-padding is-layout-constrained">
<div class="taxonomy-post_tag wp-block-post-terms"><a href="#" rel="tag">${page.leave("tag-one")}</a></div>
<div class="wp-block-comments"><h2 class="wp-block-comments-title">${page.ui("comments")}</h2>
<ol class="wp-block-comment-template">${page.teasers(
    2,
    (text) => `<li id="comment-1" class="comment even">
<div class="wp-block-comment-content"><p>${text}</p></div></li>`,
  )}</ol></div></div>
</main>
<footer class="wp-block-template-part"><div class="wp-block-group is-layout-constrained">
<p class="has-small-font-size">${page.ui("rights")}</p></div></footer></div>
</body></html>`,
};
