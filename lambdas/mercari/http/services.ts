import type { OnceServices } from "../../shared/idempotency/once.ts";
import type { CrawlServices } from "../work/crawl-services.ts";

/** What the operations on products work with. */
export interface MercariServices extends OnceServices, CrawlServices {}
