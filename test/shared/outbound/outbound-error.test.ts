import { describe, expect, it } from "vitest";
import type { OutboundFailure } from "../../../lambdas/shared/outbound/outbound-error.ts";
import { networkError, OutboundError, place } from "../../../lambdas/shared/outbound/outbound-error.ts";
import { socketError } from "../../emulators/socket-errors.ts";

const url = new URL("https://bob:secret@pages.example:8443/a?secret#secret");

describe("the error of an outbound fetch", () => {
  it.each<[OutboundFailure, boolean]>([
    ["network", true],
    ["timeout", true],
    ["name_not_resolved", true],
    ["too_large", false],
    ["blocked_address", false],
  ])("%s may not occur again: %s", (kind, transient) => {
    expect(new OutboundError(kind, "a")).toMatchObject({ name: "OutboundError", message: `${kind}: a`, transient });
  });

  it("names no secret of the URL", () => {
    expect(place(url)).toBe("https://pages.example:8443/a");
  });

  it.each([
    [socketError("headerOverflow"), "too_large: headers of https://pages.example:8443/a"],
    [socketError("reset"), "network: https://pages.example:8443/a"],
    [new Error("no code"), "network: https://pages.example:8443/a"],
    [{ code: "HPE_HEADER_OVERFLOW" }, "network: https://pages.example:8443/a"],
    [undefined, "network: https://pages.example:8443/a"],
  ])("of a failed connection keeps its cause (%#)", (cause, message) => {
    expect(networkError(cause, url)).toMatchObject({ message, cause });
  });
});
