import { pictureAnswer } from "./picture-answer.ts";
import type { SimulatedSite } from "./simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "./simulated-site.ts";

/** A blog at `blog.example`: every path is an article about birds, titled after the path's last part. */
export type BlogSite = SimulatedSite & { readonly egressMap: Readonly<Record<string, string>> };

/** A picture of so many pixels. */
const PICTURE = /^\/pictures\/(\d+)x(\d+)\//;

/** Width and height of the articles' pictures: wide, tall, square, smaller than a row, and as a camera takes them. */
const SHAPES = [
  [1_600, 400],
  [480, 1_200],
  [512, 512],
  [24, 18],
  [4_000, 3_000],
] as const;

function titleOf(path: string): string {
  const words = (path.split("/").at(-1) ?? "").replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export async function startBlogSite(): Promise<BlogSite> {
  const site = await startSimulatedSite(({ path }) => {
    const [, width, height] = PICTURE.exec(path) ?? [];
    return height === undefined
      ? htmlAnswer(200, article(titleOf(path)))
      : pictureAnswer(Number(width), Number(height));
  });
  return { ...site, egressMap: { "blog.example": site.origin } };
}

/** Articles have pictures of different shapes, and one always the same. */
function shapeOf(title: string): (typeof SHAPES)[number] {
  const sum = Array.from(title, (letter) => letter.charCodeAt(0)).reduce((total, code) => total + code, 0);
  return SHAPES[sum % SHAPES.length] ?? SHAPES[0];
}

function article(title: string): string {
  const [width, height] = shapeOf(title);
  const picture = `/pictures/${width}x${height}/hedge.png`;
  return `<!doctype html>
<html lang="en">
<head>
  <title>${title} – The hedge</title>
  <meta property="og:title" content="${title}">
  <meta property="og:site_name" content="The hedge">
  <meta property="og:image" content="${picture}">
  <link rel="icon" href="/pictures/32x32/icon.png" sizes="32x32">
</head>
<body>
  <nav><a href="/">Home</a> <a href="/about">About</a></nav>
  <article>
    <h1>${title}</h1>
    <p>Sparrows live in the hedge behind the house, and every morning the hedge is full of sparrows before the first
    tram has passed. They quarrel about twigs, about crumbs, and about who may sit where.</p>
    <figure><img src="${picture}" alt="The hedge" width="${width}" height="${height}"></figure>
    <p>A hedge feeds sparrows in winter when it carries berries. Hawthorn and rowan carry berries until February, and so
    the sparrows stay. Where a hedge has been cut down, the sparrows leave within a few weeks.</p>
    <p>Whoever wants sparrows plants a hedge, lets it grow wild, and waits a year or two.</p>
  </article>
  <footer>Printed on recycled electrons.</footer>
</body>
</html>`;
}
