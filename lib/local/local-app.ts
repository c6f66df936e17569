import type { DatabaseSync } from "node:sqlite";
import type { Context, Next } from "hono";
import { Hono } from "hono";
import type { ResourcePolicies } from "./access/resource-policies.ts";
import type { LocalAlarms } from "./alarms/local-alarms.ts";
import type { EmulatorAnswer } from "./emulators/emulator-http.ts";
import { send } from "./emulators/emulator-http.ts";
import type { MailStore } from "./emulators/mail-store.ts";
import type { Engines } from "./engines.ts";
import type { ScheduleClock } from "./events/schedule-clock.ts";
import type { CustomResources } from "./functions/custom-resources.ts";
import type { LocalFunction } from "./functions/local-function.ts";
import { allowedHostsOnly, sameOriginOnly } from "./gateway/allowed-hosts.ts";
import { gatewayApp } from "./gateway/gateway.ts";
import { readCors } from "./gateway/gateway-cors.ts";
import { readRoutes } from "./gateway/gateway-routes.ts";
import { RouteThrottles } from "./gateway/route-throttles.ts";
import type { TokenIssuer } from "./gateway/token-issuer.ts";
import { LOCAL_ISSUER } from "./gateway/token-issuer.ts";
import type { ConsoleAccess } from "./sign-in/console-access.ts";
import { signInApp } from "./sign-in/sign-in-app.ts";
import { EdgeCache } from "./site/edge-cache.ts";
import type { PageReload } from "./site/page-reload.ts";
import { readSiteBehaviours } from "./site/site-behaviours.ts";
import { siteDistribution } from "./site/site-distribution.ts";
import { arn } from "./template/identities.ts";
import type { Template } from "./template/template.ts";

export interface LocalAppOptions {
  readonly engines: Pick<Engines, "template" | "sqs" | "secrets">;
  readonly functions: ReadonlyMap<string, LocalFunction>;
  readonly tokens: TokenIssuer;
  /** Who may sign in, and use what is below `/_local/`. */
  readonly access: ConsoleAccess;
  readonly clock: ScheduleClock;
  readonly mails: MailStore;
  readonly alarms: LocalAlarms;
  readonly policies: ResourcePolicies;
  readonly customResources: CustomResources;
  /** The runner's own records. */
  readonly database: DatabaseSync;
  readonly apiUrl: string;
  readonly siteUrl: string;
  /** Of waits. */
  readonly timeScale: number;
  /** Reloads open pages of the console; null where none are. */
  readonly pages: PageReload | null;
}

/** The API, the site and the user pool of the template, and the local additions below `/_local/`. */
export function localApp(options: LocalAppOptions): Hono {
  const {
    engines,
    functions,
    tokens,
    access,
    clock,
    mails,
    alarms,
    policies,
    customResources,
    database,
    apiUrl,
    siteUrl,
    timeScale,
    pages,
  } = options;
  const { template, sqs, secrets } = engines;
  const [api] = template.ofType("AWS::ApiGatewayV2::Api");
  if (api === undefined) throw new Error("The template has no HTTP API.");
  const functionByArn = (arn: string) => {
    const found = functions.get(arn);
    if (found === undefined) throw new Error(`The template names function ${arn} but does not have it.`);
    return found;
  };
  const gateway = gatewayApp({
    routes: readRoutes(template, functionByArn),
    cors: readCors(api),
    tokens,
    throttles: new RouteThrottles(template, timeScale),
    recordAnswer: (status, latencyMs, error) => alarms.recordAnswer(api.ref, status, latencyMs, error),
  });

  const object = publicObject(template, policies, sqs.port);
  const app = new Hono();
  app.use(allowedHostsOnly([apiUrl, siteUrl, LOCAL_ISSUER]));
  // Whoever opens the bare address of the machine looks for the console. Visitors of a site of its own do not.
  if (siteUrl === apiUrl) app.get("/", linkToConsole);
  app.use(
    siteDistribution({
      behaviours: readSiteBehaviours({ template, apiUrl, secrets }),
      siteUrl,
      apiUrl,
      api: gateway,
      object: pages === null ? object : pages.inPage(object),
      cache: new EdgeCache(timeScale),
      deployed: () => customResources.ensureDeployed(),
    }),
  );
  app.route("/", access.app());
  app.post("/_local/*", sameOriginOnly());
  app.use("/_local/*", access.only(notLetIn));
  app.post("/_local/schedules/:name/run", async (c) => {
    const fired = await clock.fire(c.req.param("name"));
    if (fired === undefined) return c.json({ message: `Schedules are: ${clock.names().join(", ")}.` }, 404);
    return c.json(fired, fired.ok ? 200 : 500);
  });
  app.route("/", signInApp({ template, tokens, access, database, apiUrl, siteUrl, clock: Date.now }));
  if (pages !== null) app.route("/", pages.app());
  app.get("/_local/alarms", (c) => c.json({ alarms: alarms.evaluator.shown() }));
  app.get("/_local/mail/store", (c) => c.json({ emails: mails.all() }));
  app.route("/", gateway);
  return app;
}

/** Adds a link to the console to the public page. */
async function linkToConsole(c: Context, next: Next): Promise<void> {
  const headers = new Headers(c.req.raw.headers);
  // A compressed page could not be added to.
  headers.delete("accept-encoding");
  c.req.raw = new Request(c.req.url, { headers });
  await next();
  if (!c.res.headers.get("content-type")?.startsWith("text/html")) return;
  const page = (await c.res.text()).replace("</main>", '<p><a href="/app/">Console of Magpie</a></p>\n</main>');
  c.res = new Response(page, c.res);
  c.res.headers.delete("content-length");
}

function notLetIn(c: Context): Response {
  const message = "Open the address of the console in outputs.json first, or send a token of that file.";
  return c.json({ message }, 401, { "www-authenticate": "Bearer" });
}

/** Reads an object as CloudFront does: if the bucket's policy allows it. */
function publicObject(template: Template, policies: ResourcePolicies, port: number) {
  const [distribution] = template.ofType("AWS::CloudFront::Distribution");
  const context = { "aws:SourceArn": arn("cloudfront", `distribution/${distribution?.ref}`, "") };
  return async (bucket: string, path: string): Promise<EmulatorAnswer> => {
    const resource = `arn:aws:s3:::${bucket}${decodeURIComponent(path)}`;
    const refusal = policies.serviceRefusal({
      service: "cloudfront.amazonaws.com",
      action: "s3:GetObject",
      resource,
      context,
    });
    if (refusal === null) return send(port, "GET", `/${bucket}${path}`, "", {});
    return { status: 403, headers: { "content-type": "text/plain" }, body: Buffer.from(refusal) };
  };
}
