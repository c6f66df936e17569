import { afterAll } from "vitest";
import type { BlogSite } from "../../../lib/local/sites/blog-site.ts";
import { startBlogSite } from "../../../lib/local/sites/blog-site.ts";
import type { MercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import type { WebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import type { ConsoleWorld } from "../console-world.ts";
import { consoleWorld } from "../console-world.ts";

/** The console with the sites of the stories, whose people have nothing yet. */
export interface StoriesWorld extends ConsoleWorld {
  readonly mercari: MercariSite;
  /** A site that can recommend the owner's. */
  readonly garden: WebmentionSite;
}

/** Starts it once for the tests of a file. */
export function storiesWorld(): StoriesWorld {
  let blog: BlogSite;
  let mercari: MercariSite;
  let garden: WebmentionSite;
  const world = consoleWorld(async () => {
    [blog, mercari, garden] = await Promise.all([
      startBlogSite(),
      startMercariSite({ items: 12 }),
      startWebmentionSite({ host: "garden.example" }),
    ]);
    return { ...blog.egressMap, ...mercari.egressMap, ...garden.egressMap };
  });
  afterAll(() => Promise.all([blog?.close(), mercari?.close(), garden?.close()]));
  return {
    get system() {
      return world.system;
    },
    get mercari() {
      return mercari;
    },
    get garden() {
      return garden;
    },
    visit: world.visit,
  };
}
