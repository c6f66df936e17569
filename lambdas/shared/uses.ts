import * as z from "zod/mini";
import { count, text } from "./env.ts";
import { bucket, table } from "./resource-use.ts";

/** The variables that every HTTP function needs to identify its caller. */
export const callerUses = {
  /** The name of the claim that lists the groups, e.g. `https://example.com/roles`. */
  GROUPS_CLAIM: z._default(text, "cognito:groups"),
};

/** The variables that every worker needs. */
export const consumerUses = { MAX_RECEIVE_COUNT: count };

/** The table of idempotency keys, of a function with a route that accepts them. */
export const keysUse = table("idempotency_keys", ["PutItem", "GetItem", "UpdateItem", "DeleteItem"]);

/** The table of notices, of a function that makes some. */
export const noticesUse = table("notices", ["PutItem", "GetItem", "UpdateItem"]);

/** The copies of pictures in the site's bucket (docs/decisions/0046-pictures.md), of a function that stores them. */
export const storesPictures = bucket("site", ["PutObject", "DeleteObject"], ["i/*"]);

/** The same, of a function that deletes the pictures of a saved item. */
export const removesPictures = bucket("site", ["DeleteObject", "ListBucket"], ["i/*"]);
