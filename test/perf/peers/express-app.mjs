// Create a stock with Express behind serverless-http. The body's schema is an argument, so that its price shows apart.
import express from "express";
import serverlessHttp from "serverless-http";
import { saveStock } from "./save-stock.ts";

export function expressHandler(checkBody) {
  const app = express();
  app.use(express.json({ limit: "64kb" }));
  app.post("/v1/stocks", async (request, response) => {
    const parsed = checkBody(request.body);
    if (!parsed.success) {
      response.status(400).json({ code: "validation_error", errors: parsed.error.issues });
      return;
    }
    const { authorizer, requestId } = request.gateway;
    const { status, body, location } = await saveStock(authorizer.jwt.claims.sub, parsed.data, requestId);
    if (location !== undefined) response.location(location);
    response.status(status).json(body);
    console.info(JSON.stringify({ level: "INFO", message: "request_answered", status }));
  });
  return serverlessHttp(app, {
    request: (request, event) => {
      request.gateway = event.requestContext;
    },
  });
}
