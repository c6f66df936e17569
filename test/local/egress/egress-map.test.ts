import { isIP } from "node:net";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../../lambdas/shared/outbound/public-address.ts";
import type { EgressMap } from "../../../lib/local/egress/egress-map.ts";
import {
  classifyHost,
  createEgressRoutes,
  egressSettings,
  isLoopbackAddress,
  parseEgressMap,
} from "../../../lib/local/egress/egress-map.ts";

const origin = "http://127.0.0.1:9101";
const other = "http://127.0.0.1:9102";

function errorsOf(value: unknown): readonly string[] {
  const result = parseEgressMap(typeof value === "string" ? value : JSON.stringify(value));
  return result.ok ? [] : result.errors;
}

describe("reading MAGPIE_EGRESS_MAP", () => {
  it("gives no map when it is not set or blank", () => {
    expect(parseEgressMap(undefined)).toEqual({ ok: true, map: undefined });
    expect(parseEgressMap("  ")).toEqual({ ok: true, map: undefined });
  });

  it("normalises hosts and origins", () => {
    const text = JSON.stringify({
      "SpeakerDeck.com": origin,
      "www.docswell.com.": `${other}/`,
      "例え.example": "http://localhost",
      "8.8.8.8": origin,
      "2606:4700:0::1": origin,
      "*": other,
    });
    expect(parseEgressMap(text)).toEqual({
      ok: true,
      map: {
        "speakerdeck.com": origin,
        "www.docswell.com": other,
        "xn--r8jz45g.example": "http://localhost",
        "8.8.8.8": origin,
        "2606:4700::1": origin,
        "*": other,
      },
    });
  });

  it("treats an empty object as a map that refuses everything", () => {
    expect(parseEgressMap("{}")).toEqual({ ok: true, map: {} });
  });

  it.each([
    ["{", "MAGPIE_EGRESS_MAP is not JSON."],
    ["[]", "MAGPIE_EGRESS_MAP must be a JSON object from host names to origins."],
    ["null", "MAGPIE_EGRESS_MAP must be a JSON object from host names to origins."],
    [{ "a.example": 1 }, 'MAGPIE_EGRESS_MAP: The origin of "a.example" must be a string.'],
    [{ "a.example": "127.0.0.1" }, 'MAGPIE_EGRESS_MAP: The origin of "a.example" is not a URL: "127.0.0.1".'],
    [{ "a.example": "https://127.0.0.1:1" }, 'MAGPIE_EGRESS_MAP: The origin of "a.example" must be an http:// origin.'],
    [
      { "a.example": "http://127.0.0.1:1/path" },
      'MAGPIE_EGRESS_MAP: The origin of "a.example" must be only scheme, host and port, like http://127.0.0.1:9101.',
    ],
    [{ "https://a.example": origin }, 'MAGPIE_EGRESS_MAP: "https://a.example" is not a host name.'],
    [{ "a.example:443": origin }, 'MAGPIE_EGRESS_MAP: "a.example:443" must be a host name without a port.'],
    [{ "a..example": origin }, 'MAGPIE_EGRESS_MAP: "a..example" is not a host name.'],
    [{ "": origin }, 'MAGPIE_EGRESS_MAP: "" is not a host name.'],
    [
      { "*.example": origin },
      'MAGPIE_EGRESS_MAP: "*.example" is not a host: "*" stands alone, for every other public host.',
    ],
    [{ "a.localhost": origin }, 'MAGPIE_EGRESS_MAP: "a.localhost" cannot be mapped: localhost is never a public host.'],
    [{ "0xa9fea9fe": origin }, 'MAGPIE_EGRESS_MAP: "0xa9fea9fe" cannot be mapped: it is not a public address.'],
    [{ "::1": origin }, 'MAGPIE_EGRESS_MAP: "::1" cannot be mapped: it is not a public address.'],
    [{ "a.example": origin, "A.EXAMPLE": origin }, 'MAGPIE_EGRESS_MAP: "A.EXAMPLE" names a host for the second time.'],
  ])("explains what is wrong with %j", (value, sentence) => {
    expect(errorsOf(value)).toEqual([sentence]);
  });

  it("gives one sentence for each fault", () => {
    expect(errorsOf({ localhost: "https://127.0.0.1", "a.example": null })).toHaveLength(3);
  });
});

