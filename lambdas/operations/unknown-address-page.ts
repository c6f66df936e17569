import { styleSource } from "../shared/html/style-source.ts";
import type { Answer } from "../shared/http/answer.ts";

/** The console's colours and sizes (console/styles/tokens.css): both pages are one product. */
const STYLE = `
:root{color-scheme:light dark;
  --surface: light-dark(oklch(98.2% 0.004 250), oklch(18.5% 0.014 262));
  --raised: light-dark(oklch(100% 0 0), oklch(22.2% 0.016 262));
  --text: light-dark(oklch(25% 0.02 262), oklch(93% 0.008 255));
  --line: light-dark(oklch(91.5% 0.007 255), oklch(30.5% 0.018 262));
  --accent: light-dark(oklch(47% 0.11 245), oklch(78% 0.105 238));
  --type: 0.9375rem;
  --type-title: 1.3125rem;
  --radius-large: 0.75rem;
}
body{margin:0;display:grid;min-height:100vh;place-items:center;background:var(--surface);color:var(--text);font:var(--type)/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:100%;max-width:26rem;padding:2rem;background:var(--raised);border:1px solid var(--line);border-radius:var(--radius-large)}
h1{margin:0;font-size:var(--type-title);line-height:1.25}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>There is nothing at this address</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>There is nothing at this address</h1>
<p>The API is described by <a href="/openapi.json">/openapi.json</a>.</p>
</main>
</body>
</html>
`;

/** Whether a request is that of a person who opened an address in a browser. */
export function isVisit(method: string, accept: string | undefined): boolean {
  return method === "GET" && (accept ?? "").includes("text/html");
}

/** The page, with status 404, for a person who opened an address that no route has. */
export function unknownAddressPage(): Answer {
  return {
    status: 404,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src ${styleSource(STYLE)}; base-uri 'none'; frame-ancestors 'none'`,
      "x-content-type-options": "nosniff",
    },
    text: PAGE,
  };
}
