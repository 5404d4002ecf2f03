export * from "./create-workspaces";
export * from "./create-workspaces";
export * from "./create-workspaces";
