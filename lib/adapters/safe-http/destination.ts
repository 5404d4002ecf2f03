import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { readWebAddress } from "@/lib/core/web-address";
import { addressKind } from "./addresses";
import { httpFailure } from "./failure";

export type Address = { address: string; family: number };
/** All addresses of a name. Rejects when there is none. */
export type Resolver = (hostname: string) => Promise<Address[]>;
/** A host that may have a private address, as `host` or `host:port`. */
export type PrivateHosts = readonly string[];

export const systemResolver: Resolver = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** Below 1024 only the web's own ports; above, none on which another protocol could take a request for its own. */
const WEB_PORTS = new Set([80, 443]);
const MAIL_PORTS = new Set([25, 465, 587, 2525]);
const BLOCKED_PORTS = new Set([
  1080, 1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5984,
  6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 9200, 9300, 10080, 11211, 27017,
]);

/** An address as we are ready to go to it. Throws HttpFailure `bad_url`. */
export function readUrl(text: string, base?: URL): URL {
  const read = readWebAddress(base ? (URL.parse(text, base)?.href ?? "") : text);
  if (!read.ok) throw httpFailure("bad_url", read.problem);
  const url = new URL(read.href);
  url.hash = "";
  return url;
}

/**
 * The addresses of a URL's host, each of them checked: a connection goes to one of these and to nothing else, so that
 * a second answer of the name server changes nothing. Throws HttpFailure `forbidden_address` or `unreachable`.
 */
export async function resolveChecked(
  url: URL,
  { resolve, privateHosts }: { resolve: Resolver; privateHosts: PrivateHosts },
): Promise<Address[]> {
  const isAllowed = isListed(url, privateHosts);
  checkPort(url, isAllowed);
  return checkedAddresses(url.hostname, isAllowed, resolve);
}

/**
 * The same of a mail server: on the ports of mail (RFC 8314, RFC 5321), or on that which a list of private hosts names with
 * it. Throws HttpFailure `bad_url`, `forbidden_address` or `unreachable`.
 */
export async function resolveMailHost(
  host: string,
  port: number,
  { resolve = systemResolver, privateHosts = [] }: { resolve?: Resolver; privateHosts?: PrivateHosts } = {},
): Promise<Address[]> {
  const url = readUrl(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
  const isAllowed = isListed(url, privateHosts);
  if (!isAllowed && !MAIL_PORTS.has(port))
    throw httpFailure("forbidden_address", `Port ${port} is not one of mail servers (25, 465, 587, 2525).`);
  return checkedAddresses(url.hostname, isAllowed, resolve);
}

async function checkedAddresses(host: string, isAllowed: boolean, resolve: Resolver): Promise<Address[]> {
  const hostname = host.replace(/^\[|\]$/g, "");
  const family = isIP(hostname);
  const addresses = family ? [{ address: hostname, family }] : await resolveName(hostname, resolve);
  for (const { address } of addresses) {
    const kind = addressKind(address);
    if (kind === "public" || (kind === "private" && isAllowed)) continue;
    throw httpFailure(
      "forbidden_address",
      `${hostname} is an address within a network or reserved (${address}): access is not allowed.`,
    );
  }
  return addresses.map(({ address }) => ({ address, family: isIP(address) }));
}

async function resolveName(hostname: string, resolve: Resolver): Promise<Address[]> {
  const found = await resolve(hostname).catch(() => []);
  if (found.length === 0) throw httpFailure("unreachable", `There is no host ${hostname}.`);
  return found;
}

function checkPort(url: URL, isAllowed: boolean): void {
  if (url.port === "" || isAllowed) return;
  const port = Number(url.port);
  if (port >= 1_024 ? !BLOCKED_PORTS.has(port) : WEB_PORTS.has(port)) return;
  throw httpFailure("forbidden_address", `Port ${port} is not allowed.`);
}

function isListed(url: URL, hosts: PrivateHosts): boolean {
  const withPort = hostAndPort(url);
  return hosts.some((host) => host === url.hostname || host === withPort);
}

/** One place on one host, as lists of private hosts name it. */
export function hostAndPort(address: string | URL): string {
  const url = new URL(address);
  return `${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`;
}
