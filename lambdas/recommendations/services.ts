import type { OnceServices } from "../shared/once.ts";
import type { Queue } from "../shared/queue.ts";
import type { Secret } from "../shared/secret.ts";
import type { ChangeServices } from "./after-change.ts";
import type { BlockedHostTable } from "./blocked-host-table.ts";
import type { MemberTokens } from "./member-tokens.ts";
import type { MentionCountTable } from "./mention-count-table.ts";
import type { MentionTable } from "./mention-table.ts";
import type { OwnSite } from "./own-site.ts";
import type { RateTable } from "./rate-table.ts";
import type { CountServices } from "./reader-counts.ts";
import type { RecommendationMetadataMessage } from "./recommendation-metadata-message.ts";
import type { RefreshServices } from "./refresh-recommendation.ts";
import type { WebmentionReceiveMessage } from "./webmention-receive-message.ts";

/** What the operations on recommendations work with. */
export interface RecommendationsServices extends OnceServices, ChangeServices, RefreshServices, CountServices {
  readonly mentions: MentionTable;
  readonly mentionCounts: MentionCountTable;
  readonly blockedHosts: BlockedHostTable;
  readonly rates: RateTable;
  readonly metadataQueue: Queue<RecommendationMetadataMessage>;
  readonly webmentionReceiveQueue: Queue<WebmentionReceiveMessage>;
  readonly site: OwnSite;
  readonly memberTokens: MemberTokens;
  /** What shows that a request came through the site's domain. */
  readonly viewerSecret: Secret;
}
