export * from "./create-workspaces";
export * from "./same-setup";
export * from "./through-lanes";
