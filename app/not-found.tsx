import type { Metadata } from "next";
import Link from "next/link";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="mx-auto grid max-w-xl gap-3 px-4 py-16">
      <h1 className="font-semibold text-xl">There is nothing here</h1>
      <p className="text-muted">The address may be mistyped, or what it named is gone.</p>
      <p>
        <Link href="/" className="text-run underline">
          Go to the missions
        </Link>
      </p>
    </main>
  );
}
