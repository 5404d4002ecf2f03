import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/links/button-link";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <h1 className="font-semibold text-xl">Page not found</h1>
      <p className="text-balance text-muted">Check the URL. The page may have been moved or deleted.</p>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink href="/runs" variant="main">
          All runs
        </ButtonLink>
        <ButtonLink href="/">Overview</ButtonLink>
      </div>
    </div>
  );
}
