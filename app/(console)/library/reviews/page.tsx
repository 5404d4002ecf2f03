import type { Metadata } from "next";
import { ReviewsScreen } from "@/components/library/reviews-screen";
import { TemplatesScreen } from "@/components/templates/templates-screen";
import { listReviewTemplates } from "@/lib/core/plan/templates";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Reviews" };

type ReviewsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ReviewsPage({ searchParams }: ReviewsPageProps) {
  const status = (await searchParams).status === "archived" ? "archived" : "active";
  const { services, actor } = await consoleCall();
  const { items } = await services.templates.list({ actor, input: { kind: "review", status } });
  return (
    <>
      <TemplatesScreen kind="review" templates={items} archived={status === "archived"} />
      <ReviewsScreen templates={listReviewTemplates()} />
    </>
  );
}
