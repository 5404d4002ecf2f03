import type { ReactNode } from "react";
import { refusalOf, searchOf } from "../../call";
import { sourceOf } from "./source";

/** Asks before the page begins to stream: an unknown run is answered by 404. */
export default async function NewMissionLayout({ children }: { children: ReactNode }) {
  const { from } = await searchOf();
  if (from !== undefined) await refusalOf(sourceOf(from));
  return children;
}
