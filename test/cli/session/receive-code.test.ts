import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { listenOnLoopback, receivedAddress } from "../../../lib/cli/session/receive-code.ts";

const REDIRECT = "http://localhost:48163/signed-in";

it("takes the address of the returning browser, and no other one that a page requests", () => {
  expect(receivedAddress("/signed-in?code=a&state=b", REDIRECT, "b")?.href).toBe(`${REDIRECT}?code=a&state=b`);
  expect(receivedAddress("/favicon.ico?state=b", REDIRECT, "b")).toBeNull();
  // It ended the command with an error.
  expect(receivedAddress("//", REDIRECT, "b")).toBeNull();
});

it.each(["", "?code=a", "?code=a&state=", "?code=a&state=c", "?error=access_denied&state=c&state=b"])(
  "does not take %j, which has not the state of this sign-in: a page that guesses the address ended the wait",
  (search) => expect(receivedAddress(`/signed-in${search}`, REDIRECT, "b")).toBeNull(),
);

it("takes the refusal of the person by its state", () => {
  expect(receivedAddress("/signed-in?error=access_denied&state=b", REDIRECT, "b")?.searchParams.get("error")).toBe(
    "access_denied",
  );
});

/** A port that is free on both loopback addresses now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "::1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function occupy(port: number, address: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  onTestFinished(() => void server.close());
}

const redirectTo = (port: number) => `http://localhost:${port}/signed-in`;

it.each(["127.0.0.1", "[::1]"])("hears the browser that takes %s for localhost", async (host) => {
  const loopback = await listenOnLoopback("b", [redirectTo(await freePort())]);
  if (loopback === null) throw new Error("The port is taken.");
  onTestFinished(() => loopback.close());
  const { port } = new URL(loopback.redirectUri);
  expect((await fetch(`http://${host}:${port}/signed-in?code=a&state=b`)).status).toBe(200);
  expect((await loopback.received).searchParams.get("code")).toBe("a");
});

it.each(["127.0.0.1", "::1"])(
  "skips a port that another program has on %s alone: it would get the code",
  async (address) => {
    const [taken, free] = [await freePort(), await freePort()];
    await occupy(taken, address);
    expect(await listenOnLoopback("b", [redirectTo(taken)])).toBeNull();
    const loopback = await listenOnLoopback("b", [redirectTo(taken), redirectTo(free)]);
    onTestFinished(() => loopback?.close());
    expect(loopback?.redirectUri).toBe(redirectTo(free));
  },
);
