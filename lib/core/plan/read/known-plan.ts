import { ancestry } from "../graph";
import type { Plan, Task } from "../schema";
import { knownNames } from "./account";
import { deniesControl, speaksOfControl } from "./guards/asking";
import { canStandAlone, isFormOf, isFrame, isFrameWord, isWorkVerb } from "./guards/frame-words";
import { TaskNames } from "./guards/mentions";

/** What a plan says, for the sentences that stand around it (docs/plans.md, "Words around a plan"). */

/** `between`: two plans; `among`: the steps of a text. */
export type Place = "before" | "between" | "among" | "behind";

/** The words of a text in lower case. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words for what a gate or a review is; those of persons say nothing without one of them. */
const APPROVALS =
  /^(?:approv(?:e|es|ed|al|als|ing)|confirm(?:s|ed|ation)?|consents?|sign|signs|signed|off|signoff|agree(?:s|d|ment)?|ok|decides?|decision|releases?|gates?)$/;
const REVIEWS = /^(?:reviews?|reviewed|checkpoints?)$/;
const PEOPLE = /^(?:your?|humans?|persons?|people|somebody|someone)$/;
/** Is a word, in lower case, one for what a gate or a review is? */
const isControlWord = (word: string): boolean =>
  APPROVALS.test(word) || REVIEWS.test(word) || word === "control";
/** Words for what a gate does: what they hold back has to wait for it. */
const HOLDS = /^(?:only|before|after|until|without|nothing|no|once|must|has|have|waits?|needs?|up)$/;
/** Says that the plan has a control. */
const ADDS = /^(?:add(?:s|ed)?|includes?|contains?|put|kept|keeps?|has|have|there)$/;
const NEEDED = /^(?:needed|required)$/;
const HAPPENS = /^(?:touch(?:es|ed)?|chang(?:es|ed)|reach(?:es|ed)|happens?|note|please|any|getting|gets?)$/;
/** Of what waits for nothing. */
const BEGINS = /^(?:first|starts?|begins?)$/;
/** Of what waits for what has come before it in the sentence. */
const FOLLOWS = /^(?:then|next|finally|lastly|last|second|third)$/;
const TYPES = /\b(?:planning_review|human_review|synthesis_gate)\b/gu;
const CHAIN =
  /\b(?:one after (?:the other|another)|sequential(?:ly)?|in (?:this |that )?(?:order|sequence))\b/giu;
/** Of the first tasks, or of two by their numbers, that none of them waits for another. */
const PARALLEL =
  /\b(?:the first (two|three|four|five)(?: of them| tasks| steps| ones)?|(?:steps|tasks) (\d{1,3}) and (\d{1,3})) (?:(?:can |may |will |could )?(?:run |be done |start |go )?(?:in parallel|at the same time|side by side)|(?:are )?independent(?: of each other)?)\b/giu;
/** Faults count only where they are said to be gone. */
const MADE_GOOD =
  /\b(?:with )?(?:all |the |these |those |its )*(?:errors?|issues?|faults?|problems?|feedback) (?:are |is |were |was )?(?:now )?(?:fixed|corrected|addressed|removed)\b|\b(?:fixed|corrected|addressed|removed) (?:all |the |these |those |its |your )*(?:errors?|issues?|faults?|problems?|feedback)\b|\bfor (?:the|your) feedback\b/giu;
const COUNT =
  /\b(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)(?= (?:[a-z]+ )?(?:tasks?|steps?)\b)/giu;