describe("classifying a host", () => {
  const closed: EgressMap = { "speakerdeck.com": origin };
  const wide: EgressMap = { "speakerdeck.com": origin, "*": other };

  it("leaves every host unchanged without a map", () => {
    expect(classifyHost(undefined, "anything.example")).toEqual({ kind: "open" });
  });

  it("maps a listed host in any spelling", () => {
    expect(classifyHost(closed, "SPEAKERDECK.com.")).toEqual({ kind: "mapped", origin });
  });

  it.each(["www.speakerdeck.com", "a.example", "8.8.8.8", "[2606:4700::1]", "10.0.0.1", "intranet", "constructor"])(
    "refuses %s, which is not listed",
    (host) => {
      expect(classifyHost(closed, host)).toEqual({ kind: "refused" });
    },
  );

  it.each(["a.example", "b.test", "www.speakerdeck.com", "8.8.8.8", "2606:4700::1", "[2606:4700::1]"])(
    'maps %s by "*"',
    (host) => {
      expect(classifyHost(wide, host)).toEqual({ kind: "mapped", origin: other });
    },
  );

  it.each([
    "intranet",
    "printer.local",
    "a.internal",
    "1.in-addr.arpa",
    "10.0.0.1",
    "169.254.169.254",
    "::ffff:8.8.8.8",
    "fe80::1",
    "fe80::1%lo",
    "*",
  ])('refuses %s, which is not public, in spite of "*"', (host) => {
    expect(classifyHost(wide, host)).toEqual({ kind: "refused" });
  });

  it.each(["localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1"])(
    "never maps %s, which is this machine",
    (host) => {
      expect(classifyHost(wide, host)).toEqual({ kind: "open" });
    },
  );
});

describe("addresses of mapped names", () => {
  const map: EgressMap = { "a.example": origin, "b.example": other, "8.8.4.4": origin, "*": "http://127.0.0.1:9103" };
  const routes = createEgressRoutes(map);

  it("are public, stable and lead back to the origin", () => {
    for (const [name, expected] of [
      ["a.example", origin],
      ["B.example.", other],
      ["c.example", "http://127.0.0.1:9103"],
    ] as const) {
      const address = routes.addressOf(name) ?? "";
      expect(isIP(address)).toBe(4);
      expect(isPublicAddress(address)).toBe(true);
      expect(routes.originAt(address)).toBe(expected);
      expect(createEgressRoutes(map).addressOf(name)).toBe(address);
    }
  });

  it("differ between names", () => {
    const names = ["a.example", "b.example", ...Array.from({ length: 200 }, (_, n) => `n${n}.test`)];
    expect(new Set(names.map((name) => routes.addressOf(name))).size).toBe(names.length);
  });

  it("exist only for mapped hosts", () => {
    const closed = createEgressRoutes({ "a.example": origin });
    expect(closed.addressOf("c.example")).toBeUndefined();
    expect(routes.addressOf("localhost")).toBeUndefined();
    expect(closed.originAt("8.8.8.8")).toBeUndefined();
  });

  it("map public literals to the listed origin or to the common one", () => {
    expect(routes.originAt("8.8.4.4")).toBe(origin);
    expect(routes.originAt("8.8.8.8")).toBe("http://127.0.0.1:9103");
    expect(routes.originAt("2606:4700::1")).toBe("http://127.0.0.1:9103");
    expect(routes.originAt("192.168.0.1")).toBeUndefined();
    expect(routes.originAt("127.0.0.1")).toBeUndefined();
  });
});

describe("the site's own host", () => {
  const settings = (map: EgressMap | undefined, siteUrl: string) =>
    egressSettings({ map, own: [siteUrl], runner: "http://127.0.0.1:8787", passthrough: ["127.0.0.1:4566"] });

  it("leads back to the runner, in addition to the map", () => {
    expect(settings({ "speakerdeck.com": origin }, "https://Alice.example:8443")).toEqual({
      map: { "alice.example": "http://127.0.0.1:8787", "speakerdeck.com": origin },
      others: "refused",
      passthrough: ["127.0.0.1:4566"],
    });
    expect(settings({ "*": origin }, "https://alice.example")?.map["alice.example"]).toBe("http://127.0.0.1:8787");
  });

  it("leads where the map says if the map has it", () => {
    expect(settings({ "alice.example": other }, "https://alice.example")?.map).toEqual({ "alice.example": other });
  });

  it("is the only mapped host without a map", () => {
    expect(settings(undefined, "https://alice.example")).toMatchObject({
      map: { "alice.example": "http://127.0.0.1:8787" },
      others: "open",
    });
  });

  it.each(["http://127.0.0.1:8787", "http://localhost:8787", "http://[::1]:8787"])(
    "is found without a map if it is this machine's own, as %s is",
    (siteUrl) => {
      expect(settings(undefined, siteUrl)).toBeUndefined();
      expect(settings({ "*": origin }, siteUrl)).toMatchObject({ map: { "*": origin }, others: "refused" });
    },
  );
});

describe("kinds of address", () => {
  it("recognises this machine's own", () => {
    expect(["127.0.0.1", "::1", "::ffff:127.0.0.1"].every(isLoopbackAddress)).toBe(true);
    expect(["128.0.0.1", "::2", "localhost"].some(isLoopbackAddress)).toBe(false);
  });
});
