import { afterEach, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../../../console/session/load-config.ts";

afterEach(() => void vi.unstubAllGlobals());

/** The addresses as the site answers them. */
function loads(status: number, body: unknown): ReturnType<typeof loadConfig> {
  vi.stubGlobal("fetch", async (path: string) => {
    expect(path).toBe("/app/config.json");
    return Response.json(body, { status });
  });
  return loadConfig();
}

describe("the addresses of the stage", () => {
  it("are those of the file, and nothing else of it", async () => {
    const config = { api_url: "https://api.example", sign_in: null };
    expect(await loads(200, { ...config, later: true })).toEqual(config);
  });

  it("are missed when the site has none", async () => {
    await expect(loads(404, {})).rejects.toThrow("/app/config.json answered 404.");
  });

  it.each([[null], [{}], [{ api_url: 1, sign_in: null }], [{ api_url: "https://api.example" }]])(
    "are missed in %j, which this version can't read",
    async (body) => {
      await expect(loads(200, body)).rejects.toThrow("/app/config.json has no addresses that this version");
    },
  );
});
