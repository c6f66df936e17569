/** The signed-in person. */
export interface Person {
  /** `sub`: the owner of saved items in the API. */
  readonly id: string;
  /** For the screen. */
  readonly name: string;
  readonly isAdmin: boolean;
}

/**
 * Reads an access token as far as the screens need it. The API decides what is permitted; a screen that is shown
 * wrongly gets its 403.
 *
 * @param email of the ID token, if the issuer gave one
 * @throws Error when the token is no JWT, or names nobody
 */
export function personOf(accessToken: string, groupsClaim: string, email: string | undefined): Person {
  const claims = claimsOf(accessToken);
  const groups = [claims[groupsClaim] ?? []].flat();
  const { sub: id } = claims;
  // The databases on this device are named after it: people whose tokens have none must not share them.
  if (typeof id !== "string" || id === "") throw new Error("The issuer's access token has no sub: it names nobody.");
  return { id, name: email ?? String(claims.username ?? id), isAdmin: groups.includes("admin") };
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload] = token.split(".");
  if (payload === undefined) throw new Error("The issuer's access token is no JWT: the API can't read it.");
  const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>;
}
