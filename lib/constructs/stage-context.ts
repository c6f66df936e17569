import type { RemovalPolicy } from "aws-cdk-lib";
import type { Settings } from "../settings.ts";
import type { Alarms } from "./alarms.ts";
import type { FunctionLogs } from "./function-logs.ts";
import type { OperatorsDashboard } from "./operators-dashboard.ts";
import type { Resources } from "./resources.ts";

/**
 * The parts of a stage that the constructs of tables, functions and queues need. The platform implements it and contains
 * such constructs, so that they import this interface and never the platform.
 */
export interface StageContext {
  readonly settings: Settings;
  /** The stage's name: prefix of every physical name. */
  readonly stage: string;
  /** Folder of the bundles, one folder each. */
  readonly bundles: string;
  /**
   * The removal policy of resources with data: tables, buckets and the user pool. A resource that is kept when the stack is
   * deleted is still deleted after a failed creation, since its fixed name would block the next one.
   */
  readonly removalPolicy: RemovalPolicy;
  /** The resources that functions name in their declarations; the construct of a resource adds it. */
  readonly resources: Resources;
  readonly logs: FunctionLogs;
  readonly alarms: Alarms;
  readonly dashboard: OperatorsDashboard;
  /** Namespace of the metrics from log lines. */
  readonly metricNamespace: string;
}
