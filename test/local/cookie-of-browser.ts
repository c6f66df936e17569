import type { Outputs } from "../../lib/local/outputs.ts";

/** The cookie of a browser that has opened the console's address, as the header of its requests. */
export async function cookieOfBrowser({ console: { url } }: Pick<Outputs, "console">): Promise<string> {
  const opened = await fetch(url, { redirect: "manual" });
  return String(opened.headers.getSetCookie()[0]?.split(";")[0]);
}
