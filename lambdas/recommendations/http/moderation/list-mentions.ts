import * as z from "zod/mini";
import { ok } from "../../../shared/http/answer.ts";
import { decodeCursor, encodeCursor } from "../../../shared/http/pagination.ts";
import { mentionAnswer } from "../bodies/mention-answer.ts";
import { readVisibility } from "../read-visibility.ts";
import type { RecommendationsOperation } from "../services.ts";

/** A position in the list of mentions: when a mention was first seen, and its id. */
const mentionPlace = z.object({ place: z.string().check(z.regex(/^[\dTZ:.-]{24}#[0-9a-f-]{36}$/)) });

/** A page of the mentions of our pages, newest first: verified, gone, and not verified yet; hidden ones, too. */
export const listMentions: RecommendationsOperation<"listMentions"> = async ({ query }, services) => {
  const { kind, status, hidden, limit, cursor } = query;
  const list = ["mentions", kind ?? "", status ?? "", String(hidden)];
  const after = decodeCursor(cursor, list, mentionPlace)?.place;
  const { items, next } = await services.mentions.list(
    { kind, status, hidden },
    { limit, after },
    await readVisibility(services),
  );
  return ok({
    mentions: items.map(mentionAnswer),
    next_cursor: encodeCursor(next === null ? null : { place: next }, list),
  });
};
