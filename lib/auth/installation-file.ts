import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What an installation keeps for itself: what its keys are sealed with, and what opens its console (SECURITY.md). */
type InstallationFile = "secret" | "token";

/**
 * A file of this installation's data folder with 256 random bits as base64url, readable by its owner alone and written
 * at the first call. Of processes that come at the same moment one writes it; all read the same. Throws what the file
 * system says.
 */
export function installationFile(dataDir: string, name: InstallationFile): string {
  const path = join(dataDir, name);
  return read(path) ?? create(dataDir, path);
}

/** Replaces the file; what was read of it before is worth nothing from then on. Returns what it holds now. */
export function renewInstallationFile(dataDir: string, name: InstallationFile): string {
  rmSync(join(dataDir, name), { force: true });
  return installationFile(dataDir, name);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
}

/** Linked into place, so that nobody ever reads half of it. */
function create(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, "utf8").trim();
}
