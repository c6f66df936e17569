import type { OnceServices } from "../../shared/idempotency/create-once.ts";
import type { CrawlServices } from "../work/crawl-services.ts";

/** The services of the operations on products. */
export interface MercariServices extends OnceServices, CrawlServices {}
