import { styleSource } from "../shared/html/style-source.ts";
import type { Answer } from "../shared/http/answer.ts";

const STYLE =
  "body{max-width:40rem;margin:2rem auto;padding:0 1rem;font-family:system-ui,sans-serif;line-height:1.5}:root{color-scheme:light dark}";

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
