import type { Kind, Page } from "../page.ts";

const line = (name: string) =>
  `<tr><td bgcolor="#003366"><font face="Arial" size="2"><a href="a.htm"><font color="#ffffff">${name}</font></a></font></td></tr>`;

/** A page of the nineties: the layout is a table, fonts are elements, paragraphs are breaks. No language is declared. */
export const TABLES: Kind = {
  name: "font-tables",
  html: (page) => {
    page.declaresLanguage = false;
    return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><HTML${page.language.dir === "rtl" ? " DIR=RTL" : ""}>
<HEAD><TITLE>${page.title}</TITLE><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=utf-8"></HEAD>
<BODY BGCOLOR="#FFFFFF" TEXT="#000000" LINK="#0000EE"><TABLE WIDTH="100%" BORDER="0" CELLSPACING="0" CELLPADDING="4">
<TR><TD COLSPAN="2" BGCOLOR="#CCCCCC"><FONT FACE="Arial" SIZE="5"><B>${page.may(page.site)}</B></FONT></TD></TR>
<TR><TD WIDTH="150" VALIGN="TOP" BGCOLOR="#003366"><TABLE BORDER="0" CELLPADDING="2">
${page.menu((word) => line(word))}
</TABLE></TD><TD VALIGN="TOP">
<H1 ALIGN="CENTER"><FONT FACE="Arial" COLOR="#990000">${page.may(page.title)}</FONT></H1>
<P><FONT FACE="Times New Roman" SIZE="3">${page.keep(page.sentences(3))}</FONT></P>
<CENTER><IMG SRC="${page.image("").src}" WIDTH="320" HEIGHT="240" BORDER="1"><BR><FONT SIZE="1"><I>${page.keep(page.sentence())}</I></FONT></CENTER>
<P><FONT FACE="Times New Roman" SIZE="3">${page.keep(page.sentences(2))}</FONT></P>
<H3><FONT FACE="Arial">${page.keep(page.heading(), "h")}</FONT></H3>
<FONT FACE="Times New Roman" SIZE="3">${page.keep(page.sentences(3))}<BR><BR>
${page.keep(page.sentences(2))}<BR><BR>
${page.keep(page.sentences(2))}</FONT>
<UL><LI><FONT SIZE="3">${page.keep(page.sentence(), "li")}</FONT><LI><FONT SIZE="3">${page.keep(page.sentence(), "li")}</FONT></UL>
<TABLE BORDER="1" CELLPADDING="3" ALIGN="CENTER"><CAPTION>${page.keep(page.heading(), "caption")}</CAPTION><TR>
<TH>${page.keep(page.topic(2), "th")}</TH><TH>${page.keep(page.topic(3), "th")}</TH></TR><TR>
<TD>${page.keep(page.topic(4), "td")}</TD><TD>${page.keep("1873", "td")}</TD></TR></TABLE>
<P><FONT FACE="Times New Roman" SIZE="3">${page.keep(page.sentences(3))}</FONT></P>
</TD></TR><TR>
<TD COLSPAN="2" ALIGN="CENTER" BGCOLOR="#CCCCCC"><FONT SIZE="1">${page.may(page.language.ui.rights)}</FONT></TD></TR>
</TABLE></BODY></HTML>`;
  },
};

const separator = (page: Page) => {
  const { src, alt } = page.image();
  return `<div class="separator" style="clear: both; text-align: center;"><a href="${src}" imageanchor="1" style="margin-left: 1em; margin-right: 1em;"><img alt="${alt}" border="0" data-original-height="1200" data-original-width="1600" height="300" src="${src}" width="400" /></a>
</div>`;
};

/** Blogger: paragraphs are two breaks in one `div`, pictures are links in a `div` of their own. */
export const BLOGGER: Kind = {
  name: "blogger-breaks",
  html: (page) => `<!DOCTYPE html><html class='v2' dir='${page.language.dir}' lang='${page.language.tag}'><head>
<meta content='text/html; charset=UTF-8' http-equiv='Content-Type'/><meta content='blogger' name='generator'/>
<meta content='${page.title}' property='og:title'/><title>${page.site}: ${page.title}</title></head>
<body class='loading variant-simplysimple'><div class='navbar no-items section' id='navbar' name='Navbar'></div>
<div class='body-fauxcolumns'><div class='fauxcolumn-outer body-fauxcolumn-outer'></div></div>
<div class='content'><div class='content-outer'><div class='fauxborder-left content-fauxborder-left'>
<div class='content-inner'><header><div class='header-outer'><div class='header section' id='header' name='Header'>
<div class='widget Header' data-version='1' id='Header1'><div id='header-inner'><div class='titlewrapper'>
<h1 class='title'><a href='/'>${page.leave(page.site)}</a></h1></div></div></div></div></div></header>
<div class='tabs-outer'><div class='tabs section' id='crosscol'><div class='widget PageList' id='PageList1'>
<div class='widget-content'><ul>${page.menu((word) => `<li><a href='#'>${word}</a></li>`)}</ul></div></div></div></div>
<div class='main-outer'><div class='region-inner main-inner'><div class='columns fauxcolumns'>
<div class='columns-inner'><div class='column-center-outer'><div class='column-center-inner'>
<div class='main section' id='main' name='Main'><div class='widget Blog' data-version='1' id='Blog1'>
<div class='blog-posts hfeed'><div class="date-outer">
<h2 class='date-header'><span>${page.may(page.language.ui.date)}</span></h2><div class="date-posts">
<div class='post-outer'>
<div class='post hentry uncustomized-post-template' itemprop='blogPost' itemscope='itemscope' itemtype='http://schema.org/BlogPosting'><a name='1'></a>
<h3 class='post-title entry-title' itemprop='name'>${page.may(page.title)}</h3><div class='post-header'>
<div class='post-header-line-1'></div></div>
<div class='post-body entry-content' id='post-body-1' itemprop='description articleBody'>
${page.keep(page.sentences(3))}<br /><br />${page.keep(page.sentences(2))}<br />
<br />
${separator(page)}
<br />
${page.keep(page.sentences(2))}<br /><br /><b>${page.keep(page.heading())}</b><br /><br />${page.keep(page.sentences(3))}<br />
<ul><li>${page.keep(page.sentence(), "li")}</li><li>${page.keep(page.sentence(), "li")}</li></ul><div><br /></div>
<div>${page.keep(page.sentences(2))}</div>
<blockquote class="tr_bq">${page.keep(page.sentence(), "blockquote")}</blockquote>${page.keep(page.sentences(2))}
<div style='clear: both;'></div></div>
<div class='post-footer'>
<div class='post-footer-line post-footer-line-1'><span class='post-author vcard'>${page.ui("editors")}</span>
<div class='post-share-buttons goog-inline-block'><a class='goog-inline-block share-button sb-email' href='#'><span class='share-button-link-text'>${page.ui("share")}</span></a>
</div></div></div></div>
<div class='comments' id='comments'><a name='comments'></a><h4>${page.ui("comments")}</h4>
<dl id='comments-block'>${page.teasers(2, (text) => `<dd class='comment-body'><p>${text}</p></dd>`)}</dl></div></div>
</div></div></div>
<div class='blog-pager' id='blog-pager'><span id='blog-pager-older-link'><a class='blog-pager-older-link' href='#'>${page.ui("previous")}</a></span>
</div></div></div></div></div>
<div class='column-right-outer'><div class='column-right-inner'><aside>
<div class='sidebar section' id='sidebar-right-1'><div class='widget BlogArchive'>${page.ui("search")}</div></div>
</aside></div></div></div></div></div></div>
<footer><div class='footer-outer'><div class='foot section' id='footer-3'>
<div class='widget Attribution'>${page.ui("rights")}</div></div></div></footer></div></div></div></div></body></html>`,
};

/** An application in one page, whose text for visitors without script is in `noscript`. */
export const NOSCRIPT: Kind = {
  name: "noscript-text",
  html: (page) => `<!doctype html><html ${page.root}><head><meta charset="utf-8"/><link rel="icon" href="/favicon.ico"/>
<meta name="theme-color" content="#000000"/><title>${page.title}</title>
<meta property="og:title" content="${page.title}"/><script defer="defer" src="/static/js/main.7d2c1f4e.js"></script>
<link href="/static/css/main.css" rel="stylesheet"></head>
<body><div id="root"></div><noscript><div class="no-js-content"><header>
<nav>${page.menu((word) => `<a href="#">${word}</a>`)}</nav></header><main><h1>${page.may(page.title)}</h1>
${page.paragraphs(3)}
<h2>${page.keep(page.heading(), "h")}</h2>
<ul><li>${page.keep(page.sentence(), "li")}</li><li>${page.keep(page.sentence(), "li")}</li></ul>
<p><img src="${page.image("").src}" alt=""></p>
${page.paragraphs(2)}
</main><footer><p>${page.ui("rights")}</p></footer></div></noscript><script>window.dataLayer=[]</script></body></html>`,
};

/** A letter of a company in a page builder: sections of sections, forms that a script shows later, parts for screen readers. */
export const HIDDEN: Kind = {
  name: "page-builder",
  html: (
    page,
  ) => `<!DOCTYPE html><html ${page.root}><head><meta charset="UTF-8"><title>${page.title} - ${page.site}</title>
<meta property="og:title" content="${page.title}"></head>
<body class="page-template-default page elementor-default elementor-kit-5 elementor-page">
<header data-elementor-type="header" class="elementor elementor-12 elementor-location-header">
<div class="elementor-element e-flex e-con-boxed e-con e-parent"><nav class="elementor-nav-menu--main">
<ul class="elementor-nav-menu">${page.menu(
    (word) => `<li class="menu-item"><a href="#" class="elementor-item">${word}</a>
</li>`,
  )}</ul></nav></div></header>
<main id="content" class="site-main post-7 page type-page status-publish hentry"><div class="page-content">
<div data-elementor-type="wp-page" data-elementor-id="7" class="elementor elementor-7">
<div class="elementor-element elementor-element-1a e-flex e-con-boxed e-con e-parent" data-element_type="container">
<div class="e-con-inner">
<div class="elementor-element elementor-widget elementor-widget-heading" data-widget_type="heading.default">
<div class="elementor-widget-container">
<h1 class="elementor-heading-title elementor-size-default">${page.may(page.title)}</h1></div></div>
<div class="elementor-element elementor-widget elementor-widget-text-editor" data-widget_type="text-editor.default">
<div class="elementor-widget-container">${page.paragraphs(2)}</div></div></div></div>
${[0, 1, 2]
  .map(
    (
      at,
    ) => `<div class="elementor-element elementor-element-2${at} e-flex e-con-boxed e-con e-parent" data-element_type="container">
<div class="e-con-inner"><div class="elementor-element elementor-widget elementor-widget-heading">
<div class="elementor-widget-container">
<h2 class="elementor-heading-title elementor-size-default">${page.keep(page.heading(), "h")}</h2></div></div>
<div class="elementor-element elementor-widget elementor-widget-image">
<div class="elementor-widget-container"><img loading="lazy" decoding="async" width="800" height="533" src="${page.image("").src}" class="attachment-large size-large" alt="" />
</div></div>
<div class="elementor-element elementor-widget elementor-widget-text-editor">
<div class="elementor-widget-container">${page.paragraphs(
      2,
      (text) => `<p>${text}<span class="screen-reader-text">${page.leave(page.sentence())}</span>
</p>`,
    )}</div></div></div></div>`,
  )
  .join("\n")}
<div class="elementor-element elementor-element-3a e-flex e-con-boxed e-con e-parent"><div class="e-con-inner">
<div class="elementor-element elementor-widget elementor-widget-text-editor"><div class="elementor-widget-container">
<p>${page.keep(page.sentence())}<span style="display:none">${page.leave(page.sentence())}</span><span class="tooltip" hidden>${page.leave(page.sentence())}</span>
</p>${page.paragraphs(1)}</div></div></div></div>
<div class="elementor-element elementor-widget elementor-widget-form" style="display: none;">
<form class="elementor-form" method="post"><label>${page.ui("newsletter")}</label><button type="submit">${page.ui("subscribe")}</button>
</form></div>
</div></div></main><footer data-elementor-type="footer" class="elementor elementor-14 elementor-location-footer">
<div class="elementor-widget-container"><p>${page.ui("rights")}</p></div></footer></body></html>`,
};
