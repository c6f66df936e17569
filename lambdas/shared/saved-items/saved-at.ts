import * as z from "zod/mini";
import { invalidFields } from "../http/rejected.ts";

/** When an item was saved in another service; becomes `created_at`. Null for now. */
export const savedAt = z._default(z.nullable(z.iso.datetime({ offset: true })), null);

/** The time in `saved_at`. @throws Rejected 400 `validation_error` for a time in the future */
export function pastMoment(sent: string | null, now: Date): Date | null {
  if (sent === null) return null;
  const moment = new Date(sent);
  if (moment <= now) return moment;
  throw invalidFields([{ path: "saved_at", message: "must not be in the future" }]);
}
