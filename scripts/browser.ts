import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { Failure } from "./lib/failure";
import { withLock } from "./lib/lock";
import { projectRoot } from "./lib/paths";

/** How to launch Chromium, as Playwright's launch options. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env: NodeJS.ProcessEnv;
}

const packaged = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
// Without the emulation of a graphics card, which draws each frame with the processor's time, and with what is left of
// its process in the browser's own: frames need not go from one to the other.
const args = ["--no-sandbox", "--font-render-hinting=none", "--disable-gpu", "--in-process-gpu"];
const systemFonts = "/usr/share/fonts";

/**
 * A Chromium for tests and screenshots: CHROMIUM_PATH, else Playwright's own if it was downloaded, else the
 * one that npm brought. Throws Failure when this machine can run none of them.
 */
export async function resolveBrowser(): Promise<BrowserLaunch> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return { executablePath: named, args, env: process.env };
  const own = chromium.executablePath();
  if (existsSync(own)) return { executablePath: own, args, env: process.env };
  if (process.platform !== "linux" || process.arch !== "x64") throw noBrowser("none is packaged for it");
  return launchOf(await unpackBrowser());
}

/** The folder with the unpacked browser. Its name has the version, so that an update unpacks again. */
async function unpackBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packaged, "package.json"), "utf8"));
  const cache = join(projectRoot, "node_modules/.cache");
  const folder = join(cache, `chromium-${version}`);
  return withLock(`browser ${folder}`, async () => {
    if (existsSync(folder)) return folder;
    mkdirSync(cache, { recursive: true });
    const unfinished = await mkdtemp(`${folder}.`);
    await writeFile(join(unfinished, "chromium"), decompress("chromium.br"));
    chmodSync(join(unfinished, "chromium"), 0o755);
    for (const archive of ["swiftshader", "fonts", "al2023"]) unpack(archive, unfinished);
    await writeFile(join(unfinished, "fonts.conf"), fontConfig(join(folder, "fonts")));
    chmodSync(unfinished, 0o755);
    await rename(unfinished, folder);
    await removeOlder(cache, folder);
    return folder;
  });
}

async function removeOlder(cache: string, current: string): Promise<void> {
  for (const name of readdirSync(cache)) {
    const older = name.startsWith("chromium-") && join(cache, name) !== current;
    if (older) await rm(join(cache, name), { recursive: true, force: true });
  }
}

function unpack(archive: string, folder: string): void {
  const { status, stderr } = spawnSync("tar", ["-x", "--no-same-owner", "-C", folder], {
    input: decompress(`${archive}.tar.br`),
  });
  if (status !== 0) throw noBrowser(`its files cannot be unpacked with tar (${String(stderr).trim()})`);
}

function decompress(file: string): Buffer {
  return brotliDecompressSync(readFileSync(join(packaged, "bin", file)));
}

function fontConfig(fonts: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir></fontconfig>\n`;
}

function hasFonts(): boolean {
  if (!existsSync(systemFonts)) return false;
  return readdirSync(systemFonts, { recursive: true, encoding: "utf8" }).some((name) =>
    /\.(ttf|otf|ttc)$/.test(name),
  );
}

/** Adds the libraries and fonts that came with the browser where the machine has none of its own. */
function launchOf(folder: string): BrowserLaunch {
  const executablePath = join(folder, "chromium");
  const fonts = hasFonts() ? {} : { FONTCONFIG_FILE: join(folder, "fonts.conf") };
  const path = [join(folder, "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  let fault = "";
  for (const extra of [fonts, { ...fonts, LD_LIBRARY_PATH: path }]) {
    const env = { ...process.env, ...extra };
    const { status, stderr } = spawnSync(executablePath, ["--version"], { env, encoding: "utf8" });
    if (status === 0) return { executablePath, args, env };
    fault = stderr.trim();
  }
  throw noBrowser(`the packaged one does not start (${fault})`);
}

function noBrowser(reason: string): Failure {
  return new Failure(
    "no_browser",
    `No Chromium for this machine: ${reason}. Set CHROMIUM_PATH to one, or run: npx playwright install chromium`,
  );
}
