import { ResourcePolicies } from "../../../lib/local/access/resource-policies.ts";
import { LocalAlarms } from "../../../lib/local/alarms/local-alarms.ts";
import { MINUTE_MS } from "../../../lib/local/alarms/metrics.ts";
import type { Mail } from "../../../lib/local/emulators/mail-store.ts";
import type { QueueDepth } from "../../../lib/local/emulators/sqs-emulator.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { assembly } from "../../../lib/local/template/assembly.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { temporaryFolder } from "../temporary-folders.ts";

export type Resources = Readonly<Record<string, Resource>>;

/** The local addresses of resources. */
const ORIGINS = { api: "http://127.0.0.1:1", aws: "http://127.0.0.1:2" };
const EMPTY: QueueDepth = { visible: 0, notVisible: 0, delayed: 0, oldestAge: undefined };
/** A full hour. */
const BEGIN = Date.parse("2026-11-20T03:00:00.000Z");

/** The local stage's resources, as the runner reads them. */
export async function localResources(): Promise<Resources> {
  const folder = temporaryFolder();
  const { resources } = await assembly(folder.path);
  folder.remove();
  return resources;
}

/** Resources of which one alarm is left, by its physical name. */
export function withOneAlarm(resources: Resources, name: string): Resources {
  return Object.fromEntries(
    Object.entries(resources).filter(
      ([, { Type, Properties }]) => Type !== "AWS::CloudWatch::Alarm" || Properties?.AlarmName === name,
    ),
  );
}

/** Resources whose topic denies the service that its policy allowed. */
export function withoutAllow(resources: Resources): Resources {
  return Object.fromEntries(
    Object.entries(resources).map(([id, resource]) => {
      if (resource.Type !== "AWS::SNS::TopicPolicy") return [id, resource];
      const document = resource.Properties?.PolicyDocument as { Statement: { Effect: string }[] };
      const Statement = document.Statement.filter(({ Effect }) => Effect !== "Allow");
      return [id, { ...resource, Properties: { ...resource.Properties, PolicyDocument: { ...document, Statement } } }];
    }),
  );
}

/** A stage's alarms with a clock and queues of the test's own. */
export class AlarmedStage {
  readonly alarms: LocalAlarms;
  readonly mails: Mail[] = [];
  readonly lines: string[] = [];
  /** What functions were invoked with, by alarms. */
  readonly invocations: { functionArn: string; event: unknown }[] = [];
  readonly depths = new Map<string, QueueDepth>();
  #now = BEGIN;

  constructor(resources: Resources) {
    const template = new Template(resources, ORIGINS);
    this.alarms = new LocalAlarms({
      template,
      siteUrl: "http://127.0.0.1:1",
      policies: new ResourcePolicies(template),
      mails: { add: (mail) => this.mails.push(mail) },
      invoke: (functionArn, event) => this.invocations.push({ functionArn, event }),
      depthOf: (queue) => this.depths.get(queue) ?? EMPTY,
      scale: 1,
      clock: () => this.#now,
      say: (line) => this.lines.push(line),
    });
  }

  /** Moves the clock by minutes, with an evaluation each. */
  minutes(count: number): void {
    for (let passed = 0; passed < count; passed += 1) {
      this.#now += MINUTE_MS;
      this.alarms.tick();
    }
  }

  /** The state of an alarm by its physical name. */
  state(name: string): string {
    return this.alarms.evaluator.all().find(({ alarm }) => alarm.name === name)?.status.state ?? "no such alarm";
  }
}
