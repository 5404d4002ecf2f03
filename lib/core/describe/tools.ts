import { ANY_TOOL } from "../plan/reach";
import { withMore } from "./amounts";

/** The tools by which a task may change something outside, as people read them, and how many more there are. */
export const formatTools = (tools: readonly string[], more?: number): string =>
  withMore(tools.map((tool) => (tool === ANY_TOOL ? "any tool" : tool)).join(", "), more);
