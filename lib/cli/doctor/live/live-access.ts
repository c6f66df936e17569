import { LambdaClient } from "@aws-sdk/client-lambda";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { rendererClient } from "../../../../lambdas/mercari/fetch/rendered-page-source.ts";
import { outboundFetch } from "../../../../lambdas/shared/outbound/outbound-fetch.ts";
import { CliError } from "../../cli-error.ts";
import type { LocalSystem } from "../local-system.ts";
import type { DeployedStage } from "../stage/deployed-stage.ts";
import type { LiveWorld } from "./live-checks.ts";

type Access = Pick<LiveWorld, "googleBooks" | "mercari">;

export const externalFetch = outboundFetch;

/** The access of a deployed stage to external sites: its secret and its renderer, with the operator's own credentials. */
export function stageAccess(stage: DeployedStage): Access {
  return {
    async googleBooks() {
      const variables = await stage.readVariables();
      const secret = variables.get("GOOGLE_BOOKS_SECRET");
      if (secret === undefined) return undefined;
      try {
        const { SecretString = "" } = await stage.clients.secrets.send(new GetSecretValueCommand({ SecretId: secret }));
        const apiKey = SecretString.trim();
        return apiKey === "" ? undefined : { apiKey, country: variables.get("GOOGLE_BOOKS_COUNTRY") ?? "JP" };
      } catch (error) {
        if ((error as Error).name === "ResourceNotFoundException") return undefined;
        throw error;
      }
    },
    async mercari() {
      const variables = await stage.readVariables();
      const functionName = variables.get("RENDERER_FUNCTION") ?? "";
      return variables.get("PAGE_SOURCE") === "http"
        ? { source: "http" }
        : { source: "rendered", client: rendererClient(), functionName };
    },
  };
}

/** The access of the local system to external sites, from its variables. */
export function localAccess(
  system: LocalSystem | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Access {
  return {
    googleBooks: async () =>
      env.GOOGLE_BOOKS_API_KEY ? { apiKey: env.GOOGLE_BOOKS_API_KEY, country: "JP" } : undefined,
    async mercari() {
      if (env.MAGPIE_MERCARI_PAGE_SOURCE !== "rendered") return { source: "http" };
      if (system === undefined) {
        throw new CliError("The local system renders pages of Mercari: start it with npm start, and try again.");
      }
      const { region, sqs_endpoint: endpoint, credentials } = system.outputs;
      const client = new LambdaClient({
        endpoint,
        region,
        credentials: { accessKeyId: credentials.access_key_id, secretAccessKey: credentials.secret_access_key },
        maxAttempts: 1,
      });
      return { source: "rendered", client, functionName: "local-mercari-renderer" };
    },
  };
}
