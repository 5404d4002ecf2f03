import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installationFile, renewInstallationFile } from "./installation-file";

/** Who may use this console: those who hold its token, and the sessions that they opened with it (SECURITY.md). */
export type Sessions = {
  isToken(text: string): boolean;
  /** Opens a session and returns what names it: a secret, and never the token itself. */
  open(): string;
  isOpen(session: string): boolean;
  close(session: string): void;
};

const FOLDER = "sessions";
const DAY_MS = 24 * 60 * 60_000;
/** How long a session lasts that nobody uses. */
export const SESSION_IDLE_MS = 30 * DAY_MS;

/**
 * The installation's token and the sessions that were opened with it: one empty file each below `dataDir`, named by the
 * session's digest, so that who reads the folder cannot use one. A file's time is that of the session's last use, to the
 * day. Nothing is kept in memory: what one process revokes, every process refuses.
 */
export function fileSessions(dataDir: string, now: () => number): Sessions {
  const folder = join(dataDir, FOLDER);
  const fileOf = (session: string) => join(folder, digest(session).toString("hex"));
  return {
    isToken: (text) => timingSafeEqual(digest(text), digest(installationFile(dataDir, "token"))),
    open() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      removeStale(folder, now());
      const session = randomBytes(32).toString("base64url");
      writeFileSync(fileOf(session), "", { mode: 0o600, flag: "wx" });
      touch(fileOf(session), now());
      return session;
    },
    isOpen(session) {
      const file = fileOf(session);
      const usedAtMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      if (usedAtMs === undefined || now() - usedAtMs > SESSION_IDLE_MS) return false;
      if (now() - usedAtMs > DAY_MS) touch(file, now());
      return true;
    },
    close: (session) => rmSync(fileOf(session), { force: true }),
  };
}

/** Makes a new token and ends every session: whatever opened this console before does so no more. */
export function revokeAccess(dataDir: string): string {
  rmSync(join(dataDir, FOLDER), { recursive: true, force: true });
  return renewInstallationFile(dataDir, "token");
}

function removeStale(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder)) {
    const usedAtMs = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (nowMs - usedAtMs > SESSION_IDLE_MS) rmSync(join(folder, name), { force: true });
  }
}

const touch = (file: string, nowMs: number): void => utimesSync(file, nowMs / 1000, nowMs / 1000);

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