const NUMBERS = "one two three four five six seven eight nine ten".split(" ");
/** Said of what the plan itself does: "Here is a plan that renews it, proves it and ships it." */
const OF_PLAN =
  /^(?:[*#>\s]*)(?:(?:here(?:['’]s| is)|below is) (?:a|the|my) plan (?:that|which)|(?:this|the) plan)\s/iu;
/** A plan by what words about it may name. */
export class KnownPlan {
  private readonly plan: Plan;
  readonly names: ReturnType<typeof knownNames>;
  private readonly isAncestor: (id: string, ancestor: string) => boolean;
  private readonly phrases: TaskNames;
  private readonly byId: ReadonlyMap<string, Task>;
  /** The tasks that have a word in their names, by the first letter of these words. */
  private readonly byLetter = new Map<string, Map<string, Task[]>>();
  private readonly byWord = new Map<string, readonly Task[]>();
  private readonly others: string[];
  /** Tasks by the letters for which drawings have them. */
  private readonly drawn = new Map<string, string>();

  constructor(plan: Plan) {
    this.plan = plan;
    const { tasks, agents, title } = plan;
    const people = tasks.flatMap(({ gate }) => [...(gate?.assignees ?? []), ...(gate?.escalateTo ?? [])]);
    this.names = knownNames(
      tasks.flatMap(({ id, title: named }) => [id, named]),
      people,
    );
    this.isAncestor = ancestry(tasks);
    this.phrases = new TaskNames(tasks.map((task, index) => ({ task, number: index + 1 })));
    this.byId = new Map(tasks.map((task) => [task.id, task]));
    for (const task of tasks)
      for (const word of new Set(aloneIn(`${task.id} ${task.title}`))) this.addWord(word, task);
    this.others = [...aloneIn([title, ...Object.keys(agents), ...tasks.map(({ agent }) => agent)].join(" "))];
  }

  /** Does the plan say what a sentence says? */
  holds(sentence: string, place: Place): boolean {
    const text = sentence.normalize("NFKC");
    // A lock or a raised hand says more than its words.
    if (speaksOfControl(text.replace(/[\p{L}\p{N}\s]/gu, ""))) return false;
    if (isFrame(text) || (place === "between" && this.makesUpFor(text))) return true;
    if (ARROW.test(text) || DRAWN_NODE.test(text)) return this.holdsArrows(text);
    const ofPlan = OF_PLAN.test(text);
    const row = text.startsWith("|") ? this.withoutFacts(text) : text;
    const counted = row.replace(COUNT, (written) => (this.counts(written) ? "each" : written));
    const chained = counted.replace(CHAIN, this.isChain() ? "together" : "$&");
    const clauses = chained
      .replace(PARALLEL, (written, count: string, one: string, other: string) =>
        this.areParallel(count, one, other) ? "together" : written,
      )
      .replace(/\bbe done(?: (?:in one go|at once))?\b/giu, "be")
      .replace(/\bto get (?:this|it) done\b/giu, "")
      .replace(/\blet(?: us| me|['’]s)\b|\b(?:we|I) (?:need|have) to(?= |:|$)/giu, "we")
      .replace(MADE_GOOD, "corrected")
      .replace(/\bthank you\b|\b(?:as |that )?you (?:asked|requested|wanted)(?: for)?\b/giu, "asked")
      .replace(/\byou (?:(?:can|will) )?(?:find|see)\b/giu, "is")
      .split(/[,;:()|–—]|\s-\s|\band\b/iu)
      .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
    const gates = this.gatesNamed(text);
    const read = clauses.map((clause, index) =>
      this.readClause(clause, { gates, ofPlan, isFirst: index === 0 }),
    );
    return read.every((one, index) => {
      if (one === undefined) return false;
      if (!one.tells) return this.isInOrder(one);
      const isAlone = read.every((other) => other === one || !other?.about.length);
      return one.about.length > 0 || isAlone
        ? this.holdsGates(one, gates)
        : this.isBetween(one, gates, [read.slice(0, index), read.slice(index + 1)]);
    });
  }

  /** The cells of a row about a task that say of it what the plan says are taken out: its name, type, agent, numbers. */
  private withoutFacts(row: string): string {
    const cells = row.split("|").map((cell) => cell.replace(/[`*]/g, "").trim());
    const at = this.plan.tasks.findIndex(({ id, title }) =>
      cells.some((cell) => cell === id || cell === title),
    );
    const task = this.plan.tasks[at];
    if (!task) return row;
    const waitsFor = (number: number) => this.isAncestor(task.id, this.plan.tasks[number - 1]?.id ?? "");
    const facts: readonly string[] = [task.id, task.title, task.type, task.agent];
    const isHeld = (cell: string) =>
      facts.includes(cell) ||
      (/^#?[\d\s,]+$/.test(cell) &&
        (cell.match(/\d{1,4}/g) ?? []).map(Number).every((number) => number === at + 1 || waitsFor(number)));
    return cells.filter((cell) => !isHeld(cell)).join("|");
  }

  private counts(written: string): boolean {
    const count = Number(written) || NUMBERS.indexOf(written.toLowerCase()) + 1;
    const { length } = this.plan.tasks;
    return count === length || count === length - this.plan.tasks.filter(isControl).length;
  }

  private isChain(): boolean {
    const { tasks } = this.plan;
    return tasks.every(({ id }, n) => n === 0 || this.isAncestor(id, tasks[n - 1]?.id as string));
  }

  private areParallel(count: string | undefined, one: string, other: string): boolean {
    const { tasks } = this.plan;
    const named = count
      ? tasks.slice(0, NUMBERS.indexOf(count.toLowerCase()) + 1)
      : [tasks[Number(one) - 1], tasks[Number(other) - 1]];
    const ids = named.map((task) => task?.id ?? "");
    return ids.every((id) => ids.every((other) => !this.isAncestor(id, other)));
  }

  private gatesNamed(text: string): Task[] {
    const { named } = this.phrases.readNames(text);
    return named
      .flat()
      .flatMap((id) => this.byId.get(id) ?? [])
      .filter(isControl);
  }

  /** A part of a sentence, of words that are all known; undefined for any other. */
  private readClause(clause: string, { gates, ofPlan, isFirst }: Sentence): Clause | undefined {
    const { named, others } = this.phrases.readNames(clause.replace(TYPES, " control "));
    const inFull = named.flatMap(([id = "", another]) =>
      another === undefined ? (this.byId.get(id) ?? []) : [],
    );
    const words = others.flatMap(wordsIn);
    const about = this.about(words, inFull);
    if (inFull.length === 0 && words.join() === "ok")
      return { words, about, inFull, control: [], holds: [], tells: false };
    const isWork = (word: string) => this.isOfWork(word) || this.others.some((one) => isFormOf(word, one));
    const control = words.filter((word) => isControlWord(word) && !isWork(word));
    const said = words.filter((word) => !control.includes(word) && !isFrameWord(word) && !isWork(word));
    const holds = said.filter((word) => HOLDS.test(word));
    const verb = ofPlan && about.length > 0 ? this.verbOf(words, isFirst) : undefined;
    const isOfGates = control.length > 0 || gates.length > 0;
    const rest = said.filter(
      (word) =>
        word !== verb &&
        !(isOfGates && (HOLDS.test(word) || HAPPENS.test(word) || this.isOfGate(word))) &&
        !(control.length > 0 && PEOPLE.test(word)),
    );
    const denies = deniesControl(clause) && rest.every((word) => HOLDS.test(word) || NEEDED.test(word));
    if (rest.length > 0 && !denies) return undefined;
    const tells = !denies && isOfGates && control.length + holds.length > 0;
    return { words, about, inFull, control, holds, tells };
  }

  private meant({ control }: Clause, gates: readonly Task[]): readonly Task[] {
    const asksPeople = control.some((word) => !REVIEWS.test(word));
    return gates.length > 0 ? gates : this.plan.tasks.filter(asksPeople ? asksAPerson : isControl);
  }

  /** Controls of the kind that a clause speaks of stand before all that it speaks of, or it says that they are there. */
  private holdsGates(clause: Clause, gates: readonly Task[]): boolean {
    const { words, about, holds } = clause;
    const meant = this.meant(clause, gates);
    if (meant.length === 0) return false;
    if (about.length > 0) return about.every(({ id }) => meant.some((gate) => this.isAncestor(id, gate.id)));
    const says =
      gates.length > 0 || (words.some((word) => ADDS.test(word)) && !words.some((word) => PEOPLE.test(word)));
    return holds.every((word) => ADDS.test(word)) && says;
  }

  /** "Collects the invoices, gets your approval, pays": a control between what is named before it and behind it. */
  private isBetween(
    clause: Clause,
    gates: readonly Task[],
    [before, behind]: readonly [readonly (Clause | undefined)[], readonly (Clause | undefined)[]],
  ): boolean {
    if (clause.words.some((word) => word !== "your" && PEOPLE.test(word))) return false;
    const meant = this.meant(clause, gates);
    const tasksOf = (clauses: readonly (Clause | undefined)[]) => clauses.flatMap((one) => one?.about ?? []);
    const isHeld = ({ id }: Task) => meant.some((gate) => this.isAncestor(id, gate.id));
    return (
      tasksOf(before).every(
        (task) => isHeld(task) || meant.some((gate) => this.isAncestor(gate.id, task.id)),
      ) &&
      tasksOf(behind).every(isHeld) &&
      meant.length > 0
    );
  }

  private isInOrder({ words, about, inFull }: Clause): boolean {
    const isAny = (one: RegExp) => words.some((word) => one.test(word));
    if (isAny(BEGINS) && [...about, ...inFull].some(({ dependsOn }) => dependsOn.length > 0)) return false;
    return !isAny(FOLLOWS) || about.every(({ dependsOn }) => dependsOn.length > 0);
  }

  /** "proves it on staging": the verb of a clause that says what a plan does, of those that do work. */
  private verbOf(words: readonly string[], isFirst: boolean): string | undefined {
    const rest = words.slice(isFirst ? words.indexOf("plan") + 1 : 0);
    const verb = rest.find((word) => !isFrameWord(word));
    return verb !== undefined && isWorkVerb(verb) ? verb : undefined;
  }

  /** The working tasks that a clause names in full, and those of which it has the most words. */
  private about(words: readonly string[], inFull: readonly Task[]): Task[] {
    const counts = new Map<Task, number>();
    for (const word of words.filter((one) => !isFrameWord(one)))
      for (const task of this.named(word))
        if (!isControl(task)) counts.set(task, (counts.get(task) ?? 0) + 1);
    const most = Math.max(0, ...counts.values());
    return [
      ...inFull.filter((task) => !isControl(task)),
      ...[...counts].flatMap(([task, count]) => (count === most ? task : [])),
    ];
  }

  private addWord(word: string, task: Task): void {
    const letter = word.charAt(0);
    const words = this.byLetter.get(letter) ?? new Map<string, Task[]>();
    this.byLetter.set(letter, words.set(word, [...(words.get(word) ?? []), task]));
  }

  /** The tasks of which a word, or one that it is a form of, is in the name; forms begin with the same letter. */
  private named(word: string): readonly Task[] {
    const known = this.byWord.get(word);
    if (known) return known;
    const words = [...(this.byLetter.get(word.charAt(0)) ?? [])];
    const named = [...new Set(words.flatMap(([name, tasks]) => (isFormOf(word, name) ? tasks : [])))];
    this.byWord.set(word, named);
    return named;
  }

  private isOfWork(word: string): boolean {
    return this.named(word).some((task) => !isControl(task));
  }

  private isOfGate(word: string): boolean {
    return this.names.nameWords.has(word) || this.named(word).some(isControl);
  }

  /** A draft lacked what this plan has: all that its words say of it. */
  private makesUpFor(sentence: string): boolean {
    if (!LACKED.test(sentence)) return false;
    const { title, tasks } = this.plan;
    const words = new Set(wordsIn(JSON.stringify([title, tasks])));
    const isGate = (word: string) => APPROVALS.test(word) && tasks.some(asksAPerson);
    return wordsIn(sentence).every(
      (word) => words.has(word) || isFrameWord(word) || LOOKED.test(word) || isGate(word),
    );
  }

  /** Each arrow of a drawing is an order that the plan has; arrows of other decisions lead back. */
  private holdsArrows(line: string): boolean {
    const [first = "", ...others] = line.split(ARROW);
    let above = this.nodesOf(first);
    for (const [index, written] of others.entries()) {
      const [, label = "", nodes = written] = EDGE_LABEL.exec(written) ?? [];
      const below = this.nodesOf(nodes);
      const isOrder = label === "" || /^continue$/i.test(label.trim());
      if (!isOrder && !/^(?:replan|abort|complete)$/i.test(label.trim())) return false;
      if (isOrder && !below.every((id) => above.every((one) => this.isAncestor(id ?? "", one ?? ""))))
        return false;
      above = below;
      if (index > MAX_ARROWS) return false;
    }
    return above.every((id) => id !== undefined);
  }

  private nodesOf(written: string): (string | undefined)[] {
    return written.split("&").map((node) => {
      const [, id = "", label] = NODE.exec(node) ?? [];
      const task = this.plan.tasks.find(
        (one) =>
          [one.title, one.id].includes(label ?? "") ||
          (one.id === id && wordsIn(label ?? "").every((word) => wordsIn(one.title).includes(word))),
      );
      const known = task?.id ?? (label === undefined ? this.drawn.get(id) : undefined);
      if (known !== undefined) this.drawn.set(id, known);
      return known;
    });
  }
}

type Sentence = { gates: readonly Task[]; ofPlan: boolean; isFirst: boolean };
/** `tells`: it speaks of gates or reviews. */
type Clause = {
  words: readonly string[];
  /** The working tasks that it speaks of; `inFull`: all that it names in full. */
  about: readonly Task[];
  inFull: readonly Task[];
  control: readonly string[];
  holds: readonly string[];
  tells: boolean;
};

/** A node of a drawing, with its label if it has one; where it stands alone it has one. */
const NODE = /^\s*([\p{L}\p{N}_-]+)\s*(?:[[({]+"?([^\])}"]+)"?[\])}]+)?\s*;?\s*$/u;
const DRAWN_NODE = /^[\p{L}\p{N}_-]+\s*[[({].*[\])}];?$/u;
const EDGE_LABEL = /^\|([^|]*)\|(.*)$/su;
const MAX_ARROWS = 200;
const LACKED = /\b(?:forgot|missed|omitted|overlooked|left out|lacked|(?:was|were) missing)\b/iu;
const LOOKED =
  /^(?:forgot|missed|omitted|overlooked|left|out|lacked|missing|checking|checked|against|see|saw|noticed?|realised?|realized)$/;
const ARROW = /\s*(?:-{1,3}>|={1,3}>|→|➔|⇒)\s*/u;

const aloneIn = (text: string): string[] =>
  wordsIn(text.replaceAll("_", " ")).filter((word) => /\p{L}/u.test(word) && canStandAlone(word));
const isControl = ({ type }: Task): boolean => type === "human_review" || type === "planning_review";
export const asksAPerson = ({ type, review }: Task): boolean =>
  type === "human_review" || (type === "planning_review" && review?.requiresHumanApproval === true);
