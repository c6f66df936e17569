import type { OnceServices } from "../shared/once.ts";
import type { CrawlServices } from "./crawl-product.ts";

/** What the operations on products work with. */
export interface MercariServices extends OnceServices, CrawlServices {}
