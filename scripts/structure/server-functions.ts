import { parseSync } from "vite";
import type { Module } from "./modules";
import { childrenOf, isNode, type Node, walk } from "./syntax";
import type { Tree } from "./tree";

const IS_CLIENT = /^(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*["']use client["']/;
const FUNCTIONS: ReadonlySet<string> = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

/**
 * Functions that are written down between the tags, or as a prop, of a component of the browser by a module that the
 * server renders: `path:line: Component`. Functions do not travel: such a page fails, and only when it is served.
 */
export function functionsForClients(tree: Tree, modules: ReadonlyMap<string, Module>): string[] {
  const isClient = (path: string) => IS_CLIENT.test(tree.read(path));
  return renderedOnServer(modules, isClient)
    .filter((path) => path.endsWith(".tsx"))
    .flatMap((path) => faultsOf(path, tree.read(path), clientsOf(modules.get(path), isClient)));
}

/** What pages and layouts import, up to where the browser's part begins. */
function renderedOnServer(
  modules: ReadonlyMap<string, Module>,
  isClient: (path: string) => boolean,
): string[] {
  const seen = new Set<string>();
  const left = [...modules.keys()].filter((path) => /^app\/.*\.tsx$/.test(path) && !path.includes(".test."));
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const module = modules.get(path);
    if (!module || seen.has(path) || isClient(path)) continue;
    seen.add(path);
    for (const { kind, target } of module.imports) {
      if (target.kind === "file" && kind !== "type") left.push(target.path);
    }
  }
  return [...seen].sort();
}

/** The specifiers by which a module imports what the browser renders. */
const clientsOf = (module: Module | undefined, isClient: (path: string) => boolean): Set<string> =>
  new Set(
    (module?.imports ?? []).flatMap(({ specifier, target }) =>
      target.kind === "file" && target.path.endsWith(".tsx") && isClient(target.path) ? specifier : [],
    ),
  );

function faultsOf(path: string, text: string, clients: ReadonlySet<string>): string[] {
  if (clients.size === 0) return [];
  const { module, program } = parseSync(path, text);
  const names = new Set(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      clients.has(moduleRequest.value) ? entries.map(({ localName }) => localName.value) : [],
    ),
  );
  const faults: string[] = [];
  walk(program as unknown as Node, (node) => {
    if (node.type !== "JSXElement" || !isNode(node.openingElement)) return;
    const { name, attributes } = node.openingElement as Node & { attributes: Node[] };
    const component = isNode(name) && name.type === "JSXIdentifier" ? String(name.name) : "";
    if (!names.has(component)) return;
    const given = [...attributes, ...(node.children as Node[])];
    const fault = given.find((one) => heldBy(one).some(isOfBrowser));
    if (fault) faults.push(`${path}:${text.slice(0, fault.start).split("\n").length}: ${component}`);
  });
  return faults;
}

/** What stands in the braces of a prop or a child. */
function heldBy(node: Node): Node[] {
  if (node.type === "JSXExpressionContainer") return childrenOf(node);
  return node.type === "JSXAttribute" && isNode(node.value) ? heldBy(node.value) : [];
}

const isOfBrowser = (node: Node): boolean => FUNCTIONS.has(node.type);
