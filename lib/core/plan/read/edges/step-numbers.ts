// As many as a plan may have tasks.
const MAX_NUMBERS = 2_000;
const MAX_CHARS = 50_000;

/** Numbers of steps as words, from one on. */
export const NUMBER_WORDS: readonly string[] = (
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen twenty"
).split(" ");
/** Words for one step of several, in the languages in which plans are written: options, days and requirements are none. */
const STEP_WORDS: ReadonlySet<string> = new Set(
  (
    "step steps task tasks phase phases stage stages part item job action activity todo subtask " +
    "schritt schritte aufgabe abschnitt etappe stufe teil étape étapes etape tâche tache phase partie paso pasos tarea fase fases " +
    "etapa etapas passo passi passos tarefa compito attività attivita tappa stap stappen taak krok kroki zadanie etap úkol krók " +
    "steg skritt trin uppgift oppgave opgave vaihe tehtävä lépés feladat pas sarcină adım aşama görev βήμα шаг этап задача крок завдання " +
    "стъпка корак korak bước langkah tahap चरण שלב خطوة ขั้นตอน 步骤 步驟 步 阶段 階段 任务 任務 手順 ステップ 段階 タスク 단계 작업"
  ).split(" "),
);
export const isStepWord = (word: string): boolean => STEP_WORDS.has(word.normalize("NFKC").toLowerCase());
const WORD_OF_STEPS = /[\p{L}\p{M}]+/gu;
const NUMBER_WORD = new RegExp(`\\b(?:${NUMBER_WORDS.join("|")})\\b`, "g");

/**
 * The numbers in a text such as "Steps 1, 3-4 and 6", "all" for every earlier step, or undefined when the text says
 * anything else.
 */
export function stepNumbers(text: string): number[] | "all" | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const words = text
    .replace(/\s+/g, " ")
    .toLowerCase()
    .replace(NUMBER_WORD, (word) => String(NUMBER_WORDS.indexOf(word) + 1))
    .replace(/\([^()]*\)/g, " ")
    .replace(WORD_OF_STEPS, (word) => (isStepWord(word) ? " " : word))
    .replace(/\band\b|[#&,;.*`[\]]/g, " ")
    .replace(/ *(?:[-–—]|\bto\b|\bthrough\b) */g, "-")
    .split(/\s+/)
    .filter((word) => word !== "");
  if (/^all(?: (?:of|the|previous|prior|earlier|above))*$/.test(words.join(" "))) return "all";
  const numbers: number[] = [];
  for (const word of words) {
    const more = range(word);
    if (!more || numbers.length + more.length > MAX_NUMBERS) return undefined;
    numbers.push(...more);
  }
  return numbers.length === 0 ? undefined : numbers;
}

function range(word: string): number[] | undefined {
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(word) ?? [];
  const from = Number(first);
  const length = Number(last) - from + 1;
  if (first === undefined || length < 1 || length > MAX_NUMBERS) return undefined;
  return Array.from({ length }, (_, index) => from + index);
}
