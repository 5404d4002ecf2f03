import { Fragment, isValidElement, type ReactNode, type SVGProps } from "react";
import { Drawn, type Shape } from "./drawn";

/**
 * An SVG whose parts reach the renderer of pages together. Those of plain elements may come one by one, and React writes
 * what is late inside a picture into a wrapper with an inline style, which the content security policy refuses.
 */
export function Picture({ children, ...attributes }: SVGProps<SVGSVGElement>) {
  return <Drawn {...attributes} shapes={shapesOf(children)} />;
}

/** The shapes that elements come to; components among them have no hooks, as they are called here. */
function shapesOf(node: ReactNode): Shape[] {
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (Array.isArray(node)) return node.flatMap(shapesOf);
  if (!isValidElement<{ children?: ReactNode }>(node)) return [String(node)];
  const { props } = node;
  const type: unknown = node.type;
  if (typeof type === "function") return shapesOf(type(props));
  const { children, ...attributes } = props;
  if (type === Fragment) return shapesOf(children);
  return [{ tag: String(type), attributes, shapes: shapesOf(children) }];
}
