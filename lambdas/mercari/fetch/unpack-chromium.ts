import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar-fs";

/** An executable and the environment that it needs. */
export interface PackagedChromium {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The folder of browsers' files. It belongs to this user alone, because its contents are executed, its name is known, and
 * other users of the machine can write to the parent folder for temporary files.
 *
 * @throws Error when another user has created it or may change it
 */
export function browserFolder(): string {
  const folder = join(tmpdir(), "magpie-chromium");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = lstatSync(folder);
  const isOwn = (process.getuid?.() ?? uid) === uid;
  // The file type is compared, too: a link has all the permissions.
  if (!isOwn || (mode & 0o170077) !== 0o040000) {
    throw new Error(`The folder ${folder} belongs to another user, or others may change it: remove it, or set TMPDIR.`);
  }
  return folder;
}

/**
 * The Chromium of `@sparticuz/chromium`, with the libraries and fonts that Lambda and bare machines lack. Only the
 * package's archives are used: its code unpacks them under known names in the shared folder for temporary files, and trusts
 * files that are already there.
 */
export async function unpackChromium(): Promise<PackagedChromium> {
  const home = resolve(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const own = browserFolder();
  const folder = join(own, version);
  if (!existsSync(folder)) await unpack(join(home, "bin"), folder);
  return {
    path: join(folder, "chromium"),
    env: { HOME: own, LD_LIBRARY_PATH: join(folder, "lib"), FONTCONFIG_PATH: folder },
  };
}

/** Without this, files that root unpacks would belong to the users named in the archive. */
const AS_OWN = { chown: false };

/** Unpacks into a temporary folder and renames it, since several pages may need the browser at the same time. */
async function unpack(packed: string, folder: string): Promise<void> {
  const made = mkdtempSync(`${folder}-`);
  try {
    await Promise.all([
      decompress(join(packed, "chromium.br"), createWriteStream(join(made, "chromium"), { mode: 0o700 })),
      decompress(join(packed, "al2023.tar.br"), extract(made, AS_OWN)),
      decompress(join(packed, "fonts.tar.br"), extract(made, AS_OWN)),
    ]);
    // The archive's own configuration names other folders.
    writeFileSync(
      join(made, "fonts.conf"),
      `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`,
    );
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // A concurrent page has unpacked the browser first.
    if (!existsSync(folder)) throw error;
  }
}

/** With the default chunk sizes, 16 and 64 KB, unpacking 200 MB takes twice as long. */
async function decompress(packed: string, to: NodeJS.WritableStream): Promise<void> {
  await pipeline(
    createReadStream(packed, { highWaterMark: 2 ** 22 }),
    createBrotliDecompress({ chunkSize: 2 ** 21 }),
    to,
  );
}
