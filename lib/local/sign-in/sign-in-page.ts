import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { html, raw } from "hono/html";
import type { RefusalReason, SignInWords } from "./sign-in-words.ts";

export interface Page {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Entered {
  readonly userName: string;
  readonly administrator: boolean;
}

/** The console's own colours and sizes: both pages are one product. */
const TOKENS = readFileSync(resolve(import.meta.dirname, "../../../console/styles/tokens.css"), "utf8");

const STYLE = `${TOKENS}
*{box-sizing:border-box}
body{margin:0;display:grid;min-height:100vh;place-items:center;background:var(--surface);color:var(--text);font-size:var(--type)}
main{width:100%;max-width:26rem;padding:var(--space-6);background:var(--raised);border:1px solid var(--line);border-radius:var(--radius-large);box-shadow:var(--shadow)}
h1{margin:0;font-size:var(--type-title);line-height:1.25}
form{display:grid;gap:var(--space-4)}
.field{display:grid;gap:var(--space-1)}
input,button{font:inherit}
input[type=text],button{padding:var(--space) var(--space-3);min-height:2.75rem;border:1px solid var(--control);border-radius:var(--radius);background:var(--surface);color:var(--text)}
input[type=checkbox]{width:1.5rem;height:1.5rem;margin:0 var(--space) 0 0;vertical-align:middle;accent-color:var(--accent)}
button{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.problem{font-weight:bold;margin:0;color:var(--bad)}`;

const STYLE_SOURCE = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/**
 * The page on which a person chooses a name.
 *
 * @param action the address of the form: the authorization request itself
 * @param returnsTo the origin to which the form's answer redirects, which browsers count as a target of the form
 * @param entered what was refused; undefined for an empty form
 */
export function signInPage(words: SignInWords, action: string, returnsTo: string, entered?: Entered): Page {
  const problem =
    entered === undefined ? "" : html`<p class="problem" id="problem" role="alert">${words.invalidUserName}</p>`;
  const described = entered === undefined ? "" : raw(' aria-invalid="true" aria-describedby="problem"');
  const checked = entered?.administrator ? raw(" checked") : "";
  const content = html`<h1>${words.title}</h1>
<p>${words.explanation}</p>
<form method="post" action="${action}">
${problem}
<div class="field"><label for="username">${words.userName}</label>
<input type="text" id="username" name="username" value="${entered?.userName ?? ""}" maxlength="128" required autofocus autocomplete="username" autocapitalize="none" spellcheck="false"${described}></div>
<div><input type="checkbox" id="administrator" name="administrator" value="yes"${checked}><label for="administrator">${words.administrator}</label></div>
<button type="submit">${words.signIn}</button>
</form>`;
  return page(words, words.title, String(content), `'self' ${returnsTo}`);
}

export function refusalPage(words: SignInWords, reason: RefusalReason): Page {
  const title = reason === "not_opened" ? words.openFirst : words.refused;
  const content = html`<h1>${title}</h1>
<p>${words[reason]}</p>`;
  return page(words, title, String(content), "'none'");
}

function page({ language }: SignInWords, title: string, content: string, formAction: string): Page {
  const body = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
${raw(content)}
</main>
</body>
</html>
`;
  const directives = [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    body: String(body),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": directives.join("; "),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      // With `no-referrer` a browser would send the form with the origin `null`.
      "referrer-policy": "same-origin",
    },
  };
}
