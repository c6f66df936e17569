import { SQSClient } from "@aws-sdk/client-sqs";
import { MagpieClient } from "../../../client/magpie-client.ts";
import { findLocalApi } from "../../../lib/cli/find-local-api.ts";
import type { SmokedSystem } from "../../../lib/cli/smoke/smoked-system.ts";
import { waitingBy } from "../../../lib/cli/smoke/waiting-by.ts";
import { TestClock } from "../../client/test-clock.ts";
import type { StubbedApi } from "../stubbed-api.ts";

/** A system in place of which a stub answers, with a clock whose waits end at once. */
export function stubbedSystem(stubbed: StubbedApi, changes: Partial<SmokedSystem> = {}): SmokedSystem {
  const api = findLocalApi(stubbed.dataFolder, "a-token");
  const clock = new TestClock({ skipping: true });
  return {
    siteUrl: api.baseUrl,
    sqs: new SQSClient({ region: "local", credentials: { accessKeyId: "a", secretAccessKey: "s" } }),
    stage: "prod",
    called: "magpie",
    signIn: () => Promise.reject(new Error("nobody signs in")),
    client: new MagpieClient({ baseUrl: api.baseUrl, token: api.token, retry: { maxAttempts: 1 } }),
    user: { api, sub: "u-1", remove: async () => undefined },
    wait: waitingBy(clock, new AbortController().signal),
    ...changes,
  };
}
