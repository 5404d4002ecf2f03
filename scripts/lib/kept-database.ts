import { type DatabaseHandle, ensureDatabase } from "../database";

export interface SupervisedDatabase {
  /** Address to use now; it may change after `onMoved`. */
  url(): string;
  /** Leaves the database to whoever still uses it. */
  release(): Promise<void>;
}

interface SuperviseDatabaseOptions {
  onLost: () => void;
  /** The database is back, at another address. */
  onMoved: () => void;
  /** The database cannot be started again. */
  onFailed: (error: unknown) => void;
}

/** Like `ensureDatabase`, and starts the server again when it dies. */
export async function superviseDatabase({
  onLost,
  onMoved,
  onFailed,
}: SuperviseDatabaseOptions): Promise<SupervisedDatabase> {
  let released = false;
  let handle: Promise<DatabaseHandle>;
  let url = "";

  const open = () => {
    handle = ensureDatabase({ onLost: reopen });
    return handle;
  };
  const reopen = () => {
    if (released) return;
    onLost();
    const before = url;
    open().then((opened) => {
      url = opened.url;
      if (url !== before) onMoved();
    }, onFailed);
  };

  url = (await open()).url;
  return {
    url: () => url,
    release: async () => {
      released = true;
      await (await handle).release();
    },
  };
}
