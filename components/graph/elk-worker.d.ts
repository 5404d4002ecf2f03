/** The layout engine itself; its package types only the promise around it. */
declare module "elkjs/lib/elk-worker.min.js" {
  export const Worker: new () => globalThis.Worker;
}
