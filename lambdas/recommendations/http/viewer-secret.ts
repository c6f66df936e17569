import { lazy } from "../../shared/lazy.ts";
import type { Secret } from "../../shared/secret.ts";

/** The secret that CloudFront adds to the requests that it passes on, without the unused methods. */
export type ViewerSecret = Pick<Secret, "read">;

/** The client of Secrets Manager is loaded with the first request that shows the secret: most show none. */
export function viewerSecret(name: string): ViewerSecret {
  const loaded = lazy(async () => {
    const { secretsClient, secretText } = await import("../../shared/secret.ts");
    return secretText(secretsClient(), name);
  });
  return { read: async () => (await loaded()).read() };
}
