import { type NextRequest, NextResponse } from "next/server";
import { isLoopbackHost } from "@/lib/http/origin";
import { DATA_POLICY, securityHeaders } from "@/lib/http/security-headers";

/**
 * Before any page or route: the headers of every answer, with a fresh nonce that Next puts on its scripts, and the
 * refusal of a Host that does not name this machine (accounts are off: who reaches this server is its person).
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const secure = securityHeaders(nonce, process.env.NODE_ENV === "development");
  if (!isLoopbackHost(request.headers.get("host"))) {
    const text = "Open Waymark by localhost or 127.0.0.1 on this machine.";
    return new NextResponse(text, { status: 403, headers: secure });
  }
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", secure["content-security-policy"] ?? "");
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(secure)) response.headers.set(name, value);
  if (request.nextUrl.pathname.startsWith("/api/"))
    response.headers.set("content-security-policy", DATA_POLICY);
  return response;
}

export const config = { matcher: "/((?!_next/static|_next/image|icon.svg).*)" };
