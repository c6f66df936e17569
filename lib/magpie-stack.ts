import type { App, Environment } from "aws-cdk-lib";
import { Stack } from "aws-cdk-lib";
import { Backup } from "./backup.ts";
import { Bookmarks } from "./bookmarks.ts";
import { Books } from "./books.ts";
import { VERSION } from "./bundling/version.ts";
import { Changes } from "./changes.ts";
import { Platform } from "./constructs/platform.ts";
import { Mercari } from "./mercari.ts";
import { Notices } from "./notices.ts";
import { Operations, RECONCILE_TIMEOUT } from "./operations.ts";
import { Recommendations } from "./recommendations.ts";
import { SavedQueries } from "./saved-queries.ts";
import type { Settings } from "./settings.ts";
import { Site } from "./site.ts";
import { Slides } from "./slides.ts";
import { Users } from "./users.ts";

export interface MagpieStackProps {
  readonly settings: Settings;
  readonly bundles: string;
  /** The account and region that the stack is bound to, as far as the settings name them. */
  readonly env: Environment;
}

export class MagpieStack extends Stack {
  constructor(app: App, id: string, { settings, bundles, env }: MagpieStackProps) {
    super(app, id, {
      env,
      description: `Magpie ${VERSION}`,
      tags: { app: "magpie", stage: settings.stage },
      // `cdk destroy` of a stage that keeps its data is refused until an operator disables this (docs/deploy.md).
      terminationProtection: settings.keepData,
    });

    const platform = new Platform(this, "Platform", { settings, bundles });
    // Functions name the resources that they use, so these resources are created first.
    new Site(this, "Site", { platform });
    new Notices(this, "Notices", { platform });
    const slides = new Slides(this, "Slides", { platform });
    const bookmarks = new Bookmarks(this, "Bookmarks", { platform });
    new Changes(this, "Changes", {
      platform,
      // Reconcile writes the tables, too.
      writeTimeouts: [bookmarks.writeTimeout, slides.writeTimeout, RECONCILE_TIMEOUT],
    });
    new Books(this, "Books", { platform });
    new Mercari(this, "Mercari", { platform });
    new Recommendations(this, "Recommendations", { platform });
    new Users(this, "Users", { platform });
    new Operations(this, "Operations", { platform });
    new SavedQueries(this, "SavedQueries", { platform });
    if (settings.backup !== undefined) new Backup(this, "Backup", { platform, settings: settings.backup });
  }
}
