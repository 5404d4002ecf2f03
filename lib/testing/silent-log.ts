import type { Log } from "@/lib/core/ports";

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
