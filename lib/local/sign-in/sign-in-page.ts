import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { RefusalReason, SignInWords } from "./sign-in-words.ts";

/** A page and its headers. */
export interface Page {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The entries of a person so far. */
export interface Entered {
  readonly userName: string;
  readonly administrator: boolean;
}

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;display:grid;min-height:100vh;place-items:center}
main{box-sizing:border-box;width:100%;max-width:26rem;padding:1.5rem}
h1{font-size:1.5rem;line-height:1.25}
form{display:grid;gap:1rem}
.field{display:grid;gap:.25rem}
input,button{font:inherit}
input[type=text],button{padding:.6rem;min-height:2.75rem;border:1px solid;border-radius:.3rem}
input[type=checkbox]{width:1.5rem;height:1.5rem;margin:0 .5rem 0 0;vertical-align:middle}
button{background:#0b57a4;border-color:#0b57a4;color:#fff;cursor:pointer}
:focus-visible{outline:3px solid #b35900;outline-offset:2px}
.problem{font-weight:bold;margin:0}`;

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

/** The page that says why signing in or out is impossible. */
export function refusalPage(words: SignInWords, reason: RefusalReason): Page {
  const content = html`<h1>${words.refused}</h1>
<p>${words.reasons[reason]}</p>`;
  return page(words, words.refused, String(content), "'none'");
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
