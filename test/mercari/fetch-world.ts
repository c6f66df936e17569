import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { AwsClientStub } from "aws-sdk-client-mock";
import { mockClient } from "aws-sdk-client-mock";
import type { PageError } from "../../lambdas/mercari/domain/crawl-error.ts";
import type { PageFetchServices } from "../../lambdas/mercari/fetch/fetch-page.ts";
import type { SourcedPage } from "../../lambdas/mercari/readers/sourced-page.ts";
import { HostTable } from "../../lambdas/mercari/tables/host-table.ts";
import { PageStore } from "../../lambdas/mercari/tables/page-store.ts";
import type { OutboundFailure } from "../../lambdas/shared/outbound/outbound-error.ts";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { START, testClock } from "../emulators/test-clock.ts";
import { response } from "../shared/outbound/outbound-response.ts";

export const HOST = "jp.mercari.com";
export const SEARCH = `https://${HOST}/search?keyword=%E3%82%AB%E3%83%A1%E3%83%A9&sort=created_time`;
export const LISTING = `https://${HOST}/item/m00000000001`;

/** One request for a page: when it was sent, in milliseconds since the start, and its time limit. */
export interface RequestedPage {
  readonly url: string;
  readonly at: number;
  readonly timeoutMs: number;
}

/** A host that one process requests, with a clock that only moves during waits. */
export interface FetchWorld {
  readonly services: PageFetchServices;
  readonly clock: TestClock;
  readonly hosts: HostTable;
  readonly s3: AwsClientStub<S3Client>;
  /** The requested pages. */
  readonly pages: RequestedPage[];
  /** The requests for the host's robots.txt. */
  readonly robots: OutboundRequest[];
  /** The milliseconds of every wait. */
  readonly pauses: number[];
  /** Answers the request for a page; by default with an empty page, at once. */
  answer: (url: string) => SourcedPage | Promise<SourcedPage>;
  /** Answers the request for robots.txt; by default with 404. */
  answerRobots: () => OutboundResponse;
  /** Called during every wait. */
  onPause: () => void | Promise<void>;
}

/** @param scale the factor of the waits */
export function fetchWorld({ client }: TestDynamo, scale = 1): FetchWorld {
  const clock = testClock(scale);
  const hosts = new HostTable(client, "mercari");
  const s3Client = new S3Client({ region: "ap-northeast-1" });
  const s3 = mockClient(s3Client);
  s3.on(PutObjectCommand).resolves({});
  const pages: RequestedPage[] = [];
  const robots: OutboundRequest[] = [];
  const pauses: number[] = [];
  let ids = 0;
  const world: FetchWorld = {
    clock,
    hosts,
    s3,
    pages,
    robots,
    pauses,
    answer: () => sourced(),
    answerRobots: () => robotsTxt(404),
    onPause: () => undefined,
    services: {
      hosts,
      clock,
      pages: new PageStore(s3Client, "pages"),
      async source(url, timeoutMs) {
        pages.push({ url, at: since(clock), timeoutMs });
        return world.answer(url);
      },
      async fetch(request) {
        robots.push(request);
        return world.answerRobots();
      },
      async pause(milliseconds) {
        if (!(milliseconds > 0)) throw new Error(`a wait of ${milliseconds} ms`);
        pauses.push(milliseconds);
        clock.forward(milliseconds);
        await world.onPause();
      },
      newId() {
        ids += 1;
        return `id-${ids}`;
      },
    },
  };
  return world;
}

/** Milliseconds since the start of the test. */
export function since(clock: TestClock): number {
  return clock.now().getTime() - START.getTime();
}

export function sourced(changes: Partial<SourcedPage> = {}): SourcedPage {
  return {
    url: SEARCH,
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    html: "<html></html>",
    retryAfterSeconds: null,
    ...changes,
  };
}

/** A reader that returns `no_results` for every page. */
export function readNothing(): { readonly kind: "no_results" } {
  return { kind: "no_results" };
}

/** A reader that returns this error for every page. */
export function readAs(errorKind: PageError["errorKind"], retryAfterSeconds: number | null = null) {
  const error: PageError = { kind: "error", errorKind, transient: errorKind === "http_error", retryAfterSeconds };
  return (): { readonly kind: "no_results" } | PageError => error;
}

export function robotsTxt(status: number, body = "", changes: Partial<OutboundResponse> = {}): OutboundResponse {
  return response({ url: new URL(`https://${HOST}/robots.txt`), status, mediaType: "text/plain", body, ...changes });
}

/** A fetch that fails. */
export function unanswered(kind: OutboundFailure = "timeout"): OutboundError {
  return new OutboundError(kind, `https://${HOST}/`);
}
