import { isAbsent, isPresent } from "../../shared/table/expression.ts";
import { transitions } from "../../shared/table/transitions.ts";
import { PENDING_ATTRIBUTES } from "../../shared/work/pending-index.ts";

/** The requested crawl of a product, which is stored in the product. A crawl may also run without a request. */
export const CRAWL = transitions(
  "Requested crawl of a product",
  {
    none: {
      holds: isAbsent("pending_id"),
      enter: { remove: ["pending_id", ...PENDING_ATTRIBUTES, "reconcile_rounds"] },
    },
    requested: { holds: isPresent("pending_id"), enter: {} },
  },
  {
    request: {
      from: ["none", "requested"],
      to: "requested",
      when: "the product is not being deleted; in place of an earlier request: a crawl is running, which may have read its pages before",
    },
    finish: { from: ["requested"], to: "none", when: "the crawl holds the lease, and no later crawl was requested" },
    giveUp: {
      from: ["requested"],
      to: "none",
      when: "no crawl holds the lease; by reconcile: no later crawl was requested",
    },
  },
);
