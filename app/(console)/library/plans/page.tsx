import type { Metadata } from "next";
import { TemplatesScreen } from "@/components/templates/templates-screen";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Plan templates" };

type PlansPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PlansPage({ searchParams }: PlansPageProps) {
  const status = (await searchParams).status === "archived" ? "archived" : "active";
  const { services, actor } = await consoleCall();
  const { items } = await services.templates.list({ actor, input: { kind: "plan", status } });
  return <TemplatesScreen kind="plan" templates={items} archived={status === "archived"} />;
}
