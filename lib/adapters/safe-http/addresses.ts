import { BlockList, isIPv4, isIPv6 } from "node:net";

/** `private` addresses may be opened by configuration; `never` ones may not. */
type AddressKind = "public" | "private" | "never";

const PRIVATE_V4 = list("ipv4", [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
]);
/** Link-local with its metadata services, "this" network, protocol assignments, documentation, tests, multicast, reserved. */
const NEVER_V4 = list("ipv4", [
  "0.0.0.0/8",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);
const PRIVATE_V6 = list("ipv6", ["::1/128", "fc00::/7"]);
const METADATA_V6 = list("ipv6", ["fd00:ec2::254/128", "fd20:ce::254/128"]);
const GLOBAL_V6 = list("ipv6", ["2000::/3"]);
/** Within the global range: protocol assignments with Teredo and ORCHID, documentation, 6to4. */
const SPECIAL_V6 = list("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);
/** Ways to write an IPv4 address in the last four bytes. */
const EMBEDDING_V6 = list("ipv6", ["::ffff:0:0/96", "64:ff9b::/96"]);

/**
 * What an address is to us. IPv6 is public only within the global range and outside its special parts, so that a
 * range that nobody thought of is refused (IANA special-purpose registries; docs/tools.md, "Addresses").
 */
export function addressKind(address: string): AddressKind {
  if (isIPv4(address)) {
    if (NEVER_V4.check(address, "ipv4")) return "never";
    return PRIVATE_V4.check(address, "ipv4") ? "private" : "public";
  }
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes("%")) return "never";
  if (EMBEDDING_V6.check(address, "ipv6")) return addressKind(lastFourBytes(address));
  if (METADATA_V6.check(address, "ipv6")) return "never";
  if (PRIVATE_V6.check(address, "ipv6")) return "private";
  return GLOBAL_V6.check(address, "ipv6") && !SPECIAL_V6.check(address, "ipv6") ? "public" : "never";
}

/** The IPv4 address that ends an IPv6 address, read from the one form that the URL parser writes it in. */
function lastFourBytes(address: string): string {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right]
    .slice(-2)
    .map((word) => Number.parseInt(word, 16))
    .flatMap((word) => [word >> 8, word & 255])
    .join(".");
}

function list(family: "ipv4" | "ipv6", subnets: string[]): BlockList {
  const made = new BlockList();
  for (const subnet of subnets) {
    const [net = "", prefix] = subnet.split("/");
    made.addSubnet(net, Number(prefix), family);
  }
  return made;
}
