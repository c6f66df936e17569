import type { Kind, Page } from "../page.ts";

const SQL = "SELECT id, COUNT(*)\n  FROM jobs\n GROUP BY id;";
const ERROR = "Error: lock timeout\n    at wait (/app/queue.js:12:7)";

const votes = (page: Page, count: number) =>
  `<div class="votecell post-layout--left">
<div class="js-voting-container d-flex jc-center fd-column ai-center gs4 fc-black-300" data-post-id="1"><button class="js-vote-up-btn flex--item mb8 s-btn" aria-pressed="false"><svg aria-hidden="true" class="svg-icon iconArrowUp" width="18" height="18"></svg></button>
<div class="js-vote-count flex--item d-flex fd-column ai-center fc-theme-body-font fw-bold fs-subheading py4" itemprop="upvoteCount" data-value="${count}">${page.may(String(count))}</div>
</div></div>`;

const postMenu = (page: Page) =>
  `<div class="mb0"><div class="mt16 d-flex gs8 gsy fw-wrap jc-end ai-start pt4 mb16">
<div class="flex--item mr16 fl1 w96"><div class="js-post-menu pt2" data-post-id="1">
<div class="d-flex gs8 s-anchors s-anchors__muted fw-wrap">
<div class="flex--item"><a href="/q/1" rel="nofollow" itemprop="url" class="js-share-link js-gps-track">${page.ui("share")}</a>
</div><div class="flex--item"><a href="/posts/1/edit" class="js-suggest-edit-post">${page.ui("edit")}</a></div></div>
</div></div><div class="post-signature owner flex--item"><div class="user-info">
<div class="user-action-time fs-fine">${page.may(page.language.ui.date)}</div><div class="user-gravatar32"><a href="#">
<div class="gravatar-wrapper-32"><img src="https://pictures.example/u.png" alt="" width="32" height="32" class="bar-sm">
</div></a></div><div class="user-details" itemprop="author" itemscope><a href="#">${page.may("user1204")}</a>
<div class="-flair"><span class="reputation-score" dir="ltr">${page.may("4,211")}</span></div></div></div></div></div>
</div>`;

const soComments = (page: Page) =>
  `<div class="post-layout--right js-post-comments-component">
<div id="comments-1" class="comments js-comments-container bt bc-black-200 mt12">
<ul class="comments-list js-comments-list"><li id="comment-1" class="comment js-comment">
<div class="comment-text js-comment-text-and-form">
<div class="comment-body js-comment-edit-hide"><span class="comment-copy">${page.leave(page.sentence())}</span></div>
</div></li></ul></div></div>`;

const answer = (
  page: Page,
  count: number,
) => `<div id="answer-${count}" class="answer js-answer" data-answerid="${count}" itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer">
<div class="post-layout">${votes(page, count)}
<div class="answercell post-layout--right"><div class="s-prose js-post-body" itemprop="text">
${page.paragraphs(2)}
<pre class="lang-sql s-code-block"><code>${page.keep(SQL, "pre")}</code></pre>
<ol><li>${page.keep(page.sentence(), "li")}</li><li>${page.keep(page.sentence(), "li")}</li></ol>
<p>${page.keep(`${page.sentence()} <code>COUNT(*)</code>`)}</p>
</div>${postMenu(page)}</div><span class="d-none" itemprop="commentCount">${page.leave("0 remarks")}</span>${soComments(page)}</div></div>`;

