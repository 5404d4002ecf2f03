/** The pages of the settings. */
export const SETTINGS_PAGES = [
  { href: "/settings/models", name: "Models and keys" },
  { href: "/settings/people", name: "People and API keys" },
  { href: "/settings/mcp", name: "MCP servers" },
  { href: "/settings/policies", name: "Tool policies" },
  { href: "/settings/spending", name: "Spending" },
  { href: "/settings/notifications", name: "Notifications" },
  { href: "/settings/drills", name: "Drills" },
  { href: "/settings/retention", name: "Data and retention" },
  { href: "/settings/api", name: "API reference" },
  { href: "/settings/health", name: "Health" },
] as const;
