import { beforeAll, expect, it } from "vitest";
import { allRoutes } from "../../../lambdas/operations/all-routes.ts";
import type { Scope } from "../../../lambdas/shared/http/route.ts";
import { routeKey, SCOPES } from "../../../lambdas/shared/http/route.ts";
import type { LocalFunction } from "../../../lib/local/functions/local-function.ts";
import { gatewayApp } from "../../../lib/local/gateway/gateway.ts";
import type { RouteTarget } from "../../../lib/local/gateway/gateway-routes.ts";
import { readRoutes } from "../../../lib/local/gateway/gateway-routes.ts";
import { RouteThrottles } from "../../../lib/local/gateway/route-throttles.ts";
import { LOCAL_ISSUER, TokenIssuer } from "../../../lib/local/gateway/token-issuer.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { CLIENT } from "../../../lib/local/template/identities.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { synthesized } from "../../infra/synthesized.ts";
import { folderOfFile } from "../temporary-folders.ts";

/** What the scope `save` allows beyond reading. */
const SAVING = [
  "POST /v1/bookmarks",
  "PATCH /v1/bookmarks/{id}",
  "POST /v1/bookmarks/{id}/reprocess",
  "PUT /v1/bookmarks/{id}/page",
  "PUT /v1/bookmarks/{id}/place",
  "POST /v1/stocks",
  "PATCH /v1/stocks/{id}",
  "POST /v1/stocks/{id}/refetch",
];

/** Whether a token with this scope alone may call a route; what a person may call besides is the function's to say. */
function mayCall(scope: Scope | null, { access, method, key }: (typeof routes)[number]): boolean {
  if (access === "public" || scope === "full") return true;
  if (access === "admin" || scope === null) return false;
  return method === "GET" || (scope === "save" && SAVING.includes(key));
}

const routes = allRoutes.map((route) => ({ ...route, key: routeKey(route) }));
const folder = folderOfFile();
let tokens: TokenIssuer;
let targets: readonly RouteTarget[];

beforeAll(async () => {
  tokens = await TokenIssuer.open(folder);
  const resources = Object.fromEntries(synthesized().resources) as Readonly<Record<string, Resource>>;
  const template = new Template(resources, { api: "http://api", aws: "http://aws" });
  const invoke = async () => ({ ok: true, result: { statusCode: 200 } });
  targets = readRoutes(template, () => ({ invoke }) as unknown as LocalFunction).map((target) => ({
    ...target,
    ...(target.authorizer && { authorizer: { ...target.authorizer, issuer: LOCAL_ISSUER, audience: [CLIENT] } }),
  }));
});

/** Of an account, which lets every request here pass. */
const throttles = new RouteThrottles(new Template({}, { api: "http://api", aws: "http://aws" }), 1);

it.each([null, ...SCOPES])(
  "lets a token of the scope %s call its routes of the template, and no other",
  async (scope) => {
    const gateway = gatewayApp({ routes: targets, cors: { preflight: {}, actual: {} }, tokens, throttles });
    const session = {
      clientId: CLIENT,
      id: "s",
      signedInAt: 0,
      scope: scope === null ? "openid" : `openid magpie/${scope}`,
    };
    const token = await tokens.sign({ sub: "ada", groups: ["admin"], expiresInSeconds: 60, session });
    const called = await Promise.all(
      routes.map(async (route) => {
        const path = route.path.replaceAll(/\{\w+\}/g, "x");
        const answer = await gateway.request(path, {
          method: route.method,
          headers: { authorization: `Bearer ${token}` },
        });
        return [route.key, answer.status];
      }),
    );
    const expected = routes.map((route) => [route.key, mayCall(scope, route) ? 200 : 403]);
    expect(called, "A route that `save` may change needs its `scope` in routes.ts, and a line in SAVING here").toEqual(
      expected,
    );
  },
);

it("says which scopes a refused token lacks", async () => {
  const gateway = gatewayApp({ routes: targets, cors: { preflight: {}, actual: {} }, tokens, throttles });
  const token = await tokens.sign({ sub: "ada", groups: [], expiresInSeconds: 60, scope: "read" });
  const answer = await gateway.request("/v1/stocks", { method: "POST", headers: { authorization: `Bearer ${token}` } });
  expect(await answer.json()).toEqual({ message: "Forbidden" });
  expect(answer.headers.get("www-authenticate")).toBe(
    'Bearer scope="magpie/save magpie/full" error="insufficient_scope"',
  );
});
