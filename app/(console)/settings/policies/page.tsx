import type { Metadata } from "next";
import { PoliciesScreen } from "@/components/policies/policies-screen";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Tool policies" };

export default async function PoliciesPage() {
  const { services, actor } = await consoleCall();
  const [policies, tools] = await Promise.all([
    services.policies.list({ actor, input: {} }),
    services.tools.list({ actor, input: {} }),
  ]);
  return <PoliciesScreen policies={policies.items} tools={tools.items} />;
}
