import { routes } from "@/app/api/route-app";

export const { POST } = routes("/api/v1/approvals/{id}/hand-on");
