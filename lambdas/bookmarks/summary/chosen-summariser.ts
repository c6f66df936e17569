import { lazy } from "../../shared/lazy.ts";
import { extractiveSummariser } from "./extractive-summariser.ts";
import type { Summariser } from "./summariser.ts";

/**
 * The summariser that the settings choose: a model on Amazon Bedrock, or the extractive one, which needs no network.
 *
 * @param model id of a model or an inference profile; empty for none
 * @param region the model's region; empty for the function's own
 */
export function chosenSummariser(model: string, region: string): Summariser {
  if (model === "") return extractiveSummariser();
  // Loaded on demand: the client is most of the bundle, and most stages use no model.
  const loaded = lazy(async () => {
    const { bedrockClient, bedrockSummariser } = await import("./bedrock-summariser.ts");
    return bedrockSummariser({ client: bedrockClient(region), model });
  });
  return { summarise: async (page) => (await loaded()).summarise(page) };
}