/** A question and its answers: the whole page is the text, but not the remarks below each. */
export const QUESTIONS: Kind = {
  name: "stack-overflow-like",
  html: (
    page,
  ) => `<!DOCTYPE html><html itemscope itemtype="https://schema.org/QAPage" class="html__responsive" ${page.root}><head>
<meta charset="utf-8"><title>sql - ${page.title} - ${page.site}</title>
<meta property="og:title" content="${page.title}"></head>
<body class="question-page unified-theme"><div id="notify-container"></div>
<header class="s-topbar ps-fixed t0 l0 js-top-bar">
<div class="s-topbar--container"><a href="/" class="s-topbar--logo js-gps-track"><span class="-img _glyph">${page.leave(page.site)}</span></a>
<ol class="s-topbar--content" role="presentation">
<li><a href="/users/login" class="s-topbar--item s-btn">${page.ui("login")}</a></li></ol></div></header>
<div class="container">
<div id="left-sidebar" data-is-here-when="md lg" class="left-sidebar js-pinned-left-sidebar ps-relative">
<div class="left-sidebar--sticky-container"><nav>
<ol class="nav-links">${page.menu((word) => `<li><a href="#" class="s-block-link pl8">${word}</a></li>`)}</ol></nav>
</div></div>
<div id="content" class="snippet-hidden"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question">
<div class="inner-content clearfix"><div id="question-header" class="d-flex sm:fd-column">
<h1 itemprop="name" class="fs-headline1 ow-break-word mb8 flex--item fl1"><a href="/q/1" class="question-hyperlink">${page.may(page.title)}</a>
</h1>
<div class="ml12 aside-cta flex--item"><a href="/questions/ask" class="s-btn s-btn__filled">${page.leave("Ask 1")}</a>
</div></div>
<div class="d-flex fw-wrap pb8 mb16 bb bc-black-200">
<div class="flex--item ws-nowrap mr16 mb8"><span class="fc-black-400 mr2">${page.may("Asked 2")}</span> <time itemprop="dateCreated" datetime="2026-03-12T08:00:00">${page.may(page.language.ui.date)}</time>
</div></div>
<div id="mainbar" role="main" aria-label="question and answers">
<div class="question js-question" data-questionid="1" id="question"><div class="post-layout">${votes(page, 17)}
<div class="postcell post-layout--right"><div class="s-prose js-post-body" itemprop="text">
${page.paragraphs(2)}
<pre class="lang-none s-code-block"><code class="hljs language-none">${page.keep(ERROR, "pre")}</code></pre>
${page.paragraphs(1)}
</div><div class="mt24 mb12"><div class="post-taglist d-flex gs4 gsy fd-column">
<ul class="ml0 list-ls-none js-post-tag-list-wrapper d-inline">
<li class="d-inline mr4 js-post-tag-list-item"><a href="#" class="s-tag post-tag" rel="tag">${page.leave("postgresql-16")}</a>
</li></ul></div></div>${postMenu(page)}</div>${soComments(page)}</div></div>
<div id="answers"><a name="tab-top"></a><div id="answers-header"><div class="answers-subheader d-flex ai-center mb8">
<div class="flex--item fl1">
<h2 class="mb0" data-answercount="2">${page.may("2")}<span style="display:none;" itemprop="answerCount">${page.leave("2 answers")}</span>
</h2></div></div></div>
${answer(page, 31)}
${answer(page, 8)}
</div><form id="post-form" action="/submit" method="post" class="js-add-answer-component post-form">
<h2 class="space">${page.ui("comments")}</h2></form></div>
<div id="sidebar" class="show-votes" role="complementary"><div class="module sidebar-related">
<h4 id="h-related">${page.ui("related")}</h4>
<div class="related js-gps-related-questions">${page.teasers(
    4,
    (title) => `<div class="spacer"><a href="#" class="question-hyperlink">${title}</a>
</div>`,
  )}</div></div></div></div></div></div></div>
<footer id="footer" class="site-footer js-footer theme-light__forced" role="contentinfo">
<p class="md:mb24">${page.ui("rights")}</p></footer></body></html>`,
};

const crawlerPost = (
  page: Page,
  at: number,
) => `<div id="post_${at}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post">
<div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" rel="nofollow" href="/u/a"><span itemprop="name">${page.may(`user120${at}`)}</span></a></span><span class="crawler-post-infos"><time itemprop="datePublished" datetime="2026-03-12T08:0${at}:00Z" class="post-time">${page.may(page.language.ui.date)}</time><span itemprop="position">${page.may(String(at))}</span></span>
</div>
<div class="post" itemprop="text">${
  at > 1
    ? `<aside class="quote no-group" data-username="user1201" data-post="1" data-topic="7">
<div class="title"><div class="quote-controls">
</div><img alt="" width="24" height="24" src="${page.image("").src}" class="avatar"> ${page.may("user1201")}:</div>
<blockquote><p>${page.keep(page.sentence(), "blockquote")}</p></blockquote></aside>`
    : ""
}
${page.paragraphs(2)}
<ul><li>${page.keep(page.sentence(), "li")}</li><li>${page.keep(page.sentence(), "li")}</li></ul>
<pre><code class="lang-sql">${page.keep(SQL, "pre")}</code></pre></div>
<div itemprop="interactionStatistic" itemscope>
<meta itemprop="userInteractionCount" content="2"><span class="post-likes">${page.may("2")}</span></div></div>`;

