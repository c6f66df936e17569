import { mentionId } from "../../../lambdas/recommendations/domain/mention.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import type { HttpAnswer } from "../../emulators/http-event.ts";
import { publisher } from "../../recommendations/recommendations-world.ts";
import { OUR_PAGE } from "./outside.ts";
import type { Act } from "./steps.ts";
import type { RecommendationsSystem } from "./system.ts";

/** A member of our site, whose clicks are not limited. */
const MEMBER = { authorization: "Bearer mia" };

/**
 * Sends the request of an act.
 *
 * @param id the recommendation's that the act is about
 * @param newId returns the ids that the function gives away
 */
export function requested(
  act: Act,
  id: string,
  { services }: Pick<RecommendationsSystem, "services">,
  newId: () => string,
): Promise<HttpAnswer> {
  const api = publisher({ ...services, newId });
  switch (act.do) {
    case "create":
      return api.add(act.title, { url: act.url }, keyHeader(act.key));
    case "rename":
      return api.put(id, { title: act.title });
    case "move":
      return api.put(id, { url: act.url });
    case "delete":
      return api.remove(id);
    case "announce":
      return api.announce(id);
    case "click":
      return api.click(id, { headers: { ...MEMBER, ...keyHeader(act.key && derivedId(id, act.key)) } });
    case "mention":
      return api.mention({ source: act.source, target: OUR_PAGE });
    case "hide":
    case "show":
      return api.hide(mentionId(act.source, OUR_PAGE), act.do === "hide");
    case "block":
      return api.block(act.host);
    case "unblock":
      return api.unblock(act.host);
    case "read":
      return api.list({ limit: "100" });
  }
}

function keyHeader(key: string | null): Record<string, string> {
  return key === null ? {} : { "idempotency-key": key };
}
