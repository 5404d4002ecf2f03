"use client";

import { PageError } from "@/components/ui/page-error";

export default function Fault({ retry }: { error: unknown; retry: () => void }) {
  return <PageError retry={retry} />;
}
