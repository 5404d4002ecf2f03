import type { Metadata } from "next";
import { LessonsScreen } from "@/components/lessons/lessons-screen";
import { type AddressQuery, readAddress } from "@/lib/core/inputs/address";
import { listLessonsInput } from "@/lib/core/inputs/lessons";
import { consoleCall, orNotFound } from "../call";

export const metadata: Metadata = { title: "Lessons" };

type LessonsPageProps = { searchParams: Promise<AddressQuery> };

export default async function LessonsPage({ searchParams }: LessonsPageProps) {
  const view = readAddress(listLessonsInput, await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.lessons.list({ actor, input: view }));
  return <LessonsScreen view={view} page={page} />;
}
