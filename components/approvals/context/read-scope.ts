/** The way to what is out of view; `isFailed`: it could not be loaded, and is asked for again. */
export type Way = { show(): void; isFailed: boolean };

/**
 * What of a scope has been in view as a whole. A part that nothing has told of counts as unread: what is on its way, could not
 * be loaded or is folded away is not drawn, and tells nothing.
 */
export class ReadScope {
  #read = new Set<string>();
  /** Drawn, and not as a whole. */
  #unread = new Map<string, Way | undefined>();
  #version = 0;
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly version = () => this.#version;

  /** `stays`: once it is read it stays so, whatever becomes of it. */
  report(name: string, isRead: boolean, way?: Way, stays = false): void {
    const wasRead = this.#read.has(name);
    if (isRead ? wasRead && !this.#unread.has(name) : wasRead && stays) return;
    if (!isRead && !wasRead && this.#unread.has(name) && this.#unread.get(name) === way) return;
    if (isRead) {
      this.#read.add(name);
      this.#unread.delete(name);
    } else {
      this.#read.delete(name);
      this.#unread.set(name, way);
    }
    this.#tell();
  }

  /** It is not drawn any more: what was read of it was read. */
  leave(name: string): void {
    if (this.#unread.delete(name)) this.#tell();
  }

  isRead(parts: readonly string[]): boolean {
    return this.#unread.size === 0 && parts.every((one) => this.#read.has(one));
  }

  isDrawn(parts: readonly string[]): boolean {
    return parts.every((one) => this.#read.has(one) || this.#unread.has(one));
  }

  /** The way to the first of what is out of view and can be shown. */
  next(): Way | undefined {
    return [...this.#unread.values()].find((way) => way !== undefined);
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of [...this.#listeners]) listener();
  }
}