/** A thread of Discourse as it serves it without script: every post is the text. */
export const DISCOURSE: Kind = {
  name: "discourse",
  html: (page) => `<!DOCTYPE html><html ${page.root} class="desktop-view not-mobile-device text-size-normal"><head>
<meta charset="utf-8"><title>${page.title} - ${page.site}</title><meta name="generator" content="Discourse 3.4.0">
<meta property="og:site_name" content="${page.site}" /><meta property="og:title" content="${page.title}" /></head>
<body class="crawler"><header><a href="/">${page.leave(page.site)}</a></header>
<div id="main-outlet" class="wrap" role="main"><div id="topic-title"><h1><a href="/t/a/7">${page.may(page.title)}</a>
</h1>
<div class="topic-category" itemscope itemtype="http://schema.org/BreadcrumbList"><span itemprop="itemListElement" itemscope><a href="/c/a" class="badge-wrapper bullet" itemprop="item"><span class="badge-category-bg"></span><span class="badge-category clear-badge"><span class="category-name" itemprop="name">${page.leave("Support 6")}</span></span></a></span>
</div></div>
<div itemscope itemtype="http://schema.org/DiscussionForumPosting"><meta itemprop="headline" content="${page.title}">
<div itemprop="publisher" itemscope><meta itemprop="name" content="${page.site}"></div>
${[1, 2, 3].map((at) => crawlerPost(page, at)).join("\n")}
</div><div id="related-topics" class="more-topics__list" role="complementary">
<h3 id="related-topics-title" class="more-topics__list-title">${page.ui("related")}</h3>
<div class="topic-list-container"><table class="topic-list">
<tbody>${page.teasers(
    3,
    (title) => `<tr class="topic-list-item">
<td class="main-link"><span class="link-top-line"><a href="#" class="title raw-link">${title}</a></span></td>
</tr>`,
  )}</tbody></table></div></div></div>
<footer class="container wrap"><nav class="crawler-nav"><ul>${page.menu(
    (word) => `<li><a href="#">${word}</a>
</li>`,
  )}</ul></nav></footer></body></html>`,
};

const boardPost = (
  page: Page,
  at: number,
) => `<div id="p${at}" class="post has-profile bg${(at % 2) + 1}"><div class="inner">
<dl class="postprofile" id="profile${at}"><dt class="has-profile-rank no-avatar"><div class="avatar-container">
</div><a href="#" class="username">${page.may(`user120${at}`)}</a></dt>
<dd class="profile-rank">${page.may("Level 3")}</dd>
<dd class="profile-posts"><strong>${page.may("Posts:")}</strong> <a href="#">${page.may("412")}</a></dd></dl>
<div class="postbody"><div id="post_content${at}">
<h3 ${at === 1 ? 'class="first"' : ""}><a href="#p${at}">${page.may(`Re: ${page.title}`)}</a></h3>
<ul class="post-buttons">
<li><a href="#" title="Reply" class="button button-icon-only"><span class="sr-only">${page.ui("reply")}</span></a></li>
</ul>
<p class="author"><a class="unread" href="#"><span class="sr-only">${page.leave("Post 0")}</span></a><span class="responsive-hide">${page.may("by")} <strong><a href="#" class="username">${page.may(`user120${at}`)}</a></strong> » </span><time datetime="2026-03-12T08:00:00+00:00">${page.may(page.language.ui.date)}</time>
</p>
<div class="content">${
  at > 1
    ? `<blockquote class="uncited"><div>${
        at > 2
          ? `<blockquote>
<div><cite>${page.may("user1201 wrote:")}</cite>${page.keep(page.sentence(), "blockquote")}</div>
</blockquote>`
          : ""
      }${page.keep(page.sentences(2), "blockquote")}</div>
</blockquote>`
    : ""
}${page.keep(page.sentences(3))}<br>
<br>
${page.keep(page.sentences(2))}<div class="codebox">
<p>${page.may("Code:")} <a href="#" onclick="selectCode(this); return false;">${page.ui("copy")}</a>
</p><pre><code>${page.keep(ERROR, "pre")}</code></pre></div></div>
<div id="sig${at}" class="signature">${page.may("--")}</div></div></div>
<div class="back2top"><a href="#top" class="top" title="Top"><span class="sr-only">${page.leave("Top 0")}</span></a>
</div></div></div><hr class="divider" />`;

