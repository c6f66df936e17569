// Create a stock with the toolkit's logger and idempotency as its own guide writes them: both as middy middlewares.
import { IdempotencyConfig } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import { makeHandlerIdempotent } from "@aws-lambda-powertools/idempotency/middleware";
import { Logger } from "@aws-lambda-powertools/logger";
import { injectLambdaContext } from "@aws-lambda-powertools/logger/middleware";
import middy from "@middy/core";
import { z } from "zod";
import { saveStock } from "./save-stock.ts";

const logger = new Logger({ serviceName: "slides" });
const persistenceStore = new DynamoDBPersistenceLayer({ tableName: process.env.IDEMPOTENCY_TABLE });
const config = new IdempotencyConfig({
  eventKeyJmesPath: "[requestContext.authorizer.jwt.claims.sub, powertools_json(body).url]",
});

const body = z.object({ url: z.string(), memo: z.string().max(5_000).nullable().default(null) });

const json = (statusCode, content, headers = {}) => ({
  statusCode,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(content),
});

async function createStock(event) {
  const parsed = body.safeParse(JSON.parse(event.body));
  if (!parsed.success) return json(400, { code: "validation_error", errors: parsed.error.issues });
  const { sub } = event.requestContext.authorizer.jwt.claims;
  const answer = await saveStock(sub, parsed.data, event.requestContext.requestId);
  logger.info("request_answered", { status: answer.status });
  return json(answer.status, answer.body, answer.location === undefined ? {} : { location: answer.location });
}

export const handler = middy()
  .use(injectLambdaContext(logger))
  .use(makeHandlerIdempotent({ persistenceStore, config }))
  .handler(createStock);
