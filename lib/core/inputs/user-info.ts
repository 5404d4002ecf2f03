/** Whether an address names a user or a password, as URL parsers read it (WHATWG URL, 4.4). */
export const hasUserInfo = (url: string): boolean => /^\s*[a-z][a-z0-9+.-]*:[/\\]*[^/?#\\]*@/i.test(url);
