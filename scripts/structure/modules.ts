import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { parseSync } from "vite";
import { isNode, memberNameOf, type Node, stringOf, walk } from "./syntax";
import type { Tree } from "./tree";

/**
 * How a module names another: `static` by import, `type` by an import that leaves no trace at run time, `reexport` by
 * export … from, `dynamic` by import(), `url` by new URL(…, import.meta.url), `mock` by vi.mock and its kin, `require`
 * by require and its resolve, `style` by a style sheet's @import.
 */
type ImportKind = "static" | "type" | "reexport" | "dynamic" | "url" | "mock" | "require" | "style";

/** `computed`: the specifier is no constant. `missing`: nothing stands where it points. */
type Target =
  | { kind: "file"; path: string }
  | { kind: "package"; name: string }
  | { kind: "builtin"; name: string }
  | { kind: "missing" | "computed" };

export type Import = {
  specifier: string;
  kind: ImportKind;
  line: number;
  target: Target;
  /** The names it takes; absent where it takes the whole module. */
  names?: string[];
};

export type Module = {
  path: string;
  lines: number;
  imports: Import[];
  /** Nothing but `export … from`. */
  barrel: boolean;
};

export const isSource = (path: string): boolean => /\.(?:[cm]?tsx?|[cm]js|jsx)$/.test(path);

/** Every module and style sheet of the tree with what it imports, by path. Throws where a file does not parse. */
export function readModules(tree: Tree): Map<string, Module> {
  const modules = new Map<string, Module>();
  for (const path of tree.paths) {
    if (isSource(path)) modules.set(path, readModule(path, tree.read(path), tree.paths));
    if (path.endsWith(".css")) modules.set(path, readStyleSheet(path, tree.read(path), tree.paths));
  }
  return modules;
}

type Found = Pick<Import, "kind" | "names"> & { start: number; specifier: string | undefined };

