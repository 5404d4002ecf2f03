import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Waymark", template: "%s · Waymark" },
  description: "Runs plans that language-model agents write, and keeps people in command of them.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#11151d" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every page carries the nonce of its own request, so none may be frozen at build time.
  await connection();
  return (
    <html lang="en">
      <body className="min-h-dvh font-sans antialiased">{children}</body>
    </html>
  );
}