/** A thread of phpBB: quotations in quotations, breaks for paragraphs. */
export const BOARD: Kind = {
  name: "phpbb",
  html: (
    page,
  ) => `<!DOCTYPE html><html dir="${page.language.dir}" lang="${page.language.tag}"><head><meta charset="utf-8" /><title>${page.title}</title></head>
<body id="phpbb" class="nojs notouch section-viewtopic ${page.language.dir}">
<div id="wrap" class="wrap"><a id="top" class="top-anchor" accesskey="t"></a><div id="page-header">
<div class="headerbar" role="banner"><div class="inner"><div id="site-description" class="site-description">
<p>${page.leave(page.site)}</p><p class="skiplink"><a href="#start_here">${page.ui("jump")}</a></p></div></div></div>
<div class="navbar" role="navigation"><div class="inner">
<ul id="nav-main" class="nav-main linklist" role="menubar">${page.menu(
    (word) => `<li><a href="#" role="menuitem"><span>${word}</span></a>
</li>`,
  )}</ul></div></div></div>
<a id="start_here" class="anchor"></a><div id="page-body" class="page-body" role="main">
<h2 class="topic-title"><a href="#">${page.may(page.title)}</a></h2>
<div class="action-bar bar-top"><a href="#" class="button" title="Reply"><span>${page.ui("reply")}</span></a>
<div class="search-box" role="search">
<form method="get" id="topic-search" action="./search.php"><fieldset><input class="inputbox search tiny" type="search" name="keywords"></fieldset>
</form></div><div class="pagination">${page.leave("4 posts 9")}</div></div>
${[1, 2, 3, 4].map((at) => boardPost(page, at)).join("\n")}
<div class="action-bar actions-jump">
<p class="jumpbox-return"><a href="#" class="left-box arrow-left" accesskey="r"><span>${page.ui("previous")}</span></a>
</p></div>
<div class="stat-block permissions"><h3>${page.leave("Forum permissions")}</h3><p>${page.leave("You cannot post")}</p></div></div>
<div id="page-footer" class="page-footer" role="contentinfo"><div class="copyright">
<p class="footer-row"><span class="footer-copyright">${page.ui("rights")}</span></p></div></div></div></body></html>`,
};

/** A message of an archive by Pipermail: the text is one preformatted element. */
export const MAIL: Kind = {
  name: "mailing-list",
  html: (page) => {
    page.declaresLanguage = false;
    const quoted = [page.sentence(), page.sentence()];
    const lines = [page.sentence(), page.sentence(), page.sentence(), page.sentence()];
    const text = `On Thu, 12 Mar 2026, list@lists.example wrote:\n&gt; ${quoted[0]}\n&gt;&gt; ${quoted[1]}\n\n${lines[0]}\n${lines[1]}\n\n  $ git bisect start\n  $ git bisect bad\n\n${lines[2]}\n${lines[3]}`;
    return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><HTML><HEAD>
<TITLE> ${page.title} </TITLE><LINK REL="Index" HREF="index.html">
<META http-equiv="Content-Type" content="text/html; charset=utf-8"></HEAD>
<BODY BGCOLOR="#ffffff">
<H1>${page.may(page.title)}</H1><B>${page.may("list at lists.example")}</B> <A HREF="mailto:list%40lists.example" TITLE="x">${page.may("list at lists.example")}</A><BR><I>${page.may("Thu Mar 12 08:00:00 UTC 2026")}</I>
<P><UL><LI>${page.may("Previous message:")} <A HREF="000411.html">${page.may(page.sentence())}</A></li>
<LI>${page.may("Messages sorted by:")} <a href="date.html#412">${page.may("[ date ]")}</a></LI></UL><HR>
<!--beginarticle-->
<PRE>${page.keep(text, "pre")}
</PRE>
<!--endarticle-->
<HR><P><UL><!--threads--><LI>${page.may("Previous message:")} <A HREF="000411.html">${page.may(page.sentence())}</A>
</li><LI>${page.may("Messages sorted by:")} <a href="date.html#412">${page.may("[ date ]")}</a></LI></UL>
<hr><a href="https://lists.example/listinfo">${page.may("More information about the list mailing list")}</a><br></body></html>`;
  },
};
