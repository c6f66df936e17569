import type { PlantedDefect } from "../planted-defect.ts";

const PUBLISH_CHANGE = "lambdas/recommendations/work/publish-change.ts";
const DIRECTORY_TABLE = "lambdas/recommendations/tables/directory-table.ts";

/** Defects of recommendations. */
export const recommendations: readonly PlantedDefect[] = [
  {
    what: "an announcement is removed before its deliveries are entered",
    feature: "recommendations",
    file: PUBLISH_CHANGE,
    text: `await enterAndSend(webmentionSendQueue, "webmention-send", targets, enter, correlationId);
  await services.directory.removeAnnouncement(announcement);`,
    replacement: `await services.directory.removeAnnouncement(announcement);
  await enterAndSend(webmentionSendQueue, "webmention-send", targets, enter, correlationId);`,
  },
  {
    what: "a delivery that was made is entered again",
    feature: "recommendations",
    file: "lambdas/recommendations/tables/delivery-table.ts",
    text: `"attribute_not_exists(sk) OR announced_version < :version OR (announcement = :announcement AND #status = :pending AND attempts = :zero)",`,
    replacement: `"attribute_not_exists(sk) OR attribute_exists(sk)",`,
  },
  {
    what: "a lost answer of a change of the directory is taken for another change",
    feature: "recommendations",
    file: DIRECTORY_TABLE,
    text: `AND attribute_not_exists(announcements.#a)\`,
      ownWrite: "attribute_exists(announcements.#a)",`,
    replacement: `AND attribute_not_exists(announcements.#a)\`,
      ownWrite: "attribute_not_exists(announcements.#a)",`,
  },
  {
    what: "a change of the document whose answer was lost is taken for a failure",
    feature: "recommendations",
    file: "lambdas/recommendations/tables/well-known-store.ts",
    text: "new Set([404, 409, 412])",
    replacement: "new Set([404, 409])",
  },
  {
    what: "a mail is sent without the claim",
    feature: "recommendations",
    file: "lambdas/shared/sending/send-once.ts",
    text: "if (!(await claims.claim(claim, services.clock.now()))) return settle(claims, services);",
    replacement: "await claims.claim(claim, services.clock.now());",
  },
  {
    what: "the verification of a mention ends before its mail",
    feature: "recommendations",
    file: "lambdas/recommendations/work/verify-mention.ts",
    text: "mentions.save(next, news === null)",
    replacement: "mentions.save(next, true)",
  },
  {
    what: "a repeated subscription counts again",
    feature: "recommendations",
    file: "lambdas/recommendations/http/track-subscribed.ts",
    text: "recommendationId, person, services.newId()",
    replacement: "recommendationId, services.newId(), services.newId()",
  },
  {
    what: "a repeated click counts again",
    feature: "recommendations",
    file: "lambdas/recommendations/http/track-clicked.ts",
    text: "if (id === ownId && (memberId",
    replacement: "if (id !== null && (memberId",
  },
  {
    what: "a repeated recommendation is answered as a duplicate",
    feature: "recommendations",
    file: "lambdas/recommendations/http/create-recommendation.ts",
    text: "if (entries.has(id)) return true;",
    replacement: "if (entries.has(id)) throw duplicateUrl(id);",
  },
  {
    what: "the message of a mention is left out",
    feature: "recommendations",
    file: "lambdas/recommendations/http/accept-webmention.ts",
    text: `await sendOrLeave(services.webmentionReceiveQueue, "webmention-receive", message, request.correlationId, delay);`,
    replacement: "void [sendOrLeave, message];",
  },
];
