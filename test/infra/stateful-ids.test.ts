import { expect, it } from "vitest";
import { plausibleText, synthesized } from "./synthesized.ts";

/** The types that hold data, with their name properties. */
const STATEFUL: Readonly<Record<string, string>> = {
  "AWS::Cognito::UserPool": "UserPoolName",
  "AWS::DynamoDB::Table": "TableName",
  "AWS::S3::Bucket": "BucketName",
  "AWS::SQS::Queue": "QueueName",
};

// CloudFormation treats a new logical id as a new resource, with an empty table. An id leaves this list only together with a
// plan for the resource's data.
it("keeps the logical ids of resources with data", () => {
  const stack = synthesized();
  const found = Object.entries(STATEFUL).flatMap(([type, name]) =>
    stack.all(type).map(([id, resource]) => [id, plausibleText(resource.Properties[name])]),
  );
  expect(Object.fromEntries(found), "Add a new resource with data here; one that is here is never renamed").toEqual({
    Bookmarks23A01215: "prod-bookmarks",
    BookmarksContentsDDABA312: "prod-magpie-content-AWS::AccountId-AWS::Region",
    BookmarksBookmarkProcessingDeadLetters728FB07F: "prod-bookmark-processing-dlq",
    BookmarksBookmarkProcessingQueueBC2D9352: "prod-bookmark-processing",
    Books31946156: "prod-books",
    BooksBooksCollectDeadLetters62BEBEB8: "prod-books-collect-dlq",
    BooksBooksCollectQueue3A3BD93C: "prod-books-collect",
    MercariAF006ED8: "prod-mercari",
    MercariMercariCrawlDeadLettersC82B7B39: "prod-mercari-crawl-dlq",
    MercariMercariCrawlQueueEC254E45: "prod-mercari-crawl",
    MercariPagesE32DF891: "prod-magpie-mercari-pages-AWS::AccountId-AWS::Region",
    Notices8864E451: "prod-notices",
    PlatformIdempotencyKeys203F744B: "prod-idempotency_keys",
    PlatformIssuerUsers2346A300: "prod-magpie",
    PlatformScheduleDeadLetters68452E77: "prod-schedules-dlq",
    RecommendationsF5009ADC: "prod-recommendations",
    RecommendationsRecommendationMetadataDeadLettersB13F0116: "prod-recommendation-metadata-dlq",
    RecommendationsRecommendationMetadataQueue10EFC13E: "prod-recommendation-metadata",
    RecommendationsWebmentionReceiveDeadLettersD4C46EFB: "prod-webmention-receive-dlq",
    RecommendationsWebmentionReceiveQueueE60453CC: "prod-webmention-receive",
    RecommendationsWebmentionSendDeadLetters0E3EBF81: "prod-webmention-send-dlq",
    RecommendationsWebmentionSendQueue85141650: "prod-webmention-send",
    SiteBucket978D4AEB: "prod-magpie-site-AWS::AccountId-AWS::Region",
    SlidesOembedFetchDeadLetters78372003: "prod-oembed-fetch-dlq",
    SlidesOembedFetchQueue0C9C3C15: "prod-oembed-fetch",
    SlidesStocksAFFAE0A0: "prod-stocks",
  });
});
