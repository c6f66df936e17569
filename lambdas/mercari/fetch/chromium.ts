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

/** A running browser that serves one page. */
export interface Chromium {
  readonly browser: Browser;
  /** Ends the browser at once, even while a page is busy, and removes its files. */
  kill(): Promise<void>;
}

/** The browser's executable and how to start it. */
interface Program {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether Chromium's own sandbox is used. */
  readonly sandbox: boolean;
}

/**
 * Blocks every request that the page's routes don't intercept: no host name resolves, and every connection needs a host
 * name.
 */
const NOWHERE = [
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--proxy-server=http://nowhere.invalid:1",
  "--proxy-bypass-list=<-loopback>",
  // WebRTC would bypass the resolver and the proxy with UDP. The switch has an old and a new name.
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

const MODEST = [
  "--disable-gpu",
  // Otherwise Chromium renders with SwiftShader, and a single-process Chromium exits where SwiftShader can't start.
  "--disable-software-rasterizer",
  // Ends a page that uses too much memory (in megabytes) before Lambda would end the function.
  "--js-flags=--max-old-space-size=512",
];

/**
 * Starts a browser for one page. On a warm container this takes a tenth of a second, and no state of an earlier page is
 * left.
 *
 * @param path of the executable; empty for the one that the packages contain
 * @param isRoot whether this process runs as root: Chromium has no sandbox then
 */
export async function startChromium(path: string, isRoot = process.getuid?.() === 0): Promise<Chromium> {
  const program = path === "" ? await packaged() : named(path, isRoot);
  // On a busy machine, a single-process Chromium sometimes crashes while it starts, but not twice in a row.
  const server = await launch(program).catch((error: unknown) => {
    log.warn("browser_not_started", errorFields(error));
    // A container may forbid the system calls of the sandbox. Chromium then exits with this message.
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
    // The function's own environment is not passed on: it contains its credentials.
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

/** The executable of `@sparticuz/chromium`, unpacked with the libraries and fonts that Lambda lacks. */
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
    // Lambda forbids prctl(PR_SET_NO_NEW_PRIVS), which Chromium needs to start other processes.
    args: ["--single-process", "--no-zygote"],
    // Lambda forbids the system calls of the sandbox, too.
    sandbox: false,
    env: { HOME: tmpdir(), LD_LIBRARY_PATH: join(libraries, "lib"), FONTCONFIG_PATH: fonts },
  };
}

/** Unpacks the executable into a temporary file and renames it: several pages may need it at the same time. */
async function unpack(packed: string, path: string): Promise<void> {
  const folder = mkdtempSync(`${path}-`);
  try {
    const whole = join(folder, "chromium");
    // The default chunk size of 16 KB takes twice as long for 200 MB.
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