/** One module's imports, resolved among `paths`. */
export function readModule(path: string, text: string, paths: ReadonlySet<string>): Module {
  const { module, program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const found: Found[] = [
    ...module.staticImports.map(({ start, moduleRequest, entries }) => ({
      start,
      specifier: moduleRequest.value,
      ...(entries.length > 0 && entries.every(({ isType }) => isType) ? asType : asStatic),
      ...namesOf(entries.map(({ importName }) => importName)),
    })),
    ...module.staticExports.flatMap(({ start, entries }) => {
      const request = entries[0]?.moduleRequest;
      if (!request) return [];
      const kind = entries.every(({ isType }) => isType) ? ("type" as const) : ("reexport" as const);
      const names = namesOf(entries.map(({ importName }) => importName));
      return [{ start, specifier: request.value, kind, ...names }];
    }),
  ];
  // Deserializing the whole tree costs more than all the rest: only where something else may name a module.
  if (/\bimport\s*\(|import\.meta|\bvi\.|\brequire\b|\bimport\b[^"';]*=\s*require/.test(text)) {
    walk(program as unknown as Node, (node) => found.push(...namedBy(node)));
  }
  return {
    path,
    lines: lineCount(text),
    imports: found.map(({ start, specifier, ...rest }) => ({
      ...rest,
      specifier: specifier ?? "",
      line: lineAt(text, start),
      target:
        specifier === undefined ? { kind: "computed" } : resolveImport(path, specifier, rest.kind, paths),
    })),
    barrel: isBarrel(module, text),
  };
}

const asType = { kind: "type" as const };
const asStatic = { kind: "static" as const };

type Name = { kind: string; name?: string | null };

function namesOf(names: Name[]): { names?: string[] } {
  const named = names.flatMap(({ kind, name }) =>
    kind === "Name" && name ? [name] : kind === "Default" ? ["default"] : [],
  );
  return named.length === names.length ? { names: named } : {};
}

/** What only the tree tells: import() in code and in types, URLs beside the module, mocks, require. */
function namedBy(node: Node): Found[] {
  const { start } = node;
  if (node.type === "ImportExpression") return [{ start, kind: "dynamic", specifier: stringOf(node.source) }];
  if (node.type === "TSImportType") {
    const source = isNode(node.source) ? node.source : node.argument;
    return [{ start, kind: "type", specifier: stringOf(source) }];
  }
  if (node.type === "TSExternalModuleReference") {
    return [{ start, kind: "require", specifier: stringOf(node.expression) }];
  }
  const [first, second] = Array.isArray(node.arguments) ? (node.arguments as Node[]) : [];
  if (!first || !isNode(node.callee)) return [];
  const { callee } = node;
  if (node.type === "NewExpression") {
    const beside = callee.name === "URL" && second && memberNameOf(second) === "url";
    const specifier = stringOf(first);
    return beside && specifier !== undefined ? [{ start, kind: "url", specifier }] : [];
  }
  if (callee.type === "Identifier" && callee.name === "require") {
    return [{ start, kind: "require", specifier: stringOf(first) }];
  }
  const owner = callee.object;
  const method = memberNameOf(callee);
  if (!isNode(owner) || method === undefined) return [];
  const mocks = owner.name === "vi" && /^(?:do|un|doUn)?[mM]ock$|^import(?:Actual|Mock)$/.test(method);
  // vi.mock(import("./x")) is found as an import() of its own.
  if (mocks && stringOf(first) !== undefined) return [{ start, kind: "mock", specifier: stringOf(first) }];
  const madeHere = isNode(owner.callee) && owner.callee.name === "createRequire";
  const resolves =
    method === "resolve" && (owner.name === "require" || owner.type === "MetaProperty" || madeHere);
  return resolves ? [{ start, kind: "require", specifier: stringOf(first) }] : [];
}

function readStyleSheet(path: string, text: string, paths: ReadonlySet<string>): Module {
  const imports = [...text.matchAll(/@(?:import|config|plugin)\s+(?:url\()?["']([^"']+)["']/g)].map(
    (match): Import => {
      const specifier = match[1] ?? "";
      const target = resolveImport(path, specifier, "style", paths);
      return { specifier, kind: "style", line: lineAt(text, match.index), target };
    },
  );
  return { path, lines: lineCount(text), imports, barrel: false };
}

/** Where a specifier points from this file: `@/` is the root; suffixes and `/index` may be left out. */
function resolveImport(
  from: string,
  specifier: string,
  kind: ImportKind,
  paths: ReadonlySet<string>,
): Target {
  if (specifier.startsWith("node:") || isBuiltin(specifier)) {
    return { kind: "builtin", name: specifier.replace(/^node:/, "") };
  }
  if (/^(?:data|https?):/.test(specifier)) return { kind: "computed" };
  if (/^(?:\.\.\/)+node_modules\//.test(specifier)) {
    return { kind: "package", name: packageNameOf(specifier.replace(/^(?:\.\.\/)+node_modules\//, "")) };
  }
  const isPath = specifier.startsWith(".") || specifier.startsWith("@/") || kind === "url";
  if (!isPath) return { kind: "package", name: packageNameOf(specifier) };
  const base = specifier.startsWith("@/")
    ? posix.normalize(specifier.slice(2))
    : posix.join(posix.dirname(from), specifier);
  const bare = base.replace(/\.m?js$/, "");
  const suffixes = ["", ".ts", ".tsx", ".mts", ".mjs", ".js", "/index.ts", "/index.tsx"];
  const candidates = [...suffixes.map((suffix) => base + suffix), `${bare}.ts`, `${bare}.tsx`, `${bare}.mts`];
  const path = candidates.find((candidate) => paths.has(candidate));
  if (path !== undefined) return { kind: "file", path };
  const folder = `${base.replace(/\/$/, "")}/`;
  const isFolder = kind === "url" && (base === "." || [...paths].some((one) => one.startsWith(folder)));
  return isFolder ? { kind: "computed" } : { kind: "missing" };
}

/** `@scope/name/deep` is of `@scope/name`. */
function packageNameOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

type EcmaModule = ReturnType<typeof parseSync>["module"];

function isBarrel({ staticImports, staticExports }: EcmaModule, text: string): boolean {
  const exports = staticExports.filter(({ entries }) => entries.length > 0);
  if (exports.length === 0 || staticImports.length > 0) return false;
  let rest = text;
  for (const { start, end, entries } of [...exports].reverse()) {
    if (!entries.every(({ moduleRequest }) => moduleRequest)) return false;
    rest = rest.slice(0, start) + rest.slice(end);
  }
  return rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*|["']use \w+["'];?/g, "").trim() === "";
}

const lineCount = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
