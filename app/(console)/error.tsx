"use client";

import { PageError } from "@/components/ui/page-fault";

export default function Fault({ retry }: { error: unknown; retry: () => void }) {
  return <PageError retry={retry} />;
}
