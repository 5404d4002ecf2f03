"use client";

import { PageFault } from "@/components/ui/page-fault";

export default function Fault({ retry }: { error: unknown; retry: () => void }) {
  return <PageFault retry={retry} />;
}
