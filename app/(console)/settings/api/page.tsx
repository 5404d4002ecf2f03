import type { Metadata } from "next";
import { ApiScreen } from "@/components/settings/api/api-screen";
import { entriesOf } from "@/lib/core/openapi/document";
import { openApiDocument } from "@/lib/http/openapi";
import { readDescriptions } from "@/lib/http/route-descriptions";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "API reference" };

export default async function ApiPage() {
  await consoleCall();
  return <ApiScreen entries={entriesOf(openApiDocument(readDescriptions()))} />;
}
