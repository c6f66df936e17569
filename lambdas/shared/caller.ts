import type { APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";

/** Who sends a request, as the gateway's JWT authorizer has verified it. */
export interface Caller {
  /** The token's `sub`: the owner in every key, never taken from a body. */
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** Reads the caller from an event; null where the route has no authorizer. */
export function callerOf(event: APIGatewayProxyEventV2WithJWTAuthorizer): Caller | null {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  if (typeof claims?.sub !== "string" || claims.sub === "") return null;
  return { userId: claims.sub, isAdmin: groups(claims["cognito:groups"]).includes("admin") };
}

/** An HTTP API hands a claim that is a list over as one string, `[admin editors]`. A group's name holds no space. */
function groups(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.map(String);
  if (typeof claim !== "string") return [];
  return claim.replace(/^\[|\]$/g, "").split(" ");
}
