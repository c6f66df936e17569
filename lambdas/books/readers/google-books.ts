import * as z from "zod/mini";
import { isJsonType } from "../../shared/outbound/media-type.ts";
import type { OutboundHead, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import { cleanTitle } from "../../shared/plain-text.ts";
import type { Book } from "../domain/book.ts";
import { newBook } from "../domain/book.ts";
import type { PageCount, Refusal } from "../domain/collect.ts";
import type { SearchOptions } from "../domain/job.ts";
import { descriptionText } from "./description-text.ts";
import { readRefusal, unexpectedAnswer } from "./google-refusal.ts";
import { publishedDate } from "./published-date.ts";

const VOLUMES = "https://www.googleapis.com/books/v1/volumes";

/** The limit of a response, in decoded bytes. 40 volumes with long descriptions have a fifth of it. */
const MAX_BYTES = 2 * 1024 * 1024;

/** A search, the position in its results, and the API key. */
export interface VolumesQuery {
  /** Google's query language. */
  readonly search: string;
  /** From 0. */
  readonly startIndex: number;
  /** 1 to 40. */
  readonly maxResults: number;
  readonly options: SearchOptions;
  readonly apiKey: string;
}

/** A GET request for the outbound fetch. */
export interface VolumesRequest {
  /** Contains the key: it must not be logged or be part of a message. */
  url: string;
  headers: Record<string, string>;
  /** Limit of the decoded body, in bytes. */
  maxBytes: number;
  followRedirect: () => boolean;
  onTooLarge: "fail";
}

/** The parts of a response that the reader needs. */
export interface VolumesResponse
  extends Pick<OutboundHead, "status" | "mediaType" | "retryAfterSeconds">,
    Partial<Pick<OutboundResponse, "truncated">> {
  readonly body: Uint8Array;
}

export interface VolumesPage extends PageCount {
  readonly books: readonly Book[];
}

export type VolumesOutcome = VolumesPage | Refusal;

/** The request for one page of results (https://developers.google.com/books/docs/v1/reference/volumes/list). */
export function volumesRequest({ search, startIndex, maxResults, options, apiKey }: VolumesQuery): VolumesRequest {
  const url = new URL(VOLUMES);
  const parameters = {
    q: search,
    startIndex: String(startIndex),
    maxResults: String(maxResults),
    orderBy: options.orderBy,
    langRestrict: options.langRestrict,
    printType: options.printType,
    filter: options.filter,
    country: options.country,
    key: apiKey,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return {
    url: url.href,
    headers: { accept: "application/json" },
    maxBytes: MAX_BYTES,
    // The API never redirects, and the key must not be sent to another host.
    followRedirect: () => false,
    onTooLarge: "fail",
  };
}

const text = z.catch(z.string(), "");
const list = z.catch(z.array(z.unknown()), []);

/** A volume in Google's format. A missing field or one of another type is empty; only the id is required. */
const volumeSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  volumeInfo: z.object({
    title: text,
    subtitle: text,
    authors: list,
    publisher: text,
    publishedDate: text,
    description: text,
    industryIdentifiers: list,
    language: text,
    imageLinks: z.catch(z.object({ thumbnail: text, smallThumbnail: text }), { thumbnail: "", smallThumbnail: "" }),
    infoLink: text,
  }),
});

// Old scans have identifiers of other types, which identify a copy in a library.
const isbnSchema = z.object({ type: z.enum(["ISBN_13", "ISBN_10"]), identifier: z.string() });

const pageSchema = z.object({
  totalItems: z.catch(z.nullable(z.number().check(z.nonnegative())), null),
  // Missing when nothing was found, and past the end.
  items: z.optional(z.array(z.unknown())),
});

/** The volumes of a response that are read; Google returns at most the forty that were requested. */
const MAX_VOLUMES = 400;
/** The authors of a book that are stored; proceedings may have hundreds. */
const MAX_AUTHORS = 50;
const MAX_LINK = 2_048;

const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/;

function matching(raw: string, form: RegExp): string | null {
  const trimmed = raw.trim();
  return form.test(trimmed) ? trimmed : null;
}

/**
 * A link as https without the search that led to it, which differs from job to job, and without the curl that Google draws
 * over a corner of a cover; null for any other text.
 */
function link(raw: string): string | null {
  const url = URL.parse(raw);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (url.port !== "" || url.username !== "" || url.password !== "") return null;
  url.protocol = "https:";
  for (const name of ["dq", "cd", "edge"]) if (url.searchParams.has(name)) url.searchParams.delete(name);
  return url.href.length > MAX_LINK ? null : url.href;
}

/** The name of a publisher. Google has that of O'Reilly in quotation marks, as a part of the name. */
function publisherName(raw: string): string {
  return cleanTitle(raw)
    .replace(/^"([^"]*)"$/, "$1")
    .trim();
}

/** The book of one item; null if the item is broken. A title is not required. */
function readVolume(item: unknown): Book | null {
  const volume = volumeSchema.safeParse(item);
  if (!volume.success) return null;
  const { id, volumeInfo } = volume.data;
  const authors = volumeInfo.authors.filter((author) => typeof author === "string").slice(0, MAX_AUTHORS);
  const identifiers = volumeInfo.industryIdentifiers.flatMap((entry) => {
    const isbn = isbnSchema.safeParse(entry);
    return isbn.success ? [isbn.data.identifier] : [];
  });
  return newBook(identifiers, {
    title: cleanTitle(volumeInfo.title) || null,
    subtitle: cleanTitle(volumeInfo.subtitle) || null,
    authors: authors.map(cleanTitle).filter((author) => author !== ""),
    publisher: publisherName(volumeInfo.publisher) || null,
    publishedDate: publishedDate(volumeInfo.publishedDate),
    description: descriptionText(volumeInfo.description) || null,
    language: matching(volumeInfo.language, LANGUAGE_TAG),
    thumbnailUrl: link(volumeInfo.imageLinks.thumbnail) ?? link(volumeInfo.imageLinks.smallThumbnail),
    infoLink: link(volumeInfo.infoLink),
    volumeId: id,
  });
}

/** The JSON of a body; undefined for any other body. */
function parseJson(body: Uint8Array): unknown {
  try {
    // JSON is always UTF-8; the decoder removes a byte order mark.
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/**
 * Reads the response to `volumesRequest`. A response that is no list of volumes is never an empty page: it is `quota`,
 * `transient` or `error`. Codes of `transient` are those of statuses, and `network`; of `error` google_api_key_invalid,
 * google_api_key_restricted, google_api_not_enabled, google_location_unknown, google_forbidden, google_bad_request and
 * google_unexpected_answer.
 */
export function readVolumes(response: VolumesResponse): VolumesOutcome {
  const answer = parseJson(response.body);
  const refusal = readRefusal(response.status, answer, response.retryAfterSeconds);
  if (refusal !== null) return refusal;
  // Without the header, the body decides.
  const isJson = response.mediaType === "" || isJsonType(response.mediaType);
  if (answer === undefined && response.truncated)
    return { kind: "transient", code: "network", retryAfterSeconds: null };
  if (answer === undefined || !isJson) return unexpectedAnswer("something that is no JSON");
  const page = pageSchema.safeParse(answer);
  if (!page.success) return unexpectedAnswer("JSON that is no list of volumes");
  const { totalItems, items = [] } = page.data;
  const books = items
    .slice(0, MAX_VOLUMES)
    .map(readVolume)
    .filter((book) => book !== null);
  return { kind: "page", totalItems, returned: items.length, books };
}
