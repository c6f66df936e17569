/** The region that has CloudFront's metrics, and its firewalls. */
export const EDGE_REGION = "us-east-1";

/**
 * The end of the names of a stage's alarms, and of the stack that has them, in that region, for a stage in another one: the
 * stage may stand in several.
 */
export const edgeSuffix = (region: string) => `-${region}`;

/** The name of the stack of a stage's alarms in that region. @param main the name of the stage's stack */
export const edgeStackName = (main: string, suffix: string) => `${main}-edge${suffix}`;
