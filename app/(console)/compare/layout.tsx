import type { ReactNode } from "react";
import { comparedIds } from "@/components/compare/address";
import { refusalOf, searchOf } from "../call";
import { comparisonOf } from "./compared";

/** Asks before the page begins to stream: an unknown run is answered by 404. */
export default async function CompareLayout({ children }: { children: ReactNode }) {
  const ids = comparedIds(await searchOf());
  if (ids) await refusalOf(comparisonOf(ids));
  return children;
}
