import { arn } from "../template/identities.ts";
import type { AwsCall, AwsService, Need } from "./aws-endpoint.ts";
import { jsonAnswer, jsonError, refused } from "./aws-endpoint.ts";
import type { EmulatorAnswer } from "./emulator-http.ts";
import type { InFlight } from "./in-flight.ts";
import { withStoredGroup } from "./message-groups.ts";
import type { MessageMoves } from "./message-moves.ts";
import type { SqsEmulator } from "./sqs-emulator.ts";

export interface SqsServiceOptions {
  readonly sqs: SqsEmulator;
  readonly moves: MessageMoves;
  readonly inFlight: InFlight;
  /** Factor of every wait that is passed to SQS. */
  readonly scale: number;
  /** The queue's visibility time-out in seconds, unscaled; undefined for a queue the template does not have. */
  readonly visibilityOf: (queue: string) => number | undefined;
  readonly origin: string;
}

type Input = Record<string, unknown> & { QueueUrl?: string };

/** The physical name of the queue of a call, if it names one by its URL. */
const queueOf = (input: Input): string | undefined => input.QueueUrl?.split("/").at(-1);

/** SQS: checks the caller's permissions, scales waits, stores message groups, redrives messages, and passes other calls to the emulator. */
export function sqsService(options: SqsServiceOptions): AwsService {
  return async (call) => {
    const input = JSON.parse(call.body.toString() || "{}") as Input;
    const denied = refused(call.caller, needs(call, input, options.moves));
    if (denied !== undefined) return denied;
    switch (call.operation) {
      case "StartMessageMoveTask":
      case "ListMessageMoveTasks":
      case "CancelMessageMoveTask":
        return options.moves.answer(call.operation, input);
      case "ListDeadLetterSourceQueues":
        return withOurOrigin(listSources(input, options), options);
      case "ChangeMessageVisibility":
        return changeVisibility(input, options);
      case "ChangeMessageVisibilityBatch":
        return changeVisibilities(input, options);
      default:
        return withOurOrigin(
          await options.sqs.raw(call.operation, JSON.stringify(scaled(call, input, options))),
          options,
        );
    }
  };
}

/** The emulator lacks this operation, too. A queue of the template takes dead letters of few others: one page has all. */
function listSources(input: Input, { moves }: SqsServiceOptions): EmulatorAnswer {
  const queueUrls = moves.sourceUrls(String(queueOf(input)));
  if (queueUrls === undefined) return jsonError(400, "QueueDoesNotExist", "The specified queue does not exist.");
  return jsonAnswer({ queueUrls });
}

function needs({ operation }: AwsCall, input: Input, moves: MessageMoves): Need[] {
  const source = input.SourceArn as string | undefined;
  if (operation === "StartMessageMoveTask" && source !== undefined) {
    const target = moves.targetOf(source, input.DestinationArn as string | undefined);
    return [
      ["sqs:StartMessageMoveTask", source],
      ["sqs:ReceiveMessage", source],
      ["sqs:DeleteMessage", source],
      ["sqs:GetQueueAttributes", source],
      ...(target === undefined ? [] : ([["sqs:SendMessage", arn("sqs", target)]] as Need[])),
    ];
  }
  const action = `sqs:${operation.replace(/Batch$/, "")}`;
  const name = queueOf(input) ?? (input.QueueName as string | undefined);
  return [[action, source ?? (name === undefined ? "*" : arn("sqs", name))]];
}

/**
 * A visibility time-out set while the message's function is running begins when the function has ended, because a
 * scaled one could end before: such a message must not be received again meanwhile.
 */
async function changeVisibility(input: Input, { sqs, inFlight, scale }: SqsServiceOptions): Promise<EmulatorAnswer> {
  const handle = String(input.ReceiptHandle);
  const seconds = Number(input.VisibilityTimeout);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 43_200) {
    return jsonError(400, "InvalidParameterValue", "VisibilityTimeout must be a whole number from 0 to 43200.");
  }
  if (inFlight.postpone(handle, seconds * scale)) return jsonAnswer({});
  await sqs.hide(String(queueOf(input)), handle, seconds * scale);
  return jsonAnswer({});
}

async function changeVisibilities(input: Input, options: SqsServiceOptions): Promise<EmulatorAnswer> {
  const Successful: { Id: unknown }[] = [];
  const Failed: unknown[] = [];
  for (const entry of input.Entries as (Input & { Id: string })[]) {
    const { status, body } = await changeVisibility({ ...entry, QueueUrl: String(input.QueueUrl) }, options);
    if (status === 200) Successful.push({ Id: entry.Id });
    else Failed.push({ Id: entry.Id, SenderFault: true, Code: "InvalidParameterValue", Message: body.toString() });
  }
  return jsonAnswer({ Successful, Failed });
}

function scaled({ operation }: AwsCall, input: Input, { sqs, scale, visibilityOf }: SqsServiceOptions): Input {
  const name = queueOf(input);
  const passed: Input = name === undefined ? input : { ...input, QueueUrl: sqs.url(name) };
  const times = (entry: Record<string, unknown>, field: string) =>
    entry[field] === undefined ? entry : { ...entry, [field]: Number(entry[field]) * scale };
  switch (operation) {
    case "ReceiveMessage": {
      const hidden = passed.VisibilityTimeout ?? (name === undefined ? undefined : visibilityOf(name));
      return hidden === undefined ? passed : { ...passed, VisibilityTimeout: Number(hidden) * scale };
    }
    case "SendMessage":
      return withStoredGroup(times(passed, "DelaySeconds"));
    case "SendMessageBatch":
      return {
        ...passed,
        Entries: (passed.Entries as Record<string, unknown>[]).map((entry) =>
          withStoredGroup(times(entry, "DelaySeconds")),
        ),
      };
    default:
      return passed;
  }
}

/** Queue URLs in answers have this endpoint; otherwise the SDK would bypass it. */
function withOurOrigin(answer: EmulatorAnswer, { origin }: SqsServiceOptions): EmulatorAnswer {
  const text = answer.body.toString();
  if (!/"queueUrl/i.test(text)) return answer;
  const body = Buffer.from(text.replaceAll(/http:\/\/[^/"]+(?=\/\d{12}\/)/g, origin));
  return { ...answer, headers: { ...answer.headers, "content-length": String(body.length) }, body };
}
