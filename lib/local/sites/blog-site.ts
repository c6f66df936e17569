import { pictureAnswer } from "./picture-answer.ts";
import type { SimulatedSite } from "./simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "./simulated-site.ts";

/** A blog at `blog.example`: every path is an article about birds, titled after the path's last part. */
export type BlogSite = SimulatedSite & { readonly egressMap: Readonly<Record<string, string>> };

/** Below it, every path is a picture. */
const PICTURES = "/pictures/";

/** The title of the article at a path. */
function titleOf(path: string): string {
  const words = (path.split("/").at(-1) ?? "").replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export async function startBlogSite(): Promise<BlogSite> {
  const site = await startSimulatedSite(({ path }) =>
    path.startsWith(PICTURES) ? pictureAnswer : htmlAnswer(200, article(titleOf(path))),
  );
  return { ...site, egressMap: { "blog.example": site.origin } };
}

function article(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <title>${title} – The hedge</title>
  <meta property="og:title" content="${title}">
  <meta property="og:site_name" content="The hedge">
  <meta property="og:image" content="${PICTURES}hedge.png">
  <link rel="icon" href="${PICTURES}icon.png" sizes="32x32">
</head>
<body>
  <nav><a href="/">Home</a> <a href="/about">About</a></nav>
  <article>
    <h1>${title}</h1>
    <p>Sparrows live in the hedge behind the house, and every morning the hedge is full of sparrows before the first
    tram has passed. They quarrel about twigs, about crumbs, and about who may sit where.</p>
    <figure><img src="${PICTURES}hedge.png" alt="The hedge" width="640" height="360"></figure>
    <p>A hedge feeds sparrows in winter when it carries berries. Hawthorn and rowan carry berries until February, and so
    the sparrows stay. Where a hedge has been cut down, the sparrows leave within a few weeks.</p>
    <p>Whoever wants sparrows plants a hedge, lets it grow wild, and waits a year or two.</p>
  </article>
  <footer>Printed on recycled electrons.</footer>
</body>
</html>`;
}
