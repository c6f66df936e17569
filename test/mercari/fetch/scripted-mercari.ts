import type { SimulatedSite, SiteAnswer, SiteRequest } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, jsonAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";

/** The number of cards on the scripted search page. */
export const CARDS = 120;

/** A document like the site's: only placeholders until its script has run. */
function shell(script: string): string {
  return `<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>検索</title>
<link rel="stylesheet" href="/app.css"></head>
<body><main><div data-testid="loading-skeleton"></div></main><script src="${script}"></script></body></html>`;
}

/**
 * Fills the grid from a list that it requests. A card is filled when it comes into the window, and emptied when it leaves.
 */
const APP = `
  const cards = await (await fetch("/list.json" + location.search)).json();
  document.querySelector("main").innerHTML =
    '<ul id="item-grid">' + cards.map(() => '<li data-testid="item-cell"></li>').join("") + "</ul>";
  const cells = [...document.querySelectorAll("li")];
  const filled = ({ id, name, price }) =>
    '<a data-testid="thumbnail-link" href="/item/' + id + '"><div class="merItemThumbnail" role="img" id="' + id +
    '" aria-label="' + name + "の画像 " + price + '円"><img src="/thumb/' + id + '.jpg"></div></a>';
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      target.innerHTML = isIntersecting ? filled(cards[cells.indexOf(target)]) : "";
    }
  });
  for (const cell of cells) observer.observe(cell);
`;

const SCRIPTS: Readonly<Record<string, string>> = {
  "/app.js": `(async () => {${APP}})()`,
  "/slow.js": `setTimeout(() => {
    const begin = performance.now();
    while (performance.now() - begin < 3_000);
    setTimeout(async () => {${APP}}, 500);
  }, 300)`,
  "/endless.js": `setTimeout(() => { for (;;); }, 50)`,
};

/** One listing of the list, the same in each run. */
const card = (index: number) => ({ id: `m0000${1_000 + index}`, name: `レンズ ${index}`, price: 1_000 + index });

function answer({ path, query, headers }: SiteRequest): SiteAnswer {
  if (path === "/list.json") {
    // The list requires both of the document's cookies.
    const known = headers.cookie === "session=s; device=d";
    return known
      ? jsonAnswer(
          200,
          Array.from({ length: CARDS }, (_, index) => card(index)),
        )
      : jsonAnswer(401, []);
  }
  if (path === "/app.css") {
    return {
      status: 200,
      headers: { "content-type": "text/css" },
      body: "li { display: block; height: 180px; margin: 0 }",
    };
  }
  const script = SCRIPTS[path];
  if (script !== undefined) return { status: 200, headers: { "content-type": "text/javascript" }, body: script };
  if (path === "/blocked") return htmlAnswer(403, shell("/app.js"));
  if (path === "/moved") return { status: 302, headers: { location: `/search?${query}` }, body: "" };
  if (path === "/left") return { status: 302, headers: { location: "http://login.example/" }, body: "" };
  const page = htmlAnswer(200, shell(path === "/search" ? "/app.js" : `${path}.js`));
  return {
    ...page,
    headers: {
      ...page.headers,
      "content-security-policy": "default-src 'self'",
      // Several values are joined, as in the outbound fetch.
      "set-cookie": "session=s; Path=/; Expires=Fri, 31 Dec 2100 23:59:59 GMT, device=d; Path=/",
    },
  };
}

/** Starts a site whose pages are built by scripts. @param more answers first; undefined leaves the request to the site */
export function startScriptedMercari(
  more: (request: SiteRequest) => SiteAnswer | undefined = () => undefined,
): Promise<SimulatedSite> {
  return startSimulatedSite((request) => more(request) ?? answer(request));
}
