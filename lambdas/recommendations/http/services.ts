import type { OnceServices } from "../../shared/idempotency/create-once.ts";
import type { Queue } from "../../shared/work/queue.ts";
import type { OwnSite } from "../domain/own-site.ts";
import type { BlockedHostTable } from "../tables/blocked-host-table.ts";
import type { MentionCountTable } from "../tables/mention-count-table.ts";
import type { MentionTable } from "../tables/mention-table.ts";
import type { RateTable } from "../tables/rate-table.ts";
import type { ReaderCountTable } from "../tables/reader-count-table.ts";
import type { ChangeServices } from "../work/publish-change.ts";
import type { RefreshServices } from "../work/refresh-recommendation.ts";
import type { RecommendationMetadataMessage } from "../work/request-refresh.ts";
import type { WebmentionReceiveMessage } from "../work/webmention-receive-message.ts";
import type { MemberTokens } from "./member-tokens.ts";
import type { ViewerSecret } from "./viewer-secret.ts";

/** The services of the operations on recommendations. */
export interface RecommendationsServices extends OnceServices, ChangeServices, RefreshServices {
  readonly mentions: MentionTable;
  readonly mentionCounts: MentionCountTable;
  readonly blockedHosts: BlockedHostTable;
  readonly rates: RateTable;
  readonly readerCounts: ReaderCountTable;
  readonly metadataQueue: Queue<RecommendationMetadataMessage>;
  readonly webmentionReceiveQueue: Queue<WebmentionReceiveMessage>;
  readonly site: OwnSite;
  /** The API's public address, without a slash at the end. */
  readonly apiUrl: string;
  /** The script of `GET /embed.js`, without the API's address. */
  readonly embedScript: () => Promise<string>;
  readonly memberTokens: MemberTokens;
  /** The secret that proves that a request came through the site's domain. */
  readonly viewerSecret: ViewerSecret;
}
