import { expect, it } from "vitest";
import { READERS } from "./readers.ts";
import { readingFiles } from "./reading-files.ts";

/**
 * Files that parse text, but are not tested by the invariants because their text is trusted or already limited, each with
 * the reason.
 */
const NOT_FED: Readonly<Record<string, string>> = {
  "lambdas/bookmarks/readers/pdf/pdf-content.ts":
    "A title of 500 characters at the most. What pdf.js reads has hostile files of its own (hostile-pdf.ci.test.ts).",
  "lambdas/bookmarks/readers/pdf/read-pdf.ts": "The first kilobyte of a file.",
  "lib/cli/bookmark.ts": "The lines of a text that the API answered.",
  "client/moving/content-text.ts": "Sanitized HTML that the API answered, of 1 MB at the most.",
  "lambdas/bookmarks/domain/content.ts":
    "Sanitized HTML of our own, of 1 MB at the most; each pattern ends at a tag's end.",
  "lambdas/bookmarks/tables/content-store.ts": "An object of our own.",
  "lambdas/bookmarks/readers/read-sent-page.ts": "The address of a bookmark; the page is fed to readPage.",
  "lambdas/bookmarks/tables/sent-page-store.ts": "A charset, by a pattern of 40 characters.",
  "lambdas/bookmarks/summary/bedrock-summariser.ts": "A model's answer has 800 tokens at the most, by our request.",
  "lambdas/bookmarks/fetch/follow-pages.ts": "Addresses of 2,000 characters at the most, which pages have named.",
  "lambdas/bookmarks/fetch/check-page.ts":
    "A bookmark's address; the head of a page, 256 KB at the most, by readers that are fed.",
  "lambdas/bookmarks/fetch/check-pages.ts": "Addresses and times of bookmarks.",
  "lambdas/bookmarks/fetch/find-duplicate.ts": "An address that was fetched, and one of a page, which is fed.",
  "lambdas/books/http/list-books.ts": "The places in a cursor, each by a pattern of fixed length; cursors are fed.",
  "lambdas/books/http/replace-job.ts": "Replaces an item of a table.",
  "lambdas/mercari/domain/crawl-result.ts": "An id of at most 101 characters, by its pattern.",
  "lambdas/mercari/domain/search-url.ts": "Writes an address; reads none.",
  "lambdas/mercari/http/get-price-trend.ts": "An id of our own table.",
  "lambdas/mercari/http/list-results.ts": "A day of our own table.",
  "lambdas/mercari/tables/watch-table.ts": "Sort keys and ids of our own items.",
  "lambdas/mercari/tables/page-store.ts": "A date of our own; an address that was fetched.",
  "lambdas/mercari/fetch/fetch-page.ts": "An address of our own making.",
  "lambdas/mercari/fetch/chromium.ts": "A file of a package.",
  "lambdas/mercari/fetch/unpack-chromium.ts": "Names of files of a package.",
  "lambdas/mercari/fetch/page-requests.ts":
    "Two patterns whose parts end at the first sign they share: a header of 32 KiB.",
  "lambdas/mercari/fetch/render-page.ts": "An address of our own making; a browser's own words.",
  "lambdas/mercari/fetch/rendered-page-source.ts":
    "The answer of our own renderer; the page in it has readers of its own.",
  "lambdas/notices/note-alarm.ts": "Descriptions of our own alarms.",
  "lambdas/notices/notice-table.ts": "Sort keys of our own.",
  "lambdas/notices/webhook-secret.ts": "A secret of the operator's.",
  "lambdas/operations/alarms.ts": "Descriptions of our own alarms.",
  "lambdas/operations/openapi.ts": "Names of our own operations.",
  "lambdas/operations/queues.ts": "Names of our own queues.",
  "lambdas/operations/schema-names.ts": "Names of our own operations.",
  "lambdas/recommendations/http/list-deliveries.ts": "What a cursor of 110 characters held; cursors are fed.",
  "lambdas/recommendations/http/moderation/list-mentions.ts": "What a cursor of 60 characters held; cursors are fed.",
  "lambdas/recommendations/domain/mention-source.ts": "An address of 2,000 characters at the most, as it was taken.",
  "lambdas/recommendations/http/services.ts": "The place of a file beside it.",
  "lambdas/recommendations/embed/count-subscription.ts": "A key of its own making.",
  "lambdas/recommendations/embed/recommendations-element.ts": "The API's answer, in a reader's browser.",
  "lambdas/recommendations/embed/subscribe.ts": "An address of 2,000 characters at the most.",
  "lambdas/recommendations/embed/subscription-form.ts": "An address of 2,000 characters at the most.",
  "lambdas/recommendations/http/bodies/site-page-answer.ts": "An address of 2,000 characters at the most.",
  "lambdas/recommendations/fetch/post-webmention.ts": "Writes a form; reads none.",
  "lambdas/recommendations/http/receive-webmention.ts": "An address of 2,000 characters at the most.",
  "lambdas/recommendations/fetch/fetch-site-metadata.ts": "An address of 2,000 characters at the most.",
  "lambdas/recommendations/tables/document-store.ts": "An ETag of S3's.",
  "lambdas/recommendations/tables/documents-on-demand.ts": "Replaces documents of our own.",
  "lambdas/recommendations/work/publish.ts": "Replaces documents of our own.",
  "lambdas/shared/pictures/fit-pictures.ts":
    "The place of a file beside it. What the decoders read has hostile files of its own (hostile-pictures.ci.test.ts).",
  "lambdas/site/on-deploy.ts": "The place of files beside it.",
  "lambdas/site/read-files.ts": "Paths of the project's own files.",
  "lambdas/site/site-object.ts": "Paths of the project's own files.",
  "lambdas/shared/canned-answer.ts": "A request of our own making.",
  "lambdas/shared/env.ts": "The function's environment.",
  "lambdas/shared/idempotency/idempotency-table.ts": "An answer of our own, from our table.",
  "lambdas/shared/log.ts": "Our own lines, in which two signs are replaced.",
  "lambdas/shared/outbound/outbound-body.ts":
    "A header that is split at its commas once; what is unpacked is bounded while it streams.",
  "lambdas/shared/outbound/outbound-fetch.ts": "Hosts' names, which a resolver has known.",
  "lambdas/shared/http/entity-tag.ts": "One header, of 10 KB at the most by the gateway's limit.",
  "lambdas/shared/http/sample-request.ts": "Paths of our own routes.",
  "lambdas/bookmarks/domain/copied-picture.ts": "Addresses of 2,000 characters at the most, parsed once.",
  "lambdas/shared/pictures/picture-type.ts": "The first 64 bytes of a picture.",
  "lambdas/shared/http/compress.ts":
    "A header of 10,240 bytes at the most (API Gateway), split at its commas once; a part is matched from its beginning.",
  "lambdas/shared/http/route.ts": "Paths of our own routes.",
  "lambdas/recommendations/tables/reader-count-table.ts": "Keys of our own.",
  "lambdas/shared/saved-items/personal-items.ts": "Ids of the project's own, which are replaced.",
  "lambdas/shared/notices/languages.ts": "The tags of a browser's languages, in a head of 16 KB at the most.",
  "lambdas/shared/http/body-of.ts": "Names of fields in the project's own schemas.",
  "lambdas/shared/table/attribute-names.ts": "Names of attributes of the project's own items.",
  "lambdas/shared/table/expression.ts": "Paths of attributes of the project's own items.",
  "lambdas/shared/search/find-sorted-page.ts": "Lists of items; the places in a cursor, by their schema.",
  "lambdas/shared/table/merged-page.ts": "The places in a cursor, checked by their lists' patterns; cursors are fed.",
  "lambdas/shared/work/worker.ts": "A message of our own queues.",
  "client/resource.ts": "The client's own paths.",
  "client/build.ts": "The project's own files.",
  "client/parse-json.ts": "The API's own answers, and files of the client's own.",
  "client/addresses/identity-of-page.ts":
    "An address that a person has typed, or one of the API's; the API's identities are fed.",
  "client/addresses/secure-address.ts": "The host of an address of the person's own system.",
  "client/node/file-storage.ts": "Files of the client's own.",
  "client/node/process-lock.ts": "A file of the client's own.",
  "client/node/sync-log.ts": "Files of the client's own.",
  "client/offline/new-entry.ts": "Ids and keys of the client's own.",
  "client/offline/offline-queue.ts": "Ids and keys of the client's own.",
  "client/transport.ts": "The API's own answers and addresses.",
  "lib/cli/find-deployed-api.ts": "The outputs of the operator's own stack.",
  "lib/cli/doctor/api-checks.ts": "Answers of the operator's own API.",
  "lib/cli/doctor/doctor.ts": "The operator's own arguments.",
  "lib/cli/doctor/finding-of-error.ts": "Errors of AWS.",
  "lib/cli/doctor/live/deck-checks.ts": "The ids of the project's own providers.",
  "lib/cli/doctor/live/ghost-check.ts": "An address of the operator's; pages have readers of the functions.",
  "lib/cli/doctor/live/mercari-check.ts": "An address of the project's own; pages have readers of the functions.",
  "lib/cli/doctor/local-checks.ts": "Answers of the operator's own local system.",
  "lib/cli/doctor/machine/machine-checks.ts": "What the machine says of itself.",
  "lib/cli/doctor/probe.ts": "Addresses of the operator's own API.",
  "lib/cli/doctor/stage/alarms-topic-check.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/bedrock-check.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/concurrency-check.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/dead-letters-check.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/matching-fields.ts": "The template's own filters.",
  "lib/cli/doctor/stage/deployed-stage.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/log-line.ts": "Log lines of the functions, of which AWS keeps at most 256 KB each.",
  "lib/cli/doctor/stage/mail-check.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/backups-check.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/metric-filters-check.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/schedules-check.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/secrets-check.ts": "Answers of AWS.",
  "lib/cli/doctor/stage/subscriptions-check.ts": "Answers of AWS.",
  "lib/cli/failure-line.ts": "A sentence of the API's own.",
  "lib/cli/find-api.ts": "The operator's own arguments.",
  "lib/cli/list.ts": "The operator's own arguments.",
  "lib/cli/jobs/job-settings.ts": "The operator's own arguments.",
  "lib/cli/jobs/job.ts": "The operator's own arguments.",
  "lib/cli/find-local-api.ts": "A file of the local system.",
  "lib/cli/mcp/refusal.ts": "Sentences of the API's own, and the arguments of a call.",
  "lib/cli/mcp/tool-arguments.ts": "The arguments of a call of an agent that the person has started.",
  "lib/cli/mcp/tool.ts": "Notes and summaries, which the API limits, of which the beginning is cut.",
  "lib/cli/mcp/tools/search.ts": "A cursor of an agent that the person has started.",
  "lib/cli/moving/import.ts": "A sentence of the project's own, of which the last sign is cut.",
  "lib/cli/product.ts": "The operator's own arguments.",
  "lib/cli/recommendation.ts": "The operator's own arguments.",
  // The library that draws takes time quadratic in the wide characters of a cell: 20 ms for 500.
  "lib/cli/table.ts": "Titles of 500 characters at the most, and addresses, which have no wide ones.",
  "lib/cli/require-secure.ts": "An address of the person's own system.",
  "lib/cli/session/session.ts": "A line that the person types.",
  "lib/cli/session/issuer.ts": "Answers of the issuer that the person has named.",
  "lib/cli/session/log-in.ts": "A line that the person pastes.",
  "lib/cli/shell/daily.ts": "The operator's own arguments.",
  "lib/cli/smoke/local-side.ts": "Addresses of the operator's own local system.",
  "lib/cli/smoke/mention-step.ts": "Addresses of the operator's own system.",
  "lib/cli/user.ts": "Names of the API's own.",
  "lib/cli/run-cli.ts": "The operator's own arguments and token.",
};

it("tests every file that parses text by the invariants, or has a reason why not", () => {
  const fed = new Set([...READERS.flatMap(({ covers }) => covers), ...Object.keys(NOT_FED)]);
  const reading = readingFiles();
  expect(
    reading.filter((file) => !fed.has(file)),
    "These parse text. Add each to `covers` of a reader in test/hostile/*-readers.ts, or with a reason to NOT_FED here",
  ).toEqual([]);
  expect(
    [...fed].filter((file) => !reading.includes(file)),
    "These parse no text. Take each out of `covers` in test/hostile/*-readers.ts, or out of NOT_FED here",
  ).toEqual([]);
});

it("has no file both tested and excluded", () => {
  expect(
    READERS.flatMap(({ covers }) => covers).filter((file) => file in NOT_FED),
    "A reader in test/hostile/*-readers.ts covers these: take each out of NOT_FED here",
  ).toEqual([]);
});
