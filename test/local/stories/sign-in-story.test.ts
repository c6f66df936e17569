import type { User } from "oidc-client-ts";
import { InMemoryWebStorage, UserManager, WebStorageStateStore } from "oidc-client-ts";
import { afterAll, describe, expect, it } from "vitest";
import { ApiClient, request } from "../api-client.ts";
import { cookieOfBrowser } from "../cookie-of-browser.ts";
import { SpawnedRunner } from "../spawned-runner.ts";
import { folderOfFile } from "../temporary-folders.ts";

const CLIENT_ID = "magpie-local-client-console";

/** A browser without a window: the library's own steps, and a person who fills in the page. */
class Browser {
  readonly manager: UserManager;
  readonly #origin: string;
  readonly #cookie: string;
  /** The address to which the library sent the browser last. */
  #address = "";

  constructor(origin: string, cookie: string) {
    this.#origin = origin;
    this.#cookie = cookie;
    const storage = () => new WebStorageStateStore({ store: new InMemoryWebStorage() });
    const navigator = {
      prepare: async () => ({
        navigate: async ({ url }: { url: string }) => {
          this.#address = url;
          return { url };
        },
        close: () => undefined,
      }),
      callback: async () => undefined,
    };
    this.manager = new UserManager(
      {
        authority: `${origin}/us-east-1_magpielocal`,
        client_id: CLIENT_ID,
        redirect_uri: `${origin}/app/signed-in`,
        scope: "openid email magpie/full",
        automaticSilentRenew: false,
        revokeTokenTypes: ["refresh_token"],
        userStore: storage(),
        stateStore: storage(),
      },
      navigator,
    );
  }

  async signIn(form: Readonly<Record<string, string>>): Promise<User> {
    await this.manager.signinRedirect();
    const page = await (await fetch(this.#address, { headers: { cookie: this.#cookie } })).text();
    const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const answer = await fetch(`${this.#origin}${action}`, {
      method: "POST",
      headers: { origin: this.#origin, cookie: this.#cookie },
      body: new URLSearchParams(form),
      redirect: "manual",
    });
    return this.manager.signinRedirectCallback(answer.headers.get("location") ?? "");
  }

  /** @returns where the browser is at the end */
  async signOut(): Promise<string | null> {
    const logoutUri = `${this.#origin}/app/`;
    await this.manager.signoutRedirect({ extraQueryParams: { client_id: CLIENT_ID, logout_uri: logoutUri } });
    return (await fetch(this.#address, { redirect: "manual" })).headers.get("location");
  }
}

describe("the library of the console, with a runner", () => {
  const folder = folderOfFile();
  let runner: SpawnedRunner | undefined;

  afterAll(async () => {
    await runner?.end("SIGKILL");
  });

  it("signs in, renews, stays signed in when the runner is killed, and signs out", async () => {
    runner = await SpawnedRunner.start({ dataFolder: folder });
    const cookie = await cookieOfBrowser(runner.outputs);
    const before = new Browser(runner.outputs.api_url, cookie);
    const alice = await before.signIn({ username: "alice", administrator: "yes" });
    expect(alice.profile).toMatchObject({ sub: "alice", email: "alice@magpie.example" });
    expect(alice.expires_in).toBeGreaterThan(3_000);
    const asAlice = new ApiClient(runner.outputs.api_url, alice.access_token);
    expect((await asAlice.call("GET", "/v1/stocks")).status).toBe(200);
    expect((await asAlice.call("GET", "/v1/ops/queues")).status).toBe(200);

    const bob = await new Browser(runner.outputs.api_url, cookie).signIn({ username: "bob" });
    const refused = await new ApiClient(runner.outputs.api_url, bob.access_token).call("GET", "/v1/ops/queues");
    expect(refused.status).toBe(403);
    const withIdToken = await request(runner.outputs.api_url, "/v1/stocks", {
      headers: { authorization: `Bearer ${alice.id_token}` },
    });
    expect(withIdToken.status).toBe(403);

    const renewed = await before.manager.signinSilent();
    expect(renewed?.refresh_token).not.toBe(alice.refresh_token);
    expect(renewed?.profile.sub).toBe("alice");

    await runner.end("SIGKILL");
    runner = await SpawnedRunner.start({ dataFolder: folder });
    const after = new Browser(runner.outputs.api_url, cookie);
    await after.manager.storeUser(renewed);
    const again = await after.manager.signinSilent();
    // The browser is let in as before, too.
    expect((await new Browser(runner.outputs.api_url, cookie).signIn({ username: "carol" })).profile.sub).toBe("carol");
    expect(
      (await new ApiClient(runner.outputs.api_url, again?.access_token ?? "").call("GET", "/v1/ops/queues")).status,
    ).toBe(200);

    // The library revokes the refresh token first.
    await after.manager.revokeTokens();
    expect(await after.signOut()).toBe(`${runner.outputs.api_url}/app/`);
    expect(await after.manager.getUser()).toBeNull();
    await after.manager.storeUser(again);
    await expect(after.manager.signinSilent()).rejects.toMatchObject({ error: "invalid_grant" });
  });
});
