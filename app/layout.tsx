import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import "@fontsource-variable/jetbrains-mono/index.css";
import "./fallback-fonts.css";
import "./globals.css";
import "./typefaces.css";
import { themeOf } from "@/components/shell/types";
import { EARLY_CLICK_SCRIPT } from "@/lib/client/early-click";
import { typeface } from "./typefaces";

export const metadata: Metadata = {
  title: { default: "Waymark", template: "%s · Waymark" },
  description: "Runs plans written by language-model agents and keeps people in control.",
};

export const viewport: Viewport = {
  // What lies over the foot of the page stays above the keyboard of a phone.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#11151d" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the cookie also keeps every page from being frozen at build time: each carries a nonce of its own.
  const theme = themeOf((await cookies()).get("theme")?.value);
  const policy = (await headers()).get("content-security-policy") ?? "";
  return (
    <html lang="en" className={typeface.variable} {...(theme !== "system" && { "data-theme": theme })}>
      <body className="min-h-dvh font-sans antialiased">
        {/* Browsers keep nonces from the page: what React reads there differs from what the server wrote. */}
        <script suppressHydrationWarning nonce={/'nonce-([^']+)'/.exec(policy)?.[1]}>
          {EARLY_CLICK_SCRIPT}
        </script>
        {/* Without the session the guard would keep it from the browser, and Next's own link sends none. */}
        <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />
        {children}
      </body>
    </html>
  );
}
