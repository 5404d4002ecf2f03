import { redirect } from "next/navigation";
import { LIBRARY_PAGES } from "@/components/library/pages";

export default function LibraryPage() {
  redirect(LIBRARY_PAGES[0].href);
}
