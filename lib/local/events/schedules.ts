import type { SqsEmulator } from "../emulators/sqs-emulator.ts";
import type { LocalFunction } from "../functions/local-function.ts";
import { withoutStage } from "../template/assembly.ts";
import { nameOfArn } from "../template/identities.ts";
import type { Template } from "../template/template.ts";
import type { Schedule } from "./schedule-clock.ts";

export function readSchedules(
  template: Template,
  functions: ReadonlyMap<string, LocalFunction>,
  sqs: SqsEmulator,
): Schedule[] {
  const asynchronous = new Map(
    template.ofType("AWS::Lambda::EventInvokeConfig").map(({ properties }) => [properties.FunctionName, properties]),
  );
  return template.ofType("AWS::Scheduler::Schedule").map(({ properties }) => {
    const target = properties.Target as { Arn: string };
    const started = functions.get(target.Arn);
    if (started === undefined)
      throw new Error(`Schedule ${properties.Name} starts ${target.Arn}, which is no function here.`);
    const rules = asynchronous.get(started.definition.name);
    const destination = rules?.DestinationConfig as { OnFailure?: { Destination: string } } | undefined;
    return {
      name: withoutStage(String(properties.Name)),
      expression: String(properties.ScheduleExpression),
      timezone: String(properties.ScheduleExpressionTimezone ?? "UTC"),
      function: started,
      retries: Number(rules?.MaximumRetryAttempts ?? 2),
      async deadLetter(event, error) {
        const queue = destination?.OnFailure?.Destination;
        if (queue === undefined) return;
        await sqs.call("SendMessage", {
          QueueUrl: sqs.url(nameOfArn(queue)),
          MessageBody: JSON.stringify({
            requestPayload: event,
            responsePayload: error,
            function: started.definition.arn,
          }),
        });
      },
    };
  });
}
