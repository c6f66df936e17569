import type { System } from "../../local/system.ts";

/** Where the browser of a person ends, who fills in the sign-in page of the local system. */
export async function signInBy(system: System, address: string, username: string): Promise<string> {
  const answer = await fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: { authorization: `Bearer ${system.outputs.tokens.admin}`, origin: system.api },
    body: new URLSearchParams({ username }),
  });
  return answer.headers.get("location") ?? "";
}
