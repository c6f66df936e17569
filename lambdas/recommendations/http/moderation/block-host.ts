import { created } from "../../../shared/http/answer.ts";
import { Rejected } from "../../../shared/http/rejected.ts";
import { createOnce } from "../../../shared/idempotency/create-once.ts";
import { blockedHostAnswer } from "../bodies/blocked-host-answer.ts";
import type { RecommendationsOperation } from "../services.ts";

/** The number of hosts that may be blocked at a time: lists read all of them. */
const MAX_BLOCKED_HOSTS = 1_000;

/**
 * Blocks a host: from now on, mentions of the host and its subdomains are dropped; its verified mentions disappear from
 * every list at once.
 */
export const blockHost: RecommendationsOperation<"blockHost"> = (request, services) => {
  const { host } = request.body;
  return createOnce(request, services, async ({ at }) => {
    const blocked = await services.blockedHosts.all();
    if (blocked.length >= MAX_BLOCKED_HOSTS && !blocked.some((one) => one.host === host)) {
      throw new Rejected(409, "too_many_blocked_hosts", "A thousand hosts are blocked. Unblock one first.");
    }
    const answer = blockedHostAnswer(await services.blockedHosts.block(host, at));
    return { answer: created(answer, `/v1/blocked-hosts/${encodeURIComponent(host)}`), reproducible: false };
  });
};
