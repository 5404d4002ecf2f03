import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installationFile } from "./installation-file";
import { fileSessions, revokeAccess, SESSION_IDLE_MS } from "./sessions";

let dir: string;
let nowMs: number;
const sessions = () => fileSessions(dir, () => nowMs);
const files = () => readdirSync(join(dir, "sessions"));

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "waymark-sessions-"));
  nowMs = Date.UTC(2026, 0, 1);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("fileSessions", () => {
  it("knows the installation's token and nothing else", () => {
    const token = installationFile(dir, "token");
    expect(statSync(join(dir, "token")).mode & 0o777).toBe(0o600);
    expect(sessions().isToken(token)).toBe(true);
    for (const other of ["", token.slice(1), `${token} `, token.toUpperCase()])
      expect(sessions().isToken(other)).toBe(false);
  });

  it("keeps sessions for all processes, readable by the owner alone and useless to who reads their names", () => {
    const session = sessions().open();
    expect(sessions().isOpen(session)).toBe(true);
    expect(statSync(join(dir, "sessions")).mode & 0o777).toBe(0o700);
    for (const name of files()) expect(sessions().isOpen(name)).toBe(false);
    for (const other of ["", "..", "../token", `${session}x`]) expect(sessions().isOpen(other)).toBe(false);
  });

  it("closes one session and leaves the others open", () => {
    const [first, second] = [sessions().open(), sessions().open()];
    sessions().close(first);
    sessions().close("unknown");
    expect([first, second].map(sessions().isOpen)).toEqual([false, true]);
  });

  it("ends a session that nobody has used for thirty days, and removes it when the next one opens", () => {
    const [used, idle] = [sessions().open(), sessions().open()];
    nowMs += SESSION_IDLE_MS - 1;
    expect(sessions().isOpen(used)).toBe(true);
    nowMs += 2;
    expect([used, idle].map(sessions().isOpen)).toEqual([true, false]);
    sessions().open();
    expect(files()).toHaveLength(2);
  });
});

describe("revokeAccess", () => {
  it("makes another token and ends every session", () => {
    const before = installationFile(dir, "token");
    const session = sessions().open();
    const after = revokeAccess(dir);
    expect(after).not.toBe(before);
    expect([before, after].map(sessions().isToken)).toEqual([false, true]);
    expect(sessions().isOpen(session)).toBe(false);
  });
});
