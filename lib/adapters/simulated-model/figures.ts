/** The figures that results of the scenarios state in words; absent when a text does not state them. */
export type Figures = {
  accuracyPercent?: number;
  passed?: number;
  total?: number;
  p95LatencyMs?: number;
  sizeMb?: number;
  limitMb?: number;
};

export function readFigures(text: string): Figures {
  const [accuracyPercent] = numbers(text, /accuracy[^\d]{0,20}(\d+(?:\.\d+)?) ?%/i);
  const [passed, total] = numbers(text, /(\d+)\/(\d+)/);
  const [p95LatencyMs] = numbers(text, /p95[^\d]{0,20}(\d+(?:\.\d+)?) ?ms/i);
  const [sizeMb, limitMb] = numbers(text, /(\d+) ?MB of (\d+) ?MB/i);
  return { accuracyPercent, passed, total, p95LatencyMs, sizeMb, limitMb };
}

function numbers(text: string, pattern: RegExp): number[] {
  return (pattern.exec(text) ?? []).slice(1).map(Number);
}
