import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Failure } from "../lib/failure";
import { projectRoot } from "../lib/paths";

/** The project's own files at one moment: paths from the root with forward slashes, and their text. */
export type Tree = { paths: ReadonlySet<string>; read(path: string): string };

/** A tree of these files: what tests check the checkers with. */
export function treeOf(files: Record<string, string>): Tree {
  return { paths: new Set(Object.keys(files)), read: (path) => files[path] ?? "" };
}

/** The checkout as it is now: tracked files, and new ones that git does not ignore. */
export function workingTree(root = projectRoot): Tree {
  const listed = existsSync(join(root, ".git")) ? knownToGit(root) : onDisk(root);
  const paths = new Set(listed.filter((path) => existsSync(join(root, path))));
  return { paths, read: (path) => readFileSync(join(root, path), "utf8") };
}

function knownToGit(root: string): string[] {
  const listed = git(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).toString();
  return listed.split("\0").filter((path) => path !== "");
}

/** Of a copy without git's folder: everything but what .gitignore keeps out by name, and hidden folders. */
function onDisk(root: string): string[] {
  const ignored = new Set(readFileSync(join(root, ".gitignore"), "utf8").split(/\/?\n/));
  const entries = readdirSync(root, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith(".") && !ignored.has(name),
  );
  return entries.flatMap((entry) => {
    if (!entry.isDirectory()) return entry.name;
    const below = readdirSync(join(root, entry.name), { recursive: true, withFileTypes: true });
    return below
      .filter((one) => one.isFile())
      .map((one) => relative(root, join(one.parentPath, one.name)).replaceAll("\\", "/"))
      .filter((path) => !path.split("/").some((part) => ignored.has(part)));
  });
}

/** The tree of a revision, read from git's objects in one go; the checkout is not touched. */
export function treeAt(revision: string, root = projectRoot): Tree {
  if (!isRevision(root, revision))
    throw new Failure("unknown_revision", `git knows no revision "${revision}".`);
  const lines = git(root, ["ls-tree", "-r", "-z", revision]).toString().split("\0");
  const entries = lines.flatMap((line) => {
    const [, type, object, path] = /^\d+ (\w+) (\w+)\t(.+)$/s.exec(line) ?? [];
    return type === "blob" && object !== undefined && path !== undefined ? [{ object, path }] : [];
  });
  const asked = entries.map(({ object }) => `${object}\n`).join("");
  const answer = git(root, ["cat-file", "--batch"], asked);
  const texts = new Map<string, string>();
  let offset = 0;
  for (const { path } of entries) {
    const headerEnd = answer.indexOf("\n", offset);
    const size = Number(answer.toString("utf8", offset, headerEnd).split(" ")[2]);
    texts.set(path, answer.toString("utf8", headerEnd + 1, headerEnd + 1 + size));
    offset = headerEnd + 1 + size + 1;
  }
  return { paths: new Set(texts.keys()), read: (path) => texts.get(path) ?? "" };
}

function isRevision(cwd: string, revision: string): boolean {
  const args = ["rev-parse", "--quiet", "--verify", "--end-of-options", `${revision}^{tree}`];
  return spawnSync("git", args, { cwd }).status === 0;
}

function git(cwd: string, args: string[], input?: string): Buffer {
  return execFileSync("git", args, { cwd, input, maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "inherit"] });
}
