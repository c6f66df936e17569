import { describe, expect, it } from "vitest";
import { breaks } from "./breaks.ts";
import { readSnapshot } from "./snapshots.ts";

const FIRST = readSnapshot("1.0.0");

// biome-ignore lint/suspicious/noExplicitAny: a changed release need not be one.
type Changed = any;

/** A change of a release: its name, what it does, and what has to be said of it; nothing of one that is accepted. */
type Change = readonly [what: string, change: (release: Changed) => void, said: readonly RegExp[]];

/** The properties of a table. */
function table({ resources }: Changed, name: string) {
  return Object.values<Changed>(resources).find(({ Properties }) => Properties.TableName === name).Properties;
}

/** The properties of the user pool. */
function pool(resources: Changed) {
  return Object.values<Changed>(resources).find(({ Type }) => Type === "AWS::Cognito::UserPool").Properties;
}

/** The logical ids of the resources with this name. */
function named(resources: Changed, property: string, name: string): readonly string[] {
  return Object.keys(resources).filter((id) => resources[id].Properties[property] === name);
}

function index(name: string) {
  return {
    IndexName: name,
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    Projection: { ProjectionType: "ALL" },
  };
}

/** What the comparison finds when the release after 1.0.0 has this change. */
function found(change: Change[1]): readonly string[] {
  const next = structuredClone(FIRST);
  change(next);
  return breaks(FIRST, next);
}

const STOCK_BY_ID = "/v1/stocks/{id}";
const schemas = ({ openapi }: Changed) => openapi.components.schemas;

