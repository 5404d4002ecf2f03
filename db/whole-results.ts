import type { Sql } from "postgres";

/**
 * The rows of a result without the holes before the first. In postgres.js 3.4.9 a statement that fails after some of its
 * rows have come leaves as many holes in the connection's next result (porsager/postgres#1181).
 */
export function withoutHoles<T>(rows: T): T {
  if (Array.isArray(rows) && rows.length > 0 && !(0 in rows)) {
    const first = rows.findIndex((_, index) => index in rows);
    rows.splice(0, first);
  }
  return rows;
}

type Statement = { resolve?: (rows: unknown) => void };

/** The client, with whole results of all its statements but those of transactions: there the rollback takes the holes. */
export function withWholeResults(client: Sql): Sql {
  const whole = <T>(statement: T): T => {
    const { resolve } = statement as Statement;
    if (resolve) (statement as Statement).resolve = (rows) => resolve(withoutHoles(rows));
    return statement;
  };
  return new Proxy(client, {
    apply: (target, self, args) => whole(Reflect.apply(target, self, args)),
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      return name === "unsafe"
        ? (...args: unknown[]) => whole((value as Sql["unsafe"])(...(args as [string])))
        : value;
    },
  });
}
