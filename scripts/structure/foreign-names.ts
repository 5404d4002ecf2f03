import { join } from "node:path";
import {
  isBinaryExpression,
  isCallExpression,
  isDeleteExpression,
  isElementAccessExpression,
  isPropertyAccessExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";
import { createVirtualFileSystem } from "typescript/unstable/fs";
import { API, type Checker, type Type, TypeFlags } from "typescript/unstable/sync";
import { projectRoot } from "../lib/paths";

/** The one file that may look into a record by any name. */
const HELPERS = "lib/core/own.ts";
/** The environment is the operator's, its names are checked, and it imports nothing. */
const LOOKED_AT = /^(?:app|components|db|lib)\/(?!testing\/|env\.ts$)/;
const TESTS = /\.i?test\.tsx?$/;

/** A place where a record is asked by a name, or taken over name by name; `record` and `key` are what types decide on. */
type Suspect = { at: Node; record: Node; key?: Node };

/**
 * Places where a name of any text meets a plain object: `file:line: text`. There `constructor` finds what every object
 * inherits, and `__proto__` changes another object; `getOwn` and `setOwn` (lib/core/own.ts) do neither. Keys of a closed
 * set of names pass, as do lists and `delete`, which touch nothing inherited.
 */
export function foreignNames(root = projectRoot, files?: Record<string, string>): string[] {
  const api = new API({
    cwd: root,
    ...(files && { fs: createVirtualFileSystem(files) }),
  });
  try {
    const [project] = api.updateSnapshot({ openProject: join(root, "tsconfig.json") }).getProjects();
    if (!project) throw new Error(`There is no project in ${root}.`);
    const { program, checker } = project;
    return program.getSourceFileNames().flatMap((name) => {
      const path = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : "";
      if (!LOOKED_AT.test(path) || TESTS.test(path) || path === HELPERS) return [];
      const file = program.getSourceFile(name);
      return file ? faultsIn(file, checker).map((fault) => `${path}:${fault}`) : [];
    });
  } finally {
    api.close();
  }
}

function faultsIn(file: SourceFile, checker: Checker): string[] {
  const suspects = suspectsIn(file);
  if (suspects.length === 0) return [];
  const records = checker.getTypeAtLocation(suspects.map(({ record }) => record));
  const keys = checker.getTypeAtLocation(suspects.map(({ key, record }) => key ?? record));
  return suspects.flatMap(({ at, key }, index) => {
    const [record, named] = [records[index], keys[index]];
    const isFault =
      record !== undefined &&
      (key === undefined || isAnyText(named)) &&
      (isFound(at) || isRecord(record, checker));
    return isFault ? [`${lineOf(file, at)}: ${textOf(file, at)}`] : [];
  });
}

/** `in` asks any object, and `z.record` loses `__proto__`, which `recordOf` (lib/core/json-schemas.ts) keeps. */
const isFound = (at: Node): boolean => isBinaryExpression(at) || isPropertyAccessExpression(at);

function suspectsIn(file: SourceFile): Suspect[] {
  const found: Suspect[] = [];
  const visit = (node: Node, parent?: Node): void => {
    if (isElementAccessExpression(node) && !(parent && isDeleteExpression(parent)))
      found.push({ at: node, record: node.expression, key: node.argumentExpression });
    else if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
      found.push({ at: node, record: node.right, key: node.left });
    else if (isCallExpression(node) && textOf(file, node.expression) === "Object.assign")
      for (const source of node.arguments.slice(1)) found.push({ at: node, record: source });
    else if (isPropertyAccessExpression(node) && /^z\s*\.record$/.test(textOf(file, node)))
      found.push({ at: node, record: node });
    node.forEachChild((child) => visit(child, node));
  };
  visit(file);
  return found;
}

const isAnyText = (type: Type | undefined): boolean =>
  type !== undefined &&
  ((type.flags & (TypeFlags.String | TypeFlags.Any | TypeFlags.TemplateLiteral)) !== 0 ||
    (type.isUnionType() && (type.getTypes() ?? []).some(isAnyText)));

/** Has it a value for any name? Lists have one for any number. */
function isRecord(type: Type, checker: Checker): boolean {
  if (type.isUnionType()) return (type.getTypes() ?? []).some((one) => isRecord(one, checker));
  const infos = checker.getIndexInfosOfType(type);
  return infos.some(({ keyType }) => (keyType.flags & TypeFlags.String) !== 0);
}

const textOf = (file: SourceFile, node: Node): string =>
  file.text.slice(node.getStart(file), node.end).replace(/\s+/g, " ").slice(0, 100);

const lineOf = (file: SourceFile, node: Node): number =>
  file.text.slice(0, node.getStart(file)).split("\n").length;
