import type { OutboundHead, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import type { RequestFailure } from "../../shared/outbound/request-failure.ts";
import type { Provider } from "../providers.ts";
import { isPlayer } from "../providers.ts";

/** The metadata of a deck. Texts are clean single lines; `embedUrl` has the provider's own form. */
export interface DeckMetadata {
  title: string | null;
  authorName: string | null;
  embedUrl: string;
}

/** A failed request: a retry may cure a `transient` failure, but no `permanent` one. Codes are stable. */
export type ReadingFailure = RequestFailure;

export type ReadingOutcome =
  | {
      kind: "metadata";
      metadata: DeckMetadata;
      /** Why the title is null, if it is. */
      titleAbsence?: string;
      /** The address of the deck's picture, if the response names one. */
      pictureUrl?: string;
      /** The canonical URL under which the deck was found, if it was renamed. */
      movedTo?: string;
    }
  | ReadingFailure;

/** The parts of a response that the readers need. */
export interface FetchedResponse
  extends Pick<OutboundHead, "status" | "mediaType" | "charset" | "location" | "retryAfterSeconds">,
    Partial<Pick<OutboundResponse, "truncated">> {
  readonly body: Uint8Array;
}

/** A GET request for the outbound fetch. */
export interface DeckRequest {
  url: string;
  headers: Record<string, string>;
  /** Limit of the decoded body, in bytes. */
  maxBytes: number;
  /** Whether a redirect may be followed. */
  followRedirect: (target: URL) => boolean;
  /** Called with all bytes decoded so far: true once enough of the body was read. */
  stopReading?: (decoded: Uint8Array) => boolean;
  onTooLarge: "fail" | "truncate";
}

/** Whether a redirect's target has the scheme https, the default port, no credentials, and one of `hosts`. */
export function staysOn(target: URL, hosts: readonly string[]): boolean {
  return (
    target.protocol === "https:" && target.username === "" && target.password === "" && hosts.includes(target.host)
  );
}

/** The metadata of a Google deck without a title: all other fields are derived from its canonical URL. */
export function googleSlidesMetadata(
  canonicalUrl: string,
  found: { readonly title: string; readonly pictureUrl?: string } | { readonly titleAbsence: string },
): ReadingOutcome {
  const embedUrl = `${canonicalUrl}/embed`;
  if (!isPlayer("google_slides", embedUrl)) return { kind: "permanent", code: "no_embed_url" };
  const rest = { authorName: null, embedUrl };
  if ("title" in found) {
    const { title, pictureUrl } = found;
    return { kind: "metadata", metadata: { title, ...rest }, ...(pictureUrl !== undefined && { pictureUrl }) };
  }
  return { kind: "metadata", metadata: { title: null, ...rest }, titleAbsence: found.titleAbsence };
}

/**
 * The outcome for a deck whose provider gave no usable answer in any attempt: metadata without a title if the URL alone
 * determines the embed URL, else a permanent failure. This file imports no reader, because reconcile's function needs no
 * parser.
 *
 * @param code why there was no answer
 */
export function metadataWithoutAnswer(
  deck: { readonly provider: Provider; readonly canonicalUrl: string },
  code: string,
): ReadingOutcome {
  if (deck.provider === "google_slides") return googleSlidesMetadata(deck.canonicalUrl, { titleAbsence: code });
  return { kind: "permanent", code };
}
