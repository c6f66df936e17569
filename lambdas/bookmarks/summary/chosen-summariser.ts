import { lazy } from "../../shared/lazy.ts";
import { extractiveSummariser } from "./extractive-summariser.ts";
import type { Summariser } from "./summariser.ts";

/**
 * The summariser that the settings name: a model of Amazon Bedrock, or without one the one that needs no network.
 *
 * @param model id of a model or an inference profile; empty for none
 * @param region region the model is called in; empty for the function's own
 */
export function chosenSummariser(model: string, region: string): Summariser {
  if (model === "") return extractiveSummariser();
  // Loaded when it is needed: the client is most of the bundle, and most systems have no model.
  const loaded = lazy(async () => {
    const { bedrockClient, bedrockSummariser } = await import("./bedrock-summariser.ts");
    return bedrockSummariser({ client: bedrockClient(region), model });
  });
  return { summarise: async (page) => (await loaded()).summarise(page) };
}
