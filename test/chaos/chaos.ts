import { setTimeout as pause } from "node:timers/promises";
import { MagpieClient } from "../../client/index.ts";
import { TokenIssuer } from "../../lib/local/gateway/token-issuer.ts";
import { allOf } from "../client/moving/all-of.ts";
import { seeded } from "../upstreams/seeded.ts";
import { Journal } from "./journal.ts";
import type { Senders } from "./load.ts";
import { startLoad } from "./load.ts";
import { Machine } from "./machine.ts";
import type { PlannedFault } from "./plan.ts";
import { planFaults } from "./plan.ts";
import type { Row } from "./row.ts";
import { Sender } from "./sender.ts";
import { crawlAll, exhaustJobs, mentionAgain, settle } from "./settle.ts";
import type { Sites } from "./sites.ts";
import { startSites } from "./sites.ts";
import { survey } from "./survey.ts";

const USERS = 4;
const A_DAY = 86_400;

/** A run of chaos. */
export interface ChaosOptions {
  /** Milliseconds of load and faults. */
  readonly ms: number;
  /** Determines the faults, and what each sender does. */
  readonly seed: number;
  /** Receives what happens, a line at a time. */
  readonly say: (line: string) => void;
}

/** The audit of a run. */
export interface ChaosResult {
  readonly rows: readonly Row[];
  readonly faults: readonly PlannedFault[];
  /** Faults that this machine does not permit. */
  readonly skipped: readonly string[];
  readonly journal: Journal;
}

/** Runs the local runner under load and faults, lets it settle, and audits what became of every request. */
export async function chaos({ ms, seed, say }: ChaosOptions): Promise<ChaosResult> {
  let origin = "";
  const journal = new Journal();
  const sites = await startSites(() => `${origin}/`);
  const machine = new Machine(sites.env);
  try {
    await machine.start();
    origin = machine.runner.outputs.api_url;
    const { senders, operator } = await makeSenders(journal, machine, origin);
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => undefined);
    const load = await startLoad(senders, { seed, journal, sites, site: () => origin }, failed.reject);
    const { faults, skipped } = permittedFaults(planFaults(seed, ms), machine);
    try {
      await Promise.race([inflict(faults, { machine, sites, journal, seed, ms, say }), failed.promise]);
    } finally {
      sites.recover();
      await load.stop();
    }
    say(`${journal.entries.length} requests; the sites are well, and the system settles`);
    const settlers = { operator, users: [...senders.users, senders.importer].map(({ client }) => client) };
    await settle(settlers);
    await exhaustJobs(senders.jobs);
    const mentionsAtFirst = (await allOf(operator.mentions.all())).map(({ source }) => source);
    await mentionAgain(operator, journal, origin);
    await crawlAll(operator);
    await settle(settlers);
    const { outputs } = machine.runner;
    const rows = await survey({ journal, senders, operator, sites, copy: load.copy, mentionsAtFirst, outputs });
    return { rows, faults, skipped, journal };
  } finally {
    await machine.close();
    await sites.close();
  }
}

async function makeSenders(
  journal: Journal,
  machine: Machine,
  baseUrl: string,
): Promise<{ senders: Senders; operator: MagpieClient }> {
  const tokens = await TokenIssuer.open(machine.dataFolder);
  const tokenOf = (sub: string, ...groups: string[]) => tokens.sign({ sub, groups, expiresInSeconds: A_DAY });
  const sender = async (name: string, sub: string, ...groups: string[]) =>
    new Sender(name, journal, { baseUrl, token: await tokenOf(sub, ...groups) });
  const admin = (name: string) => sender(name, "root", "admin");
  return {
    senders: {
      users: await Promise.all(Array.from({ length: USERS }, (_, user) => sender(`user-${user}`, `user-${user}`))),
      follower: await sender("follower", "user-0"),
      importer: await sender("importer", "importer"),
      jobs: await admin("jobs"),
      prices: await admin("prices"),
      recommendations: await admin("recommendations"),
    },
    operator: new MagpieClient({ baseUrl, token: await tokenOf("root", "admin") }),
  };
}

function permittedFaults(planned: readonly PlannedFault[], machine: Machine) {
  const needsDisk = planned.filter(({ kind }) => kind === "full_disk");
  if (machine.hasSmallDisk || needsDisk.length === 0) return { faults: planned, skipped: [] };
  return {
    faults: planned.filter(({ kind }) => kind !== "full_disk"),
    skipped: [`${needsDisk.length} full disks: this user may not mount a file system`],
  };
}

/** Inflicts the faults one after the other, each at its time or, on a slow machine, when the one before is over. */
async function inflict(
  faults: readonly PlannedFault[],
  on: { machine: Machine; sites: Sites; journal: Journal; seed: number; ms: number; say: (line: string) => void },
): Promise<void> {
  const began = performance.now();
  const random = seeded(on.seed * 1_000 + 999);
  const until = (at: number) => pause(Math.max(0, began + at - performance.now()));
  for (const fault of faults) {
    await until(fault.at);
    const { at: _, ...what } = fault;
    on.say(`${Math.round(performance.now() - began)} ms: ${Object.values(what).join(" ")}`);
    await inflictOne(fault, { ...on, random });
  }
  await until(on.ms);
}

async function inflictOne(
  fault: PlannedFault,
  { machine, sites, journal, random }: { machine: Machine; sites: Sites; journal: Journal; random: () => number },
): Promise<void> {
  const interrupted = async (interruption: Promise<void>) => {
    journal.interruptions.push(Date.now());
    await interruption;
    journal.interruptions.push(Date.now());
  };
  switch (fault.kind) {
    case "kill":
      return interrupted(machine.restart("SIGKILL"));
    case "stop":
      return interrupted(machine.restart("SIGTERM"));
    case "freeze":
      return interrupted(machine.freeze(fault.ms));
    case "full_disk":
      return interrupted(machine.fullDisk());
    case "slow_disk":
      return machine.slowDisk(fault.ms);
    case "purge":
      return machine.purge(fault.queue);
    case "sites":
      sites.misbehave(fault.way, fault.share, random);
      await pause(fault.ms);
      return sites.recover();
  }
}
