import { afterAll } from "vitest";
import type { BlogSite } from "../../../lib/local/sites/blog-site.ts";
import { startBlogSite } from "../../../lib/local/sites/blog-site.ts";
import type { MercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import type { ConsoleWorld } from "../console-world.ts";
import { consoleWorld } from "../console-world.ts";

/** The console with the sites of the stories, whose people have nothing yet. */
export interface StoriesWorld extends ConsoleWorld {
  readonly mercari: MercariSite;
}

/** Starts it once for the tests of a file. */
export function storiesWorld(): StoriesWorld {
  let blog: BlogSite;
  let mercari: MercariSite;
  const world = consoleWorld(async () => {
    [blog, mercari] = await Promise.all([startBlogSite(), startMercariSite({ items: 12 })]);
    return { ...blog.egressMap, ...mercari.egressMap };
  });
  afterAll(() => Promise.all([blog?.close(), mercari?.close()]));
  return {
    get system() {
      return world.system;
    },
    get mercari() {
      return mercari;
    },
    visit: world.visit,
  };
}
