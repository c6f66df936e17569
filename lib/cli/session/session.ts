import type { Command } from "commander";
import { Option } from "commander";
import type { JWTPayload } from "jose";
import { decodeJwt } from "jose";
import type { Scope } from "../../../lambdas/shared/http/route.ts";
import { SCOPES } from "../../../lambdas/shared/http/route.ts";
import { printable } from "../../terminal.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../cli-error.ts";
import { table } from "../table.ts";
import type { Desk } from "./log-in.ts";
import type { SignIns } from "./sign-ins.ts";

export interface SessionContext {
  readonly signIns: SignIns;
  readonly desk: Desk;
  /** The site of the system that the options name, and its stage. @throws CliError when it can't be found */
  findSite(): Promise<{ readonly siteUrl: string; readonly stage: string | null }>;
  /** The token that commands send. @throws CliError when there is none */
  findToken(): Promise<{ readonly token: string; readonly baseUrl: string }>;
}

/** `magpie login`, `whoami`, `token`, `logout` and `sessions`: the sign-ins of this machine's user. */
export function addSessionCommands(program: Command, cli: Cli, context: SessionContext): void {
  const { signIns, desk, findSite, findToken } = context;

  program
    .command("login")
    .description("sign in through the browser; until magpie logout, commands on this machine act as that person")
    .addOption(
      new Option("--scope <scope>", "read: see all; save: that, and save and change bookmarks and slides; full: all")
        .choices([...SCOPES])
        .default("full"),
    )
    .action(async ({ scope }: { scope: Scope }) => {
      const { logIn } = await import("./log-in.ts");
      const { logOut } = await import("./log-out.ts");
      const site = await findSite();
      const signIn = await logIn({ ...site, scope }, desk, () => cli.clock.now());
      const who = claimsOf(signIn.access_token);
      await confirm(desk, `${printable(who.name)} at ${signIn.site_url}`);
      const before = signIns.find({ url: site.siteUrl });
      if (before !== undefined) await logOut(signIns, before).catch((error: CliError) => desk.say(error.message));
      const isInKeychain = await signIns.keep(signIn);
      cli.print(
        { ...who, site_url: signIn.site_url, scope, kept_in: isInKeychain ? "keychain" : "file" },
        `${printable(who.name)} is signed in at ${signIn.site_url} (${scope}). The session is kept in ${
          isInKeychain ? "the system's keychain" : "a file that only you may read: this machine has no keychain"
        }.`,
      );
    });

  program
    .command("whoami")
    .description("the person whose token commands send, and what the token allows")
    .action(async () => {
      const { token, baseUrl } = await findToken();
      const who = { ...claimsOf(token), api_url: baseUrl };
      cli.print(who, table(["name", "sub", "groups", "scope", "api_url"], [who]));
    });

  program
    .command("token")
    .description("print the access token that commands send, for curl; it is secret, and lasts an hour at most")
    .action(async () => {
      const { token } = await findToken();
      cli.print({ token }, token);
    });

  program
    .command("logout")
    .description("end this machine's sign-in at a system: revoke it, and forget it")
    .action(async () => {
      const { logOut } = await import("./log-out.ts");
      const { siteUrl } = await findSite();
      const signIn = signIns.find({ url: siteUrl });
      if (signIn === undefined) throw new CliError(`Nobody is signed in at ${siteUrl}: magpie sessions lists who is.`);
      await logOut(signIns, signIn);
      cli.print({ site_url: signIn.site_url }, `Signed out of ${signIn.site_url}.`);
    });

  program
    .command("sessions")
    .description("this machine's sign-ins; those of other machines and browsers are known only to the issuer")
    .action(() => {
      const sessions = signIns.all().map((signIn) => ({
        site: signIn.site_url,
        stage: signIn.stage,
        person: claimsOf(signIn.access_token).name,
        scope: signIn.scope,
        signed_in_at: signIn.signed_in_at,
      }));
      cli.print({ sessions }, table(["site", "stage", "person", "scope", "signed_in_at"], sessions));
    });
}

/**
 * Asks whether the right person is signed in, if somebody can answer: anyone who sees the printed address could sign in,
 * and this machine's saves would then be that person's. @throws CliError for any answer other than yes
 */
async function confirm({ ask }: Desk, who: string): Promise<void> {
  const answer = (await ask?.(`Sign in as ${who}? [Y/n] `)) ?? "";
  if (!/^(?:y|yes)?$/i.test(answer.trim())) throw new CliError("Nobody is signed in. Run magpie login again.");
}

/** The claims of a token about its person. @throws CliError for a token without claims, which MAGPIE_TOKEN may be */
function claimsOf(token: string) {
  const { sub = "", email, username, scope, ...claims } = payloadOf(token);
  const groups = claims["cognito:groups"];
  return {
    name: String(email ?? username ?? sub),
    sub,
    groups: Array.isArray(groups) ? groups.map(String) : [],
    scope: String(scope ?? claims.scp ?? ""),
  };
}

function payloadOf(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch (cause) {
    throw new CliError("The token is not a JWT, so that its person is unknown.", { cause });
  }
}
