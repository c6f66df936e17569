import * as z from "zod/mini";
import { bodyOf } from "../../../shared/http/body-of.ts";
import type { Delivery } from "../../domain/delivery.ts";
import { DELIVERY_STATUSES } from "../../domain/delivery.ts";

export const deliverySchema = z.object({
  target: z.string(),
  endpoint: z.nullable(z.string()),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  last_status_code: z.nullable(z.int()),
  last_attempt_at: z.nullable(z.iso.datetime()),
});

export function deliveryAnswer(delivery: Delivery): z.output<typeof deliverySchema> {
  return bodyOf(deliverySchema, delivery);
}

/** A delivery in the list of all, with its recommendation, which may be deleted. */
export const listedDeliverySchema = z.extend(deliverySchema, { recommendation_id: z.string() });

export function listedDeliveryAnswer(delivery: Delivery): z.output<typeof listedDeliverySchema> {
  return { recommendation_id: delivery.recommendationId, ...deliveryAnswer(delivery) };
}
