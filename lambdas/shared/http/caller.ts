import type { APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import { bearerToken, isAccessToken, tokenContent } from "./bearer-token.ts";
import { Rejected } from "./rejected.ts";

/** The sender of a request, as verified by the gateway's JWT authorizer. */
export interface Caller {
  /** The token's `sub`: the owner in every key. It never comes from a body. */
  readonly userId: string;
  readonly isAdmin: boolean;
}

const ADMIN = "admin";

/**
 * Reads the caller from an event; null where the route has no authorizer.
 *
 * The groups come from the token itself, which the gateway has verified. The gateway passes a list of groups on as a text
 * that can't be parsed: `[read only admin]` may be one, two or three groups.
 *
 * @param groupsClaim name of the claim that lists the groups
 * @throws Rejected 401 `token_not_accepted` for a token that is no access token, or not the one that the gateway verified
 */
export function callerOf(event: APIGatewayProxyEventV2WithJWTAuthorizer, groupsClaim: string): Caller | null {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  if (typeof claims?.sub !== "string" || claims.sub === "") return null;
  const { authorization } = event.headers;
  if (authorization === undefined) {
    if (!isAccessToken({ header: {}, claims })) throw notAccepted();
    return { userId: claims.sub, isAdmin: undecodedGroupNames(claims[groupsClaim]).includes(ADMIN) };
  }
  const token = bearerToken(authorization);
  const content = token === undefined ? null : tokenContent(token);
  if (content === null || content.claims.sub !== claims.sub || !isAccessToken(content)) throw notAccepted();
  return { userId: claims.sub, isAdmin: groupNames(content.claims[groupsClaim]).includes(ADMIN) };
}

function notAccepted(): Rejected {
  return new Rejected(
    401,
    "token_not_accepted",
    "This is not an access token. Send the access token, not the ID token.",
    {
      headers: { "www-authenticate": 'Bearer error="invalid_token"' },
    },
  );
}

/**
 * The groups in a claim, which is a list of names or one name. A name is never split, so that a group `read only admin` does
 * not grant `admin`.
 */
function groupNames(claim: unknown): readonly string[] {
  const names: unknown = typeof claim === "string" ? [claim] : claim;
  return Array.isArray(names) && names.every((name): name is string => typeof name === "string") ? names : [];
}

/**
 * The groups of an event without a token: a list, or the gateway's text of a list, which is parsed only if it has one name.
 */
function undecodedGroupNames(claim: unknown): readonly string[] {
  if (typeof claim !== "string") return groupNames(claim);
  const only = /^\[([\w-]+)\]$/.exec(claim)?.[1];
  return only === undefined ? [] : [only];
}
