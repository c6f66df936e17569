import { noContent } from "../../../shared/http/answer.ts";
import { Rejected } from "../../../shared/http/rejected.ts";
import { blockableHost } from "../../domain/blocked-host.ts";
import type { RecommendationsOperation } from "../services.ts";

/** Unblocks a host, so that its mentions are accepted again. */
export const unblockHost: RecommendationsOperation<"unblockHost"> = async ({ params }, { blockedHosts }) => {
  const host = blockableHost(params.host);
  if (host === null || !(await blockedHosts.unblock(host))) {
    throw new Rejected(404, "not_found", "This host is not blocked.");
  }
  return noContent();
};
