import { childrenOf, isNode, type Node } from "./syntax";

/** A name used as a value that nothing in the module declares, with the nodes around it, nearest first. */
export type FreeName = { name: string; node: Node; around: readonly Node[] };

/**
 * The globals that a module uses. Types are left out; what is only announced (`declare const process`) is no
 * declaration.
 */
export function freeNames(program: Node): FreeName[] {
  const found: FreeName[] = [];

  function visit(node: Node, scopes: readonly ReadonlySet<string>[], around: readonly Node[]): void {
    if (isType(node)) return;
    if (node.type === "Identifier") {
      const name = node.name as string;
      if (!scopes.some((scope) => scope.has(name))) found.push({ name, node, around });
      return;
    }
    const inner = opensScope(node) ? [declaredBy(node), ...scopes] : scopes;
    for (const child of valuesBelow(node)) visit(child, inner, [node, ...around]);
  }

  visit(program, [], []);
  return found;
}

/** Wrappers and declarations of TypeScript's own that hold values; all its other nodes are types. */
const HOLDS_VALUES: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
  "TSEnumDeclaration",
  "TSEnumBody",
  "TSEnumMember",
  "TSModuleDeclaration",
  "TSModuleBlock",
  "TSExportAssignment",
  "TSParameterProperty",
]);

const isType = ({ type }: Node): boolean => type.startsWith("TS") && !HOLDS_VALUES.has(type);

/** Children that are no types, and no names of members, keys or labels. */
function valuesBelow(node: Node): Node[] {
  switch (node.type) {
    case "MemberExpression":
      return node.computed ? nodes(node.object, node.property) : nodes(node.object);
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
    case "AccessorProperty":
      return nodes(...list(node.decorators), ...(node.computed ? [node.key] : []), node.value);
    case "TSEnumMember":
      return nodes(node.initializer);
    case "TSModuleDeclaration":
      return nodes(node.body);
    case "LabeledStatement":
      return nodes(node.body);
    case "BreakStatement":
    case "ContinueStatement":
    case "MetaProperty":
    case "ImportDeclaration":
      return [];
    case "ExportNamedDeclaration":
      return nodes(node.declaration, ...(node.source ? [] : list(node.specifiers)));
    case "ExportSpecifier":
      return node.exportKind === "type" ? [] : nodes(node.local);
    case "ExportAllDeclaration":
      return [];
    default:
      // `this` as a parameter is a type's affair.
      return childrenOf(node).filter((child) => !isType(child) && child.name !== "this");
  }
}

const nodes = (...values: unknown[]): Node[] => values.filter(isNode);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isFunction = ({ type }: Node): boolean =>
  /^(?:Arrow)?Function(?:Declaration|Expression)?$|^ArrowFunctionExpression$/.test(type);

const opensScope = (node: Node): boolean =>
  isFunction(node) ||
  /^(?:Program|BlockStatement|StaticBlock|TSModuleBlock|SwitchStatement|CatchClause|Class\w+|For\w*Statement)$/.test(
    node.type,
  );

/** The names that come into being with this scope. */
function declaredBy(node: Node): Set<string> {
  const names = new Set<string>();
  const add = (pattern: unknown) => {
    for (const name of boundBy(pattern)) names.add(name);
  };
  if (isFunction(node)) {
    add(node.id);
    for (const parameter of list(node.params)) add(parameter);
    if (node.type !== "ArrowFunctionExpression") names.add("arguments");
    for (const name of hoisted(node.body)) names.add(name);
    return names;
  }
  if (node.type === "CatchClause") add(node.param);
  if (node.type.startsWith("Class")) add(node.id);
  if (node.type.startsWith("For")) for (const child of nodes(node.init, node.left)) declare(child, add);
  const statements =
    node.type === "SwitchStatement"
      ? list(node.cases).flatMap((one) => list((one as Node).consequent))
      : list(node.body);
  for (const statement of nodes(...statements)) declare(statement, add);
  if (node.type === "Program" || node.type === "StaticBlock") {
    for (const name of hoisted(node)) names.add(name);
  }
  return names;
}

function declare(statement: Node, add: (pattern: unknown) => void): void {
  if (statement.declare) return;
  switch (statement.type) {
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
      if (isNode(statement.declaration)) declare(statement.declaration, add);
      return;
    case "ImportDeclaration":
      for (const specifier of nodes(...list(statement.specifiers))) add(specifier.local);
      return;
    case "VariableDeclaration":
      for (const declarator of nodes(...list(statement.declarations))) add(declarator.id);
      return;
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "TSEnumDeclaration":
    case "TSModuleDeclaration":
    case "TSImportEqualsDeclaration":
      add(statement.id);
  }
}

/** `var` belongs to the function around it, from however deep. */
function hoisted(node: unknown): string[] {
  if (!isNode(node) || isFunction(node) || node.type.startsWith("Class")) return [];
  const own =
    node.type === "VariableDeclaration" && node.kind === "var" && !node.declare
      ? nodes(...list(node.declarations)).flatMap(({ id }) => boundBy(id))
      : [];
  return [...own, ...childrenOf(node).flatMap(hoisted)];
}

/** The names that a pattern binds. */
function boundBy(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name as string];
    case "ObjectPattern":
      return list(pattern.properties).flatMap(boundBy);
    case "Property":
      return boundBy(pattern.value);
    case "ArrayPattern":
      return list(pattern.elements).flatMap(boundBy);
    case "AssignmentPattern":
      return boundBy(pattern.left);
    case "RestElement":
      return boundBy(pattern.argument);
    case "TSParameterProperty":
      return boundBy(pattern.parameter);
    default:
      return [];
  }
}
