import type { App } from "aws-cdk-lib";
import { Stack } from "aws-cdk-lib";
import { Bookmarks } from "./bookmarks.ts";
import { Books } from "./books.ts";
import { Platform } from "./constructs/platform.ts";
import { Mercari } from "./mercari.ts";
import { Operations } from "./operations.ts";
import type { Settings } from "./settings.ts";
import { Site } from "./site.ts";
import { Slides } from "./slides.ts";

/** Magpie in one stack. */
export class MagpieStack extends Stack {
  constructor(app: App, id: string, { settings, bundles }: { settings: Settings; bundles: string }) {
    super(app, id, { description: "Magpie", tags: { app: "magpie", stage: settings.stage } });

    const platform = new Platform(this, "Platform", { settings, bundles });
    const slides = new Slides(this, "Slides", { platform });
    const bookmarks = new Bookmarks(this, "Bookmarks", { platform });
    const books = new Books(this, "Books", { platform });
    const mercari = new Mercari(this, "Mercari", { platform });
    new Site(this, "Site", { platform });
    new Operations(this, "Operations", { platform, slides, bookmarks, books, mercari });
  }
}