const REFUSED: readonly Change[] = [
  [
    "a changed projection",
    (next) => table(next, "prod-bookmarks").GlobalSecondaryIndexes[0].Projection.NonKeyAttributes.push("note"),
    [/^Index search of table Bookmarks\w+ is changed in place.* Add another index under a new name/],
  ],
  [
    "two new indexes",
    (next) => table(next, "prod-stocks").GlobalSecondaryIndexes.push(index("by_one"), index("by_other")),
    [/^Indexes by_one, by_other of table SlidesStocks\w+ are made or removed in one update.* Spread them/],
  ],
  [
    "an index under a new name, in place of the old one",
    (next) => {
      table(next, "prod-stocks").GlobalSecondaryIndexes[0].IndexName = "found";
    },
    [/^Indexes found, search of table/],
  ],
  [
    "a local index more",
    (next) => table(next, "prod-stocks").LocalSecondaryIndexes.push(index("by_title")),
    [/^LocalSecondaryIndexes of AWS::DynamoDB::Table SlidesStocks\w+ differs, which AWS fixes at creation/],
  ],
  [
    "a renamed table",
    (next) => {
      table(next, "prod-books").TableName = "prod-volumes";
    },
    [/^AWS::DynamoDB::Table Books\w+ would be replaced for TableName\. .*Keep its logical id/],
  ],
  [
    "another logical id",
    ({ resources }) => {
      const [id = ""] = Object.keys(resources).filter((one) => one.startsWith("PlatformIssuerUsers"));
      resources.Users = resources[id];
      delete resources[id];
    },
    [/^AWS::Cognito::UserPool PlatformIssuerUsers\w+ is not in the template any more/],
  ],
  [
    "a pool that tells names apart by case",
    ({ resources }) => {
      delete pool(resources).UsernameConfiguration;
    },
    [/^UsernameConfiguration of AWS::Cognito::UserPool PlatformIssuerUsers\w+ differs.*the update fails/],
  ],
  [
    "an alarm's construct under another id",
    ({ resources }) => {
      const [id = ""] = named(resources, "AlarmName", "prod-api-5xx");
      resources.Moved = resources[id];
      delete resources[id];
    },
    [
      /^AWS::CloudWatch::Alarm Moved would be made while PlatformAlarms\w+ has its name, \{"AlarmName":"prod-api-5xx"\}/,
    ],
  ],
  [
    "a function that is replaced under its name",
    ({ resources }) => {
      const [id = ""] = named(resources, "FunctionName", "prod-slides-api");
      resources[id].Properties.PackageType = "Image";
    },
    [/^AWS::Lambda::Function (\w+) would be made while \1 has its name/],
  ],
  [
    "another key of a table",
    (next) => {
      table(next, "prod-idempotency_keys").KeySchema[0].AttributeName = "key";
    },
    [/^AWS::DynamoDB::Table PlatformIdempotencyKeys\w+ would be replaced for KeySchema|^Table \w+ has another key/],
  ],
  [
    "another type of a key's attribute",
    (next) => {
      table(next, "prod-stocks").AttributeDefinitions[0].AttributeType = "N";
    },
    [/^Attribute user_id of table SlidesStocks\w+ has another type/],
  ],
  [
    "another attribute for the time to live",
    (next) => {
      table(next, "prod-idempotency_keys").TimeToLiveSpecification.AttributeName = "gone_at";
    },
    [/has another attribute for the time to live/],
  ],
  [
    "a removed route",
    ({ openapi, routes }) => {
      delete openapi.paths["/v1/stocks/{id}/refetch"];
      delete routes["POST /v1/stocks/{id}/refetch"];
    },
    [
      /^Route POST \/v1\/stocks\/\{id\}\/refetch is removed\. Keep it/,
      /^POST \/v1\/stocks\/\{id\}\/refetch is removed\. Keep it/,
    ],
  ],
  [
    "a public route that is removed, whose settings stay in the stage",
    ({ routes }) => {
      delete routes["GET /v1/health"];
    },
    [/^Route GET \/v1\/health is removed/, /^The stage keeps its settings of GET \/v1\/health,.*doctor --stage prints/],
  ],
  [
    "a public route that needs a token",
    ({ routes }) => {
      routes["GET /v1/health"].authorization = "JWT";
    },
    [/^Route GET \/v1\/health needs a token, and did not/],
  ],
  [
    "a removed error code",
    ({ openapi }) => {
      const rejection = openapi.paths["/v1/ops/queues/{name}/redrive"].post.responses["409"];
      rejection.content["application/problem+json"].schema.properties.code.enum = ["busy"];
    },
    [/^POST \/v1\/ops\/queues\/\{name\}\/redrive: its 409 has the error code redrive_in_progress no more\. Keep it/],
  ],
  [
    "a removed field of an answer",
    (next) => {
      delete schemas(next).Stock.properties.memo;
      schemas(next).Stock.required = schemas(next).Stock.required.filter((name: string) => name !== "memo");
    },
    [/^GET \/v1\/stocks\/\{id\}: its 200 loses memo\. Keep it/],
  ],
  [
    "another type of an answer's field",
    (next) => {
      schemas(next).Stock.properties.created_at = { type: "number" };
    },
    [/^GET \/v1\/stocks\/\{id\}: its 200: created_at is written as number and read as string/],
  ],
  [
    "a required parameter",
    ({ openapi }) => {
      openapi.paths[STOCK_BY_ID].get.parameters.push({ name: "form", in: "query", required: true, schema: {} });
    },
    [/^GET \/v1\/stocks\/\{id\}: parameter form is new and required\. Make it optional/],
  ],
  [
    "a message's field made required",
    ({ messages }) => {
      for (const schema of Object.values<Changed>(messages["mercari-crawl"])) {
        for (const variant of schema.oneOf ?? schema.anyOf)
          variant.required = [...new Set([...variant.required, "schemaVersion"])];
      }
    },
    [
      /^Message of mercari-crawl: this tree can't read what the last release reads: schemaVersion is required, but not always/,
    ],
  ],
  [
    "a new field of a message, required",
    ({ messages }) => {
      for (const schema of Object.values<Changed>(messages["oembed-fetch"])) {
        schema.properties.reason = { type: "string" };
        schema.required.push("reason");
      }
    },
    [
      /^Message of oembed-fetch: this tree can't read what the last release reads: reason is required, but not always written\. Let/,
    ],
  ],
  [
    "a field of a message that is not written any more",
    ({ messages }) => {
      for (const schema of Object.values<Changed>(messages["books-collect"])) {
        delete schema.properties.runId;
        schema.required = schema.required.filter((name: string) => name !== "runId");
      }
    },
    [
      /^Message of books-collect: the last release can't read what this tree writes: runId is required, but not always written/,
      /^Message of books-collect: field runId is removed or renamed\. A field keeps its name/,
    ],
  ],
  [
    "another version of a message",
    ({ messages }) => {
      for (const schema of Object.values<Changed>(messages["books-collect"])) schema.properties.schemaVersion.const = 2;
    },
    [
      /this tree can't read what the last release reads: schemaVersion is written as 1, which nobody reads/,
      /the last release can't read what this tree writes: schemaVersion is written as 2, which nobody reads/,
    ],
  ],
  [
    "a renamed field of an item",
    ({ items }) => {
      const { sold_out_at: kept, ...others } = items.ResultItem.properties;
      items.ResultItem.properties = { ...others, sold_at: kept };
    },
    [/^Item ResultItem: field sold_out_at is removed or renamed\. A field keeps its name/],
  ],
  [
    "a renamed field inside of an item's value",
    ({ items }) => {
      const run = items["Run, as a value"];
      run.properties.requests.items.properties.offset = run.properties.requests.items.properties.start_index;
      delete run.properties.requests.items.properties.start_index;
    },
    [/^Item Run, as a value: field requests\[\]\.start_index is removed or renamed/],
  ],
  [
    "a status of an item that the last release does not know",
    ({ items }) => items.Stock.properties.status.enum.push("archived"),
    [
      /^Item Stock: the last release can't read what this tree writes: status is written as archived, which nobody reads/,
    ],
  ],
  [
    "a required field of an item",
    ({ items }) => {
      items.ProductItem.properties.owner = { type: "string" };
      items.ProductItem.required.push("owner");
    },
    [/^Item ProductItem: this tree can't read what the last release reads: owner is required, but not always written/],
  ],
];

const ACCEPTED: readonly Change[] = [
  ["nothing", () => undefined, []],
  [
    "an attribute of people more",
    ({ resources }) => {
      pool(resources).Schema = [{ Name: "team" }];
    },
    [],
  ],
  ["one new index", (next) => table(next, "prod-stocks").GlobalSecondaryIndexes.push(index("by_title")), []],
  ["an index less", (next) => table(next, "prod-stocks").GlobalSecondaryIndexes.pop(), []],
  [
    "an optional field of a message",
    ({ messages }) => {
      for (const schema of Object.values<Changed>(messages["oembed-fetch"]))
        schema.properties.reason = { type: "string" };
    },
    [],
  ],
  [
    "an optional field of an item",
    ({ items }) => {
      items.ProductItem.properties.owner = { type: "string" };
    },
    [],
  ],
  [
    "a route, an error code and a field of an answer more",
    (next) => {
      const { openapi, routes } = next;
      openapi.paths["/v1/new"] = openapi.paths["/v1/ops/queues"];
      routes["GET /v1/new"] = routes["GET /v1/ops/queues"];
      const rejection = openapi.paths["/v1/ops/queues/{name}/redrive"].post.responses["409"];
      rejection.content["application/problem+json"].schema.properties.code.enum.push("busy");
      schemas(next).Stock.properties.pages = { type: "number" };
      schemas(next).Stock.properties.status.enum.push("archived");
    },
    [],
  ],
];

describe("between two releases", () => {
  it.each(REFUSED)("finds %s, and says what to do", (_, change, said) => {
    const lines = found(change);
    for (const line of said) expect(lines).toContainEqual(expect.stringMatching(line));
  });

  it.each(ACCEPTED)("accepts %s", (_, change) => expect(found(change)).toEqual([]));
});
