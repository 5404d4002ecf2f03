import type { Metadata } from "next";
import { Styleguide } from "@/components/styleguide/styleguide";

export const metadata: Metadata = { title: "Style guide" };

/** Of development alone: builds know no pages with this ending (next.config.mjs). */
export default function StyleguidePage() {
  return <Styleguide />;
}
