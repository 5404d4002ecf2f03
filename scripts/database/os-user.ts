import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The ids a server process runs under. */
export interface OsUser {
  uid: number;
  gid: number;
}

const userName = "postgres";

/** True when this process runs as root, as whom PostgreSQL refuses to start. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** An unprivileged user for the server: `postgres`, created when missing, or `nobody` where that fails. */
export function unprivilegedUser(): OsUser {
  const known = findUser(userName);
  if (known) return known;
  spawnSync("groupadd", ["--system", userName], { stdio: "ignore" });
  spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/bin/false", "-g", userName, userName], {
    stdio: "ignore",
  });
  const created = findUser(userName) ?? findUser("nobody");
  if (!created) throw new Error(`Cannot create the operating system user "${userName}".`);
  return created;
}

function findUser(name: string): OsUser | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** True when that user can reach a folder: every folder above it lets it pass. */
export function canEnter(user: OsUser, folder: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], asUser(user)).status === 0;
}

/** True when that user can run a program. */
export function canRun(user: OsUser, program: string): boolean {
  return spawnSync(program, ["--version"], asUser(user)).status === 0;
}

function asUser(user: OsUser) {
  return { ...user, cwd: "/", stdio: "ignore" } as const;
}
