import * as z from "zod/mini";
import type { EnvironmentContract } from "./env.ts";
import { text } from "./env.ts";
import type { ResourceUse } from "./resource-use.ts";

/** The variables that every HTTP function needs to identify its caller. */
export const callerUses = {
  /** The name of the claim that lists the groups, e.g. `https://example.com/roles`. */
  GROUPS_CLAIM: z._default(text, "cognito:groups"),
} satisfies EnvironmentContract;

/** The table of idempotency keys, of a function with a route that accepts them. */
export const keysUse = {
  table: "idempotency_keys",
  does: ["PutItem", "GetItem", "UpdateItem", "DeleteItem"],
} satisfies ResourceUse;

/** The table of notices, of a function that makes some. */
export const noticesUse = { table: "notices", does: ["PutItem", "GetItem", "UpdateItem"] } satisfies ResourceUse;

/** The copies of pictures in the site's bucket (docs/decisions/0046-pictures.md), of a function that stores them. */
export const storesPictures = {
  bucket: "site",
  does: ["PutObject", "DeleteObject"],
  objects: ["i/*"],
} satisfies ResourceUse;

/** The same, of a function that deletes the pictures of a saved item. */
export const removesPictures = {
  bucket: "site",
  does: ["DeleteObject", "ListBucket"],
  objects: ["i/*"],
} satisfies ResourceUse;
