import {
  CloudWatchLogsClient,
  DescribeMetricFiltersCommand,
  FilterLogEventsCommand,
  TestMetricFilterCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import { beforeEach, describe, expect, it } from "vitest";
import { expectFinding } from "./ran.ts";
import { DescribedStage, mockedClient, NOW } from "./stage.ts";

const stage = new DescribedStage();
const logs = mockedClient(CloudWatchLogsClient);
const GROUP = "/aws/lambda/prod-books-worker";
const ACCESS_LOG = "/aws/apigateway/prod-magpie";
const THROTTLED = '{ ($.status = "429") && ($.error != "-") }';
const STUCK = '{ $.message = "cursor_stuck" }';
const REPLAYED = '{ ($.message = "idempotency_key_used") && ($.replayed IS TRUE) }';

/** As CloudWatch matches these patterns: only fields at the top of the JSON count. */
function matchesAtTop(pattern: string, line: string): boolean {
  const { message, replayed, status, error } = JSON.parse(line);
  if (pattern === THROTTLED) return status === "429" && error !== undefined && error !== "-";
  return pattern === STUCK ? message === "cursor_stuck" : message === "idempotency_key_used" && replayed === true;
}

/** Lines that the function has written recently. */
let written: string[];

beforeEach(() => {
  written = [];
  logs.on(DescribeMetricFiltersCommand).resolves({ metricFilters: [] });
  logs.on(FilterLogEventsCommand).callsFake(({ filterPattern }: { filterPattern?: string }) => {
    // A term matches at any place, escaped or not.
    const term = filterPattern?.replaceAll('"', "") ?? "";
    return { events: written.filter((line) => line.includes(term)).map((message) => ({ message })) };
  });
  logs
    .on(TestMetricFilterCommand)
    .callsFake(({ filterPattern, logEventMessages }: { filterPattern: string; logEventMessages: string[] }) => ({
      matches: logEventMessages
        .filter((line) => matchesAtTop(filterPattern, line))
        .map((eventMessage) => ({ eventMessage })),
    }));
});

const runCheck = (...patterns: string[]) => checkGroup(GROUP, patterns);

function checkGroup(group: string, patterns: string[]) {
  stage.describe({ resources: { "AWS::Logs::LogGroup": [GROUP, ACCESS_LOG] } });
  logs.on(DescribeMetricFiltersCommand, { logGroupName: group }).resolves({
    metricFilters: patterns.map((filterPattern, at) => ({
      filterName: `filter-${at}`,
      filterPattern,
      metricTransformations: [{ metricName: `metric-${at}`, metricNamespace: "Magpie/prod", metricValue: "1" }],
    })),
  });
  return stage.runCheck("metric-filters");
}

/** A line with its fields at the top of the JSON, as it should be. */
const line = (fields: object) => JSON.stringify({ timestamp: "t", level: "INFO", requestId: "r", ...fields });
/** The same as a text within `message`, as the runtime does with a string that is written by console. */
const escaped = (fields: object) => JSON.stringify({ timestamp: "t", level: "INFO", message: JSON.stringify(fields) });

describe("metric-filters", () => {
  it("are ok by a line that was written", async () => {
    written = [line({ message: "cursor_stuck", job: "go" })];
    await expectFinding(runCheck(STUCK), "ok", {
      found: "All 1 metric filters match: 1 a line that was written lately, 0 one of the same form.",
    });
  });

  it("are ok by the format of another line of the function, for events that have not happened recently", async () => {
    written = ['{"time":"t","type":"platform.report"}', line({ message: "idempotency_key_used", replayed: false })];
    await expectFinding(runCheck(STUCK, REPLAYED), "ok", {
      found: expect.stringContaining("0 a line that was written lately, 2 one of the same form"),
    });
  });

  it.each([
    ["ok", "another line", '{"status":"200","latency_ms":"12","error":"-"}'],
    ["ok", "a line that was written", '{"status":"429","latency_ms":"2","error":"Too Many Requests"}'],
    ["fail", "a line without the field", '{"status":"429","latency_ms":"2"}'],
  ])("of the API's access log are %s by %s", async (status, _line, text) => {
    written = [text];
    expect(await checkGroup(ACCESS_LOG, [THROTTLED])).toMatchObject({ status });
  });

  it("are ok by the expected format, for a function that has written nothing", async () => {
    await expectFinding(runCheck(STUCK), "ok", { found: expect.stringContaining("1 the form that is expected") });
  });

  it("fail when the function's lines have their fields where no filter finds them", async () => {
    written = [escaped({ message: "cursor_stuck" })];
    await expectFinding(runCheck(STUCK, REPLAYED), "fail", {
      found:
        "2 of 2 metric filters match no line of their log: metric-0 of prod-books-worker, metric-1 of prod-books-worker.",
    });
  });

  it("fail with a pattern that CloudWatch matches against nothing", async () => {
    logs.on(TestMetricFilterCommand).resolves({ matches: [] });
    await expectFinding(runCheck(STUCK), "fail");
  });

  it("of every log group and page are tried", async () => {
    const groups = ["a", "b", "c", "d", "e"].map((name) => `/aws/lambda/prod-${name}`);
    stage.describe({ resources: { "AWS::Logs::LogGroup": groups } });
    const page = (metricName: string, nextToken?: string) => ({
      metricFilters: [
        {
          filterPattern: STUCK,
          metricTransformations: [{ metricName, metricNamespace: "Magpie/prod", metricValue: "1" }],
        },
      ],
      ...(nextToken === undefined ? {} : { nextToken }),
    });
    logs.on(DescribeMetricFiltersCommand).resolves(page("first", "more"));
    logs.on(DescribeMetricFiltersCommand, { nextToken: "more" }).resolves(page("second"));
    expect((await stage.runCheck("metric-filters")).found).toMatch(/^All 10 metric filters match/);
  });

  it("are tried with twenty lines at the most, and looked for on five pages", async () => {
    written = Array.from({ length: 30 }, () => line({ message: "cursor_stuck" }));
    await runCheck(STUCK);
    const [tested] = logs.commandCalls(TestMetricFilterCommand);
    expect(tested?.args[0].input.logEventMessages).toHaveLength(20);
    logs.resetHistory();
    logs.on(FilterLogEventsCommand).resolves({ events: [], nextToken: "more" });
    await expectFinding(runCheck(STUCK), "ok", { found: expect.stringContaining("1 the form that") });
    // Five for the code, and five for any line.
    expect(logs.commandCalls(FilterLogEventsCommand)).toHaveLength(10);
  });

  it("with a pattern that is not understood fail without a line that CloudWatch matches", async () => {
    written = [line({ message: "some_code" })];
    await expectFinding(runCheck("ERROR"), "fail", { found: expect.stringContaining("metric-0 of") });
  });

  it("are looked for in the last three days, over empty pages", async () => {
    logs
      .on(FilterLogEventsCommand)
      .resolvesOnce({ events: [], nextToken: "more" })
      .resolves({ events: [{ message: line({ message: "cursor_stuck" }) }] });
    await expectFinding(runCheck(STUCK), "ok", { found: expect.stringContaining("1 a line that was written") });
    const requested = logs.commandCalls(FilterLogEventsCommand).map(({ args }) => args[0].input);
    expect(requested).toMatchObject([
      { logGroupName: GROUP, filterPattern: '"cursor_stuck"', startTime: NOW.getTime() - 3 * 86_400_000 },
      { nextToken: "more" },
    ]);
  });

  it("are skipped if the stack has none", async () => {
    await expectFinding(runCheck(), "skipped");
  });
});
