import type { Metadata } from "next";
import { filterOf, viewOf } from "@/components/lessons/address";
import { LessonsScreen } from "@/components/lessons/lessons-screen";
import { consoleCall, orNotFound } from "../call";

export const metadata: Metadata = { title: "Lessons" };

type LessonsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LessonsPage({ searchParams }: LessonsPageProps) {
  const view = viewOf(await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.lessons.list({ actor, input: filterOf(view) }));
  return <LessonsScreen view={view} page={page} />;
}
