import { routes } from "@/app/api/route-app";

export const { GET } = routes("/api/v1/runs/{id}/outside");
