/** The figures that results of the scenarios state in words; absent when a text does not state them. */
type Metrics = {
  accuracyPercent?: number;
  passed?: number;
  total?: number;
  p95LatencyMs?: number;
  sizeMb?: number;
  limitMb?: number;
  /** Logins on the version that runs now, and how many of them failed. */
  failedLogins?: number;
  logins?: number;
  neededCpus?: number;
  freeCpus?: number;
};

export function readMetrics(text: string): Metrics {
  const [accuracyPercent] = numbers(text, /accuracy[^\d]{0,20}(\d+(?:\.\d+)?) ?%/i);
  const [passed, total] = numbers(text, /(\d+)\/(\d+)/);
  const [p95LatencyMs] = numbers(text, /p95[^\d]{0,20}(\d+(?:\.\d+)?) ?ms/i);
  const [sizeMb, limitMb] = numbers(text, /(\d+) ?MB of (\d+) ?MB/i);
  const [failedLogins, logins] = numbers(text, /runs now[^:]{0,40}: (\d+) of (\d+) logins/i);
  const [neededCpus] = numbers(text, /needs (\d+) CPUs/i);
  const [freeCpus] = numbers(text, /(\d+) CPUs are free/i);
  const cloud = { neededCpus, freeCpus };
  return { accuracyPercent, passed, total, p95LatencyMs, sizeMb, limitMb, failedLogins, logins, ...cloud };
}

function numbers(text: string, pattern: RegExp): number[] {
  return (pattern.exec(text) ?? []).slice(1).map(Number);
}
