import type { Metadata } from "next";
import { ApiScreen } from "@/components/settings/api/api-screen";
import { entriesOf } from "@/lib/core/openapi/document";
import { servedDocument } from "@/lib/http/openapi";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "API reference" };

export default async function ApiPage() {
  await consoleCall();
  return <ApiScreen entries={entriesOf(servedDocument())} />;
}
