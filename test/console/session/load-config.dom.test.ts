// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../../../console/session/load-config.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

const CONFIG = { api_url: "https://api.example", sign_in: null };
const OTHER = { api_url: "https://other.example", sign_in: null };

/** The addresses as the site answers them. */
function loads(answer: Response | Promise<Response>): ReturnType<typeof loadConfig> {
  vi.stubGlobal("fetch", async (path: string) => {
    expect(path).toBe("/app/config.json");
    return answer;
  });
  return loadConfig();
}
const json = (body: unknown, status = 200) => Response.json(body, { status });

describe("the addresses of the stage", () => {
  it("are those of the file, and nothing else of it", async () => {
    expect(await loads(json({ ...CONFIG, later: true }))).toEqual(CONFIG);
  });

  it.each<readonly [text: string, status: number, why: string]>([
    ["Not found", 404, "/app/config.json answered 404."],
    ...["<html>", "null", "{}", '{"api_url":1,"sign_in":null}', '{"api_url":"https://api.example"}'].map(
      (text) => [text, 200, "/app/config.json has no addresses that this version"] as const,
    ),
  ])("are missed in %s, answered with %i", async (text, status, why) => {
    await expect(loads(new Response(text, { status }))).rejects.toThrow(why);
  });

  it("are those of the last visit where the network or the site fails, and the new ones otherwise", async () => {
    const told = vi.spyOn(console, "warn").mockReturnValue();
    await loads(json(CONFIG));
    expect(await loads(Promise.reject(new TypeError("no network")))).toEqual(CONFIG);
    expect(await loads(json({}, 503))).toEqual(CONFIG);
    expect(await loads(new Response("<html>"))).toEqual(CONFIG);
    expect(told).toHaveBeenCalledTimes(3);
    expect(await loads(json(OTHER))).toEqual(OTHER);
    expect(await loads(json({}, 503))).toEqual(OTHER);
  });

  it("are those of the last visit after three seconds of a slow network, and the new ones at the next", async () => {
    await loads(json(CONFIG));
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const slow = Promise.withResolvers<Response>();
    const loading = loads(slow.promise);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(await Promise.race([loading, "none yet"])).toBe("none yet");
    await vi.advanceTimersByTimeAsync(1);
    expect(await loading).toEqual(CONFIG);
    slow.resolve(json(OTHER));
    await vi.advanceTimersByTimeAsync(0);
    vi.spyOn(console, "warn").mockReturnValue();
    expect(await loads(json({}, 503))).toEqual(OTHER);
  });

  it("are those of the file in a browser that forbids storage", async () => {
    const told = vi.spyOn(console, "warn").mockReturnValue();
    const forbids = () => {
      throw new DOMException("Forbidden.", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: forbids, setItem: forbids });
    expect([await loads(json(CONFIG)), told.mock.calls.length]).toEqual([CONFIG, 1]);
  });
});
