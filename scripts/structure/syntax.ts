/** A node of the syntax tree, as loosely typed as a generic walk needs it (ESTree with TypeScript's nodes). */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** The nodes directly below a node, in the order of its keys. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

/** The text of a string literal, or of a template without holes; undefined for anything else. */
export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return;
  const [only, ...others] = node.quasis as { value: { cooked: string } }[];
  return others.length === 0 ? only?.value.cooked : undefined;
}

/** `a.b` and `a["b"]` alike; undefined where the name is computed, or the node is no member access. */
export function memberNameOf(node: Node): string | undefined {
  if (node.type !== "MemberExpression") return;
  if (node.computed) return stringOf(node.property);
  const { property } = node;
  return isNode(property) && property.type === "Identifier" ? (property.name as string) : undefined;
}
