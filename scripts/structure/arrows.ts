import type { Import, Module } from "./modules";
import { ROOMS, type Room, roomOf, TAKES_ONLY } from "./rooms";

/**
 * Every import of these modules that the table of rooms does not allow, as a sentence with its place. `barrels` are the
 * paths of the house's barrels.
 */
export function forbiddenImports(modules: Iterable<Module>, barrels: ReadonlySet<string>): string[] {
  return [...modules].flatMap(({ path, imports }) =>
    imports.flatMap((one) => {
      const why = whyForbidden(path, one, barrels);
      return why ? [`${path}:${one.line} imports ${JSON.stringify(one.specifier)}: ${why}`] : [];
    }),
  );
}

/** Why a file may not import what it does; undefined when it may. */
function whyForbidden(
  path: string,
  { target, names, kind }: Import,
  barrels: ReadonlySet<string>,
): string | undefined {
  const room: Room | undefined = roomOf(path);
  if (!room) return "the file stands in no room of scripts/structure/rooms.ts";
  switch (target.kind) {
    case "missing":
      return "there is no such file";
    case "computed":
      return kind === "url" || room.packages === "every package"
        ? undefined
        : "the table cannot be held to what is computed";
    case "builtin":
    case "package": {
      const name = target.kind === "builtin" ? `node:${target.name}` : target.name;
      const may = room.packages === "every package" || room.packages.includes(name);
      return may ? undefined : `${room.name} has no use of ${name} in the table`;
    }
    case "file": {
      const other: Room | undefined = roomOf(target.path);
      if (!other) return isSourceless(target.path) ? undefined : `${target.path} stands in no room`;
      if (room.leavesOnly && kind !== "type" && barrels.has(target.path)) {
        return `${room.name} takes values of leaves: ${target.path} is a barrel`;
      }
      if (other.name === room.name || room.may === "every room") return;
      if (kind === "type" && room.mayTypes?.includes(other.name)) return;
      if (!room.may.includes(other.name)) return `${room.name} may not import ${other.name}`;
      const only = TAKES_ONLY.find(({ from, to }) => from === room.name && to === other.name)?.names;
      if (!only || (names && names.length > 0 && names.every((name) => only.includes(name)))) return;
      return `${room.name} takes nothing but ${only.join(", ")} of ${other.name}`;
    }
  }
}

/** Data beside the code (package.json at the root) stands in no room and knows nothing. */
const isSourceless = (path: string): boolean => /\.(?:json|svg|png|txt|jsonl)$/.test(path);

/** What the table allows and nobody uses: packages of a room that none of its modules imports. */
export function unusedPackages(modules: Iterable<Module>): string[] {
  const used = new Set<string>();
  for (const { path, imports } of modules) {
    const room = roomOf(path)?.name;
    for (const { target } of imports) {
      if (target.kind === "package") used.add(`${room} ${target.name}`);
      if (target.kind === "builtin") used.add(`${room} node:${target.name}`);
    }
  }
  return ROOMS.flatMap(({ name, packages }: Room) =>
    packages === "every package" ? [] : packages.map((one) => `${name} ${one}`),
  ).filter((pair) => !used.has(pair));
}
