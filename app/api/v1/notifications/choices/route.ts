import { routes } from "@/app/api/route-app";

export const { GET, POST } = routes("/api/v1/notifications/choices");
