import {
  GetFoundationModelAvailabilityCommand,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
} from "@aws-sdk/client-bedrock";
import type { Finding } from "../check.ts";
import { fail, ok, skipped, warn } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

/** The prefix of an inference profile's id; the model's own id follows. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

/**
 * Whether the model that summarises bookmarks exists in its region and may be called. The model itself is not called.
 */
export async function checkBedrock(stage: DeployedStage): Promise<Finding> {
  const variables = await stage.readVariables();
  const model = variables.get("BEDROCK_MODEL") ?? "";
  const region = variables.get("BEDROCK_REGION") ?? "";
  if (model === "") {
    return skipped(
      "The stage names no model: bookmarks are summarised by sentences of their own.",
      "To use a model, set bedrock in cdk.json.",
    );
  }
  const client = stage.clients.bedrock(region);
  const other = "Set bedrock.model and bedrock.region in cdk.json to a model of that region, and deploy.";
  const base = PROFILE.exec(model)?.[1];
  try {
    if (base !== undefined) {
      const { status } = await client.send(new GetInferenceProfileCommand({ inferenceProfileIdentifier: model }));
      if (status !== "ACTIVE") return fail(`The inference profile ${model} is ${status} in ${region}.`, other);
    } else {
      const { modelDetails } = await client.send(new GetFoundationModelCommand({ modelIdentifier: model }));
      if (!modelDetails?.inferenceTypesSupported?.includes("ON_DEMAND")) {
        return fail(
          `${model} can't be called on demand in ${region}.`,
          "Set bedrock.model to an inference profile of the model, e.g. eu.<model>, and deploy.",
        );
      }
      if (modelDetails.modelLifecycle?.status === "LEGACY") {
        return warn(`${model} is on its way out (legacy).`, other);
      }
    }
    const { agreementAvailability, authorizationStatus, regionAvailability } = await client.send(
      new GetFoundationModelAvailabilityCommand({ modelId: base ?? model }),
    );
    const isAgreed = agreementAvailability?.status === "AVAILABLE";
    if (authorizationStatus === "AUTHORIZED" && regionAvailability === "AVAILABLE" && isAgreed) {
      return ok(`${model} can be called in ${region}.`);
    }
    return fail(
      `${model} can't be called in ${region} yet: authorization ${authorizationStatus}, region ${regionAvailability}, agreement ${agreementAvailability?.status}.`,
      "Open the model once in the Bedrock console (Model catalog, playground) as an administrator of the account; some providers require a form or a subscription first.",
    );
  } catch (error) {
    const { name } = error as Error;
    if (name !== "ResourceNotFoundException" && name !== "ValidationException") throw error;
    return fail(`There is no ${model} in ${region}.`, other);
  }
}
