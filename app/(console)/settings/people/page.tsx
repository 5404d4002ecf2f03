import type { Metadata } from "next";
import { PeopleScreen } from "@/components/settings/people/people-screen";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "People and API keys" };

export default async function PeoplePage() {
  const { services, actor } = await consoleCall();
  const { items, roles } = await services.keys.list({ actor, input: {} });
  return <PeopleScreen person={actor.name} keys={items} roles={roles} />;
}
