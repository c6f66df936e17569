import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EdgeRequest } from "../../lib/local/site/edge-event.ts";
import { viewerRequestOf } from "../../lib/local/site/viewer-request.ts";
import { arn } from "../../lib/local/template/identities.ts";
import { Template } from "../../lib/local/template/template.ts";

const Properties = {
  Name: "deep-links",
  FunctionCode: readFileSync(join(import.meta.dirname, "../../lib/console/deep-links.js"), "utf8"),
  FunctionConfig: { Runtime: "cloudfront-js-2.0" },
};
const template = new Template(
  { DeepLinks: { Type: "AWS::CloudFront::Function", Properties } },
  { api: "http://127.0.0.1:1", aws: "" },
);
const deepLinks = viewerRequestOf(template, [
  { EventType: "viewer-request", FunctionARN: arn("cloudfront", "function/deep-links", "") },
]);

const requested = (uri: string): EdgeRequest => ({ method: "GET", uri, querystring: {}, headers: {}, cookies: {} });

describe("the function of the console's addresses", () => {
  const answered = async (uri: string) => deepLinks?.(requested(uri), "127.0.0.1");

  it.each([
    "/app/",
    "/app/bookmarks",
    "/app/bookmarks/",
    "/app/bookmarks/0b6c",
    "/app/recommendations/example.com",
    "/app/assets",
    "/app/iconsets/a.png",
  ])("answers %s with the page", async (uri) => {
    expect(await answered(uri)).toEqual(requested("/app/"));
  });

  it.each([
    "/app/config.json",
    "/app/sw.js",
    "/app/index.html",
    "/app/missing.txt",
    "/app/assets/main-AAAAAAA2.js",
    "/app/assets/missing",
    "/app/icons/magpie.svg",
  ])("leaves the file %s, so that a missing one is not found", async (uri) => {
    expect(await answered(uri)).toEqual(requested(uri));
  });

  it("leads from the folder's name to the folder", async () => {
    expect(await answered("/app")).toMatchObject({ statusCode: 301, headers: { location: { value: "/app/" } } });
  });
});
