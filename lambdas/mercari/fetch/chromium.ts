import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { inflate } from "@sparticuz/chromium";
import type { Browser, BrowserServer } from "playwright-core";
import { chromium } from "playwright-core";
import { errorFields, log } from "../../shared/log.ts";

/** A running browser of one's own. */
export interface Chromium {
  readonly browser: Browser;
  /** Ends it at once, whatever a page of it is doing, and removes what it wrote. */
  kill(): Promise<void>;
}

/** A program, and what it needs to run. */
interface Program {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether Chromium keeps pages in its own sandbox, too. */
  readonly sandbox: boolean;
}

/** Whatever the routes of a page don't see ends here: no name is resolved, and every connection asks for a name. */
const NOWHERE = [
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--proxy-server=http://nowhere.invalid:1",
  "--proxy-bypass-list=<-loopback>",
  // WebRTC sends datagrams past resolver and proxy unless told not to, under the switch's old name and its new one.
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

const MODEST = [
  "--disable-gpu",
  // Else Chromium draws by SwiftShader, and a single process ends where SwiftShader can't start.
  "--disable-software-rasterizer",
  // A page that fills its memory, in megabytes, is ended before the function is.
  "--js-flags=--max-old-space-size=512",
];

/**
 * Starts a browser for one page: on a warm container that costs a tenth of a second, and whatever a page did to the
 * browser before is gone.
 *
 * @param path of the program; empty for the one that the packages bring
 * @param isRoot whether this process is root's, for whom Chromium has no sandbox
 */
export async function startChromium(path: string, isRoot = process.getuid?.() === 0): Promise<Chromium> {
  const program = path === "" ? await packaged() : named(path, isRoot);
  // Chromium in a single process crashes now and then while it starts on a busy machine; not twice in a row.
  const server = await launch(program).catch((error: unknown) => {
    log.warn("browser_not_started", errorFields(error));
    // A container may forbid what the sandbox is made of; Chromium then says so and ends.
    return launch({ ...program, sandbox: program.sandbox && !/No usable sandbox/i.test(String(error)) });
  });
  const kill = () => server.kill();
  try {
    return { browser: await chromium.connect(server.wsEndpoint()), kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

function launch({ path, args, env, sandbox }: Program): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: path,
    args: [...NOWHERE, ...MODEST, ...args],
    chromiumSandbox: sandbox,
    // Not the function's own environment, which holds its credentials.
    env: { ...env },
    host: "127.0.0.1",
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}

const named = (path: string, isRoot: boolean): Program => ({
  path,
  args: [],
  sandbox: !isRoot,
  env: { HOME: tmpdir(), PATH: "/usr/local/bin:/usr/bin:/bin" },
});

/** The program of `@sparticuz/chromium`, unpacked with the libraries and fonts that Lambda lacks. */
async function packaged(): Promise<Program> {
  const home = resolve(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const path = join(tmpdir(), `magpie-chromium-${version}`);
  const [libraries, fonts] = await Promise.all([
    inflate(join(home, "bin/al2023.tar.br")),
    inflate(join(home, "bin/fonts.tar.br")),
  ]);
  if (!existsSync(path)) await unpack(join(home, "bin/chromium.br"), path);
  return {
    path,
    // Lambda forbids what Chromium does to start its other processes: prctl(PR_SET_NO_NEW_PRIVS) fails.
    args: ["--single-process", "--no-zygote"],
    // Nor does Lambda let it make a sandbox.
    sandbox: false,
    env: { HOME: tmpdir(), LD_LIBRARY_PATH: join(libraries, "lib"), FONTCONFIG_PATH: fonts },
  };
}

/** Unpacks the program beside its place and moves it there whole: it may be wanted by several at once. */
async function unpack(packed: string, path: string): Promise<void> {
  const folder = mkdtempSync(`${path}-`);
  try {
    const whole = join(folder, "chromium");
    // Large pieces: the default of 16 KB doubles the time for 200 MB.
    const decompress = createBrotliDecompress({ chunkSize: 2 ** 21 });
    await pipeline(
      createReadStream(packed, { highWaterMark: 2 ** 22 }),
      decompress,
      createWriteStream(whole, { mode: 0o700 }),
    );
    renameSync(whole, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
