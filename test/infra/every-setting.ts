/**
 * A stage that uses every setting of lib/settings.ts, each with a value that is not its default; except `alarms`, since the
 * invariants cover all alarms.
 */
export const everySetting = {
  account: "123456789012",
  region: "eu-central-1",
  keepData: true,
  issuer: {
    url: "https://login.example",
    audience: ["magpie"],
    groupsClaim: "https://login.example/roles",
    scopes: { read: "api:read", save: "api:save", full: "api:full" },
    commandLine: { clientId: "magpie-command-line" },
    extension: { clientId: "magpie-extension" },
    console: {
      clientId: "magpie-console",
      scope: "openid magpie",
      connect: ["https://tokens.login.example"],
      logoutUrl: "https://tokens.login.example/logout",
    },
  },
  bedrock: { model: "eu.amazon.nova-lite-v1:0", region: "eu-central-1", summariesPerUserAndDay: 20 },
  googleBooks: { secret: "books/key", requestsPerDay: 500, reserve: 100, country: "DE", covers: "copied" },
  mercariPageSource: "http",
  site: {
    title: "Alice reads",
    description: "What Alice reads.",
    icon: "https://alice.example/icon.png",
    logo: "https://images.alice.example/logo.svg?v=2",
    accentColor: "#0B57a4",
    url: "https://alice.example",
  },
  domain: {
    site: {
      name: "alice.example",
      certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d",
    },
    api: {
      name: "api.alice.example",
      certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/1c2d3e4f-5061-4b7c-8d8e-0f1a2b3c4d5e",
    },
  },
  mail: {
    from: "magpie@alice.example",
    administrators: ["alice@alice.example", "bob@bob.example"],
    identity: "alice.example",
  },
  language: "ja",
  notify: { webhook: "notices/webhook", urgentAlarms: true },
  alarmEmail: "on-call@magpie.example",
  alarms: "all",
  logRetentionDays: 7,
  backup: { copyTo: "arn:aws:backup:eu-central-1:222222222222:backup-vault:magpie", lock: true },
  firewall: { requestsPerAddress: 500 },
  workerConcurrency: 20,
  monthlyBudget: 12.5,
  expectedUsers: 1_000,
} as const;

const { issuer: _, ...withUserPool } = everySetting;

/** The stage with the most resources: the user pool in place of an issuer, and the browser in place of pages as they are sent. */
export const mostResources = { ...withUserPool, mercariPageSource: "rendered" } as const;

/** A host's name of 253 letters, in labels of 63. */
const label = "a".repeat(63);
const longestHost = `${label}.${label}.${label}.${"b".repeat(53)}.example`;

/** A text of this many bytes in characters of three bytes, as in Japanese. */
const longestText = (bytes: number) => "あ".repeat(Math.floor(bytes / 3)) + "a".repeat(bytes % 3);

/** Addresses that have this many bytes as JSON. */
function addresses(count: number, bytes: number): string[] {
  // Each has its quotes and a comma or bracket; another bracket begins the list.
  const each = Math.floor((bytes - 1) / count) - 3;
  const rest = (bytes - 1) % count;
  return Array.from({ length: count }, (_, index) => {
    const letters = each + (index === 0 ? rest : 0) - "@mail.example".length;
    return `${String(index).padStart(letters, "a")}@mail.example`;
  });
}

/** The longest name of a stage. */
export const longestStage = "the-longest-1";

/** The longest value of every setting that becomes a name or part of a function's environment. */
export const longestSettings = {
  ...everySetting,
  issuer: {
    url: `https://login.example/${"t".repeat(278)}`,
    audience: [longestText(247), longestText(246)],
    groupsClaim: "g".repeat(120),
    scopes: everySetting.issuer.scopes,
    commandLine: everySetting.issuer.commandLine,
    extension: everySetting.issuer.extension,
    console: everySetting.issuer.console,
  },
  bedrock: { model: `eu.amazon.${"n".repeat(118)}`, region: "ap-southeast-1", summariesPerUserAndDay: 1_000_000 },
  googleBooks: { ...everySetting.googleBooks, secret: "s".repeat(256), requestsPerDay: 1_000_000, reserve: 100_000 },
  site: {
    title: longestText(300),
    description: longestText(1_500),
    icon: `https://alice.example/${"i".repeat(78)}`,
    logo: `https://alice.example/${"l".repeat(78)}`,
    accentColor: "#0b57a4",
    url: `https://${longestHost}`,
  },
  domain: { ...everySetting.domain, site: { ...everySetting.domain.site, name: longestHost } },
  mail: {
    from: `${"m".repeat(64)}@${label}.${label}.${"b".repeat(53)}.example`,
    administrators: addresses(50, 2_000),
    identity: `${label}.${label}.${"b".repeat(53)}.example`,
  },
  notify: { ...everySetting.notify, webhook: "w".repeat(256) },
};
