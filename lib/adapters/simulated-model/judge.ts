import type { DecisionPointAnswer } from "@/lib/core/review/types";
import { readMetrics } from "./metrics";

type PointAnswer = Omit<DecisionPointAnswer, "question">;

const UNCLEAR: PointAnswer = { answer: "unclear", evidence: "The results do not tell." };

/** Which rule answers a question; the first whose subject the question names. */
const RULES: { subject: RegExp; judge(question: string, results: string): PointAnswer }[] = [
  { subject: /root cause/i, judge: (_, results) => answerFromSentence(results, /root cause/i) },
  { subject: /free of the bug/i, judge: failedLogins },
  {
    subject: /CPUs the application needs/i,
    judge: (_, results) => answerFromSentence(results, /needs \d+ CPUs/i),
  },
  { subject: /CPUs are free/i, judge: (_, results) => answerFromSentence(results, /CPUs are free/i) },
  { subject: /free CPUs suffice/i, judge: cpus },
  { subject: /granted/i, judge: granted },
  { subject: /above zero/i, judge: prices },
  { subject: /each article/i, judge: articles },
  { subject: /database/i, judge: (_, results) => answerFromSentence(results, /-db\b.*\bhealthy\b/i) },
  { subject: /accura/i, judge: accuracy },
  { subject: /latency|p95/i, judge: latency },
  { subject: /size|\bMB\b/i, judge: size },
  { subject: /requests|load/i, judge: (_, results) => answerFromSentence(results, /requests a minute/i) },
  { subject: /tests?\b/i, judge: tests },
  { subject: /export|onnx/i, judge: (_, results) => answerFromSentence(results, /\.onnx\b.*\bvalidated\b/i) },
  { subject: /pinned|dependenc/i, judge: (_, results) => answerFromSentence(results, /\bpinned\b/i) },
  { subject: /image|build|built/i, judge: (_, results) => answerFromSentence(results, /\bimage\b/i) },
  { subject: /healthy|deploy/i, judge: (_, results) => answerFromSentence(results, /\bhealthy\b/i) },
];

/** Answers a review's decision points from what the results say, and from nothing else. */
export function judge(questions: string[], results: string): DecisionPointAnswer[] {
  return questions.map((question) => {
    const rule = RULES.find(({ subject }) => subject.test(question));
    return { question, ...(rule?.judge(question, results) ?? UNCLEAR) };
  });
}

function accuracy(question: string, results: string): PointAnswer {
  const { accuracyPercent: value } = readMetrics(results);
  if (value === undefined) return UNCLEAR;
  const limit = limitIn(question, /(\d+(?:\.\d+)?) ?%/) ?? 97;
  return value > limit
    ? { answer: "yes", evidence: `Accuracy ${value} % is above ${limit} %.` }
    : { answer: "no", evidence: `Accuracy ${value} % is below the ${limit} % that production needs.` };
}

function latency(question: string, results: string): PointAnswer {
  const { p95LatencyMs: value } = readMetrics(results);
  if (value === undefined) return UNCLEAR;
  const limit = limitIn(question, /(\d+) ?ms/) ?? 100;
  const evidence = `p95 latency ${value} ms, limit ${limit} ms.`;
  return { answer: value < limit ? "yes" : "no", evidence };
}

function size(_: string, results: string): PointAnswer {
  const { sizeMb, limitMb } = readMetrics(results);
  if (sizeMb === undefined || limitMb === undefined) return UNCLEAR;
  const evidence = `${sizeMb} MB of ${limitMb} MB allowed.`;
  if (sizeMb > limitMb) return { answer: "no", evidence };
  return sizeMb > 0.7 * limitMb
    ? { answer: "warning", evidence: `${evidence} Acceptable, with little room to grow.` }
    : { answer: "yes", evidence };
}

function tests(_: string, results: string): PointAnswer {
  const { passed, total } = readMetrics(results);
  if (passed === undefined || total === undefined) return UNCLEAR;
  const evidence = `${passed} of ${total} tests passed.`;
  if (passed === total) return { answer: "yes", evidence };
  return { answer: passed >= 0.95 * total ? "warning" : "no", evidence };
}

function failedLogins(_: string, results: string): PointAnswer {
  const { failedLogins: failed, logins } = readMetrics(results);
  if (failed === undefined || logins === undefined) return UNCLEAR;
  const evidence = `${failed} of ${logins} logins failed on the version that runs now.`;
  return { answer: failed === 0 ? "yes" : "no", evidence };
}

function cpus(_: string, results: string): PointAnswer {
  const { neededCpus, freeCpus } = readMetrics(results);
  if (neededCpus === undefined || freeCpus === undefined) return UNCLEAR;
  const evidence = `${neededCpus} CPUs are needed and ${freeCpus} are free.`;
  return { answer: freeCpus >= neededCpus ? "yes" : "no", evidence };
}

function granted(_: string, results: string): PointAnswer {
  const refused = answerFromSentence(results, /\brefused\b/i);
  return refused.answer === "yes"
    ? { ...refused, answer: "no" }
    : answerFromSentence(results, /\bgranted\b/i);
}

/** Prices stand in results as data, of which a review sees the beginning. */
function prices(_: string, results: string): PointAnswer {
  const found = [...results.matchAll(/"eur":(-?\d+(?:\.\d+)?)/g)].map(([, price]) => Number(price));
  if (found.length === 0) return UNCLEAR;
  const evidence = `The lowest price is ${Math.min(...found)} euros.`;
  return { answer: found.every((price) => price > 0) ? "yes" : "no", evidence };
}

function articles(_: string, results: string): PointAnswer {
  const count = (key: string): number => results.split(`"${key}":`).length - 1;
  const [listed, priced] = [count("usd"), count("eur")];
  if (listed === 0 || priced === 0) return UNCLEAR;
  const evidence = `${priced} of ${listed} articles have one.`;
  return { answer: priced < listed ? "no" : "yes", evidence };
}

/** Yes, with the sentence that says so. */
function answerFromSentence(results: string, said: RegExp): PointAnswer {
  const evidence = results.split(/(?<=\.)\s+|\n/).find((sentence) => said.test(sentence));
  return evidence === undefined ? UNCLEAR : { answer: "yes", evidence };
}

function limitIn(question: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(question)?.[1];
  return found === undefined ? undefined : Number(found);
}
