import type { EnvironmentContract } from "../shared/env.ts";

export const onDeployUses = {
  /** The bucket behind the site's domain. The stack grants the folders of the files. */
  SITE_BUCKET: { bucket: "site", does: ["ListBucketVersions"], objects: [] },
} satisfies EnvironmentContract;
