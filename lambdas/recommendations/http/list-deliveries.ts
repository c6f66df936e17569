import * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import { decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { deliveryAnswer, listedDeliveryAnswer } from "./bodies/delivery-answer.ts";
import { recommendationId, recommendationNotFound } from "./require-recommendation.ts";
import type { RecommendationsOperation } from "./services.ts";

/** The deliveries of a recommendation, even of a deleted one. */
export const listDeliveries: RecommendationsOperation<"listDeliveries"> = async (
  { params },
  { recommendations, deliveries },
) => {
  const id = recommendationId(params.id);
  if (!(await recommendations.isKnown(id))) throw recommendationNotFound();
  return ok({ deliveries: (await deliveries.list(id)).map(deliveryAnswer) });
};

/**
 * A position in the list of deliveries: the time of the announcement, the recommendation's id, and the hash of the target.
 */
const deliveryPosition = z.object({ position: z.string().check(z.regex(/^[\dTZ:.-]{24}#[0-9a-f-]{36}#[\w-]{43}$/)) });

/** A page of the deliveries of all recommendations, the latest announced first. */
export const listAllDeliveries: RecommendationsOperation<"listAllDeliveries"> = async (
  { query: { status, limit, cursor } },
  { deliveries },
) => {
  const list = ["deliveries", status ?? ""];
  const after = decodeCursor(cursor, list, deliveryPosition)?.position;
  const { items, next } = await deliveries.page(status, { limit, after });
  return ok({
    deliveries: items.map(listedDeliveryAnswer),
    next_cursor: encodeCursor(next === null ? null : { position: next }, list),
  });
};
