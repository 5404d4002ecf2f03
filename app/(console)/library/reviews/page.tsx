import type { Metadata } from "next";
import { ReviewsScreen } from "@/components/library/reviews-screen";
import { listReviewTemplates } from "@/lib/core/plan/templates";

export const metadata: Metadata = { title: "Reviews" };

export default function ReviewsPage() {
  return <ReviewsScreen templates={listReviewTemplates()} />;
}
