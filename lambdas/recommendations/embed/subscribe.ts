/**
 * Requests a site to mail the confirmation link of a subscription, as Ghost's portal does: first it requests an integrity
 * token, then the link. A site below a path has its endpoints below that path or at its host's root.
 *
 * @param site the site's URL
 * @throws TypeError if the site can't be reached from this page, Error if the site refuses
 */
export async function subscribe(site: string, email: string): Promise<void> {
  const { membersApi, integrityToken } = await fetchMembersApi(site);
  const { hostname, origin, pathname } = location;
  const answer = await fetch(`${membersApi}/send-magic-link/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email,
      emailType: "signup",
      autoRedirect: false,
      integrityToken,
      urlHistory: [
        {
          time: Date.now(),
          referrerSource: hostname.replace(/^www\./, ""),
          // The name of this source in Ghost's statistics.
          referrerMedium: "Ghost Recommendations",
          // Without the query, which may contain private data of the reader.
          referrerUrl: origin + pathname,
        },
      ],
    }),
  });
  if (!answer.ok) throw new Error(`${membersApi} answered ${answer.status}`);
}

interface MembersApi {
  readonly membersApi: string;
  /** Undefined if the site issues no token, like older versions of Ghost. */
  readonly integrityToken: string | undefined;
}

async function fetchMembersApi(site: string): Promise<MembersApi> {
  const { origin, pathname } = new URL(site);
  const below = `${origin}${pathname.replace(/\/+$/, "")}/members/api`;
  const root = `${origin}/members/api`;
  for (const membersApi of new Set([below, root])) {
    const integrityToken = await fetchIntegrityToken(membersApi);
    if (integrityToken !== undefined) return { membersApi, integrityToken };
  }
  return { membersApi: below, integrityToken: undefined };
}

async function fetchIntegrityToken(membersApi: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${membersApi}/integrity-token/`);
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
