import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { parseHTML } from "linkedom";
import { expect, it } from "vitest";
import { readSentPage } from "../../lambdas/bookmarks/readers/read-sent-page.ts";
import { FOR_BROWSERS } from "../../lib/site-build.ts";
import { sharedChromium } from "../client/chromium.ts";

const SOURCE = resolve(import.meta.dirname, "../../extension/saving/shown-page.ts");

/** The function alone, minified, as the browser takes it out of the extension. */
async function functionText(): Promise<string> {
  expect(readFileSync(SOURCE, "utf8")).not.toMatch(/^import /m);
  const output = { format: "iife", globalName: "made", write: false } as const;
  const made = await build({ ...FOR_BROWSERS, ...output, entryPoints: [SOURCE] });
  return `(() => { ${made.outputFiles[0]?.text}; return String(made.shownPage); })()`;
}

const SECRETS = "typed chosen hidden-token csrf-secret nonce-secret edited mirrored spoken drawn".split(" ");
const PIXEL = "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
const SENTENCE = "The kettle whistles when the water boils, and the tea is made then.";

const PAGE = `<!doctype html><html lang="en" dir="ltr"><head>
<title>Tea &amp; kettles</title>
<meta name="csrf-token" content="csrf-secret"><meta property="og:site_name" content="The hedge">
<link rel="canonical" href="/tea"><link rel="stylesheet" href="/style.css"><style>.x{}</style>
<script nonce="nonce-secret">window.early = "nonce-secret"</script></head>
<body onload="window.x=1"><article><h1>Tea &amp; kettles</h1><p>${SENTENCE} 1 &lt; 2</p>
<p id="late"></p><pre>\n\n  indented</pre><x-card><span slot="name">slotted</span></x-card>
<img id="lazy" data-src="/late.jpg" src="data:image/gif;base64,${PIXEL}">
<img id="pixel" data-src="/waiting.jpg" src="/pixel.gif">
<picture><source srcset="/wide.webp 2x"><img id="real" alt="A kettle" src="/fallback.jpg"></picture>
<form action="/login?token=hidden-token"><input name="attributes"><input name="firstChild" type="hidden" value="hidden-token">
<input id="text"><input id="box" type="checkbox" value="chosen"><textarea id="area"></textarea>
<select id="select"><option>first<option value="chosen">chosen</select>
<div id="editor" contenteditable="true"></div><output id="out"></output></form>
<div role="textbox" id="role" contenteditable></div><div id="grow" data-replicated-value="mirrored"></div>
<x-field value="typed" aria-valuetext="spoken"></x-field><canvas id="canvas">drawn</canvas>
<!-- nonce-secret --><iframe srcdoc="<p>typed</p>"></iframe><noscript>typed</noscript><template>typed</template>
<button value="typed">Reply</button></article></body></html>`;

/** What scripts and the person do before the page is saved. */
const USED = `(async () => {
  const of = (id) => document.querySelector("#" + id);
  of("late").textContent = "Added by a script.";
  document.querySelector("x-card").attachShadow({ mode: "open" }).setHTMLUnsafe(
    "<p>In the shadow: <slot name='name'></slot></p><input value='typed'>");
  of("text").value = "typed";
  of("text").setAttribute("value", "typed");
  of("box").checked = true;
  of("area").value = "typed";
  of("area").textContent = "typed";
  of("select").selectedIndex = 1;
  for (const id of ["editor", "role"]) of(id).textContent = "edited";
  of("out").textContent = "typed";
  of("canvas").getContext("2d").fillText("drawn", 0, 0);
  let deep = document.body;
  for (let depth = 0; depth < 3_000; depth += 1) deep = deep.appendChild(document.createElement("span"));
})()`;

it("a page is taken as the browser shows it, and nothing that was typed or chosen in it", async () => {
  const context = await (await sharedChromium()).newContext();
  try {
    const page = await context.newPage();
    await page.route("**/*", (route) =>
      route.request().resourceType() === "document"
        ? route.fulfill({ contentType: "text/html", body: PAGE })
        : route.request().url().endsWith("/pixel.gif")
          ? route.fulfill({ contentType: "image/gif", body: Buffer.from(PIXEL, "base64") })
          : route.abort(),
    );
    await page.goto("http://127.0.0.1:9/posts/tea");
    await page.evaluate(USED);
    const text = String(await page.evaluate(await functionText()));
    const html = String(await page.evaluate(`(${text})(${8 * 1_024 * 1_024})`));
    for (const secret of SECRETS) expect(html).not.toContain(secret);
    expect(html).not.toMatch(
      /<(?:script|style|iframe|canvas|input|textarea|select|option|output|noscript|!--)|onload|srcset/,
    );
    expect(html).toContain(
      '<base href="http://127.0.0.1:9/posts/tea"><meta property="og:site_name" content="The hedge">',
    );
    expect(html).toContain('<link rel="canonical" href="http://127.0.0.1:9/tea">');

    const { document } = parseHTML(html);
    const { lang, dir } = document.documentElement;
    expect([lang, dir, document.title]).toEqual(["en", "ltr", "Tea & kettles"]);
    const sources = [...document.querySelectorAll("img")].map((image) => image.getAttribute("src"));
    const waiting = ["http://127.0.0.1:9/late.jpg", "http://127.0.0.1:9/waiting.jpg"];
    expect(sources).toEqual([...waiting, expect.stringMatching(/\/(?:wide\.webp|fallback\.jpg)$/)]);
    expect(html).toContain("<pre>\n\n  indented</pre>");

    const read = readSentPage({ body: Buffer.from(html), charset: "utf-8" }, page.url(), 4 * 1_024 * 1_024);
    expect(read).toMatchObject({ kind: "page", content: { title: "Tea & kettles", siteName: "The hedge" } });
    const kept = read.kind === "page" ? read.content.html : "";
    for (const shown of [SENTENCE, "1 &lt; 2", "Added by a script.", "In the shadow: ", "slotted"])
      expect(kept).toContain(shown);
    expect(await page.evaluate(`(${text})(500)`)).toBeNull();
  } finally {
    await context.close();
  }
});
