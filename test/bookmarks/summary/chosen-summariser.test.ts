import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { chosenSummariser } from "../../../lambdas/bookmarks/summary/chosen-summariser.ts";
import type { SimulatedBedrock } from "../../upstreams/simulated-bedrock.ts";
import { startSimulatedBedrock, toolAnswer } from "../../upstreams/simulated-bedrock.ts";
import { samplePage } from "../sample-page.ts";

const RECORDED = { summary: "By a model.", tags: [] };
const text = "Slugs eat hostas at night in most gardens.";
const page = samplePage({ text });

let bedrock: SimulatedBedrock;
beforeAll(async () => {
  bedrock = await startSimulatedBedrock((request) => toolAnswer(request, RECORDED));
});
beforeEach(() => {
  vi.stubEnv("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", bedrock.origin);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  onTestFinished(() => void vi.unstubAllEnvs());
});
afterAll(() => bedrock.close());

it("without a model needs no network", async () => {
  expect(await chosenSummariser("", "eu-west-1").summarise(page)).toMatchObject({ summary: text, by: "extractive" });
  expect(bedrock.requests()).toEqual([]);
});

it("with a model asks for each page in the model's region", async () => {
  const { summarise } = chosenSummariser("model-1", "eu-west-1");
  expect(await summarise(page)).toEqual({ ...RECORDED, by: "bedrock/model-1" });
  expect(await summarise({ ...page, title: "Slugs" })).toEqual({ ...RECORDED, by: "bedrock/model-1" });
  const regions = bedrock.requests().map(({ headers }) => headers.authorization?.split("/")[2]);
  expect(regions).toEqual(["eu-west-1", "eu-west-1"]);
});
