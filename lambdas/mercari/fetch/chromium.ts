import type { Browser, BrowserServer } from "playwright-core";
import { chromium } from "playwright-core";
import { errorFields, log } from "../../shared/log.ts";
import { browserFolder, unpackChromium } from "./unpack-chromium.ts";

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
  const program = path === "" ? await unpackProgram() : namedProgram(path, isRoot);
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

const namedProgram = (path: string, isRoot: boolean): Program => ({
  path,
  args: [],
  sandbox: !isRoot,
  env: { HOME: browserFolder(), PATH: "/usr/local/bin:/usr/bin:/bin" },
});

const unpackProgram = async (): Promise<Program> => ({
  ...(await unpackChromium()),
  // Lambda forbids prctl(PR_SET_NO_NEW_PRIVS), which Chromium needs to start other processes.
  args: ["--single-process", "--no-zygote"],
  // Lambda forbids the system calls of the sandbox, too.
  sandbox: false,
});
