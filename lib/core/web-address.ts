const MAX_URL_CHARS = 8_192;
const DEFAULT_PORTS = { http: "80", https: "443" } as const;

type WebAddress =
  /** `host` is in lower case, in ASCII, an IP address in its one notation; without a dot at its end. */
  { ok: true; href: string; host: string; port: string } | { ok: false; problem: string };

/** The parser of addresses (WHATWG URL), which every runtime has and the language does not know. */
declare const URL: new (text: string) => { href: string };

/** Gives the address as the parser writes it, one way for each; undefined where it cannot be read. */
function written(text: string): string | undefined {
  try {
    return new URL(text.trim()).href;
  } catch {
    return undefined;
  }
}

const WRITTEN = /^(https?):\/\/([^/?#]*@)?(\[[^\]/?#]*\]|[^:/?#]*)(?::(\d+))?(?=[/?#]|$)/;

/** An address of the web as it is gone to. */
export function readWebAddress(text: string): WebAddress {
  const href = text.length <= MAX_URL_CHARS ? written(text) : undefined;
  if (href === undefined) return { ok: false, problem: "The address cannot be read." };
  const [, scheme, user, hostname = "", port] = WRITTEN.exec(href) ?? [];
  if (scheme !== "http" && scheme !== "https") {
    const named = `${href.split(":", 1).join()}:`.slice(0, 20);
    return { ok: false, problem: `Only http and https are possible, not ${named}` };
  }
  if (user !== undefined) {
    const problem = "The address holds a user name or password; send them in a header.";
    return { ok: false, problem };
  }
  return { ok: true, href, host: hostname.replace(/\.$/, ""), port: port ?? DEFAULT_PORTS[scheme] };
}

/** Hosts as a rule names them: `host`, `host:port`, and `*.host` for all names below it. */
type HostPattern = { host: string; port: string | undefined; isBelow: boolean };

const PATTERN = /^(\*\.)?(\[[0-9a-f:.]+\]|[^\s/\\?#@:*%[\]]+)(?::(\d{1,5}))?$/i;

function readPattern(text: string): HostPattern | undefined {
  const bare = text.trim();
  const [, star, name = "", port] =
    PATTERN.exec(/^[0-9a-f]*:[0-9a-f:.]*:/i.test(bare) ? `[${bare}]` : bare) ?? [];
  const read =
    name === "" ? undefined : readWebAddress(`http://${name}${port === undefined ? "" : `:${port}`}/`);
  if (!read?.ok || read.host === "" || read.host.endsWith(".")) return undefined;
  const isIp = read.host.startsWith("[") || /^[\d.]+$/.test(read.host);
  if (star && isIp) return undefined;
  return { host: read.host, port: port === undefined ? undefined : read.port, isBelow: star !== undefined };
}

/** Does the text name hosts as rules do? */
export const isHostPattern = (text: string): boolean => readPattern(text) !== undefined;

/**
 * Is the address on one of these hosts? One that cannot be read, or that is not gone to, is on none. A host without a port
 * stands for all of its ports.
 */
export function isOnHost(address: string, patterns: readonly string[]): boolean {
  const read = readWebAddress(address);
  if (!read.ok) return false;
  return patterns.some((text) => {
    const pattern = readPattern(text);
    if (!pattern || (pattern.port !== undefined && pattern.port !== read.port)) return false;
    return pattern.isBelow ? read.host.endsWith(`.${pattern.host}`) : read.host === pattern.host;
  });
}
