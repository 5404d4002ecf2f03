"use client";

import { createElement, type ReactElement, type SVGProps } from "react";

/** An element of a picture, or its text, as data. */
export type Shape = string | { tag: string; attributes: object; shapes: readonly Shape[] };

type DrawnProps = SVGProps<SVGSVGElement> & { shapes: readonly Shape[] };

/** A picture from its shapes, all of them at once. */
export function Drawn({ shapes, ...attributes }: DrawnProps) {
  return createElement("svg", attributes, ...shapes.map(drawn));
}

function drawn(shape: Shape): ReactElement | string {
  if (typeof shape === "string") return shape;
  return createElement(shape.tag, shape.attributes, ...shape.shapes.map(drawn));
}
