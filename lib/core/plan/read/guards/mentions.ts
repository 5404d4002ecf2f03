import { ancestry } from "../../graph";
import type { Task } from "../../schema";
import { spelling } from "../fields";
import type { Report } from "../report";
import { kindOfTitle } from "./title-type";

/**
 * Words beside a task that name another one (docs/plans.md, "What is not read"): where neither waits for the other, they may be
 * an edge that was not read.
 */

const MAX_WORDS = 16;
const MAX_NAME_CHARS = 500;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*/gu;
/** A step by its number; a number sign alone also counts things, so it has to stand where a step may. */
const STEPS =
  /(?:(?<=(?:^|[([{:;,>&+/"“'-]|(?<!\p{L})(?:after|once|before|and|then|nach|und|wie|vor))\s{0,2})#|(?<![\p{L}\p{N}])(?:steps?|tasks?|schritte?n?|étapes?|pasos?|passi|passo|stap(?:pen)?|kroki?)[\s_.#-]{0,3})(\d{1,4}(?:\s{0,2}(?:,|and|und|et|y|e|en|i|&|\+|-|–)\s{0,2}#?\d{1,4}){0,20})(?![\p{L}\p{N}%_]|\.\d)/giu;
/** Where a title says more than what is done: in brackets, or behind a dash or comma. */
const ASIDE = /[([{]|\s[-–—:|]\s|[,;]\s/u;

type Numbered = { task: Task; number: number };
/** The task that owns words, by the name under which they were left, and the number by which others mean a task. */
type Places = { ownerOf: (owner: string) => Task | undefined; numberOf: (task: Task) => number };

/** An error for each text that names a task to which its own has no order. */
export function settleMentions(tasks: readonly Task[], report: Report, { ownerOf, numberOf }: Places): void {
  const mentions = report.takeMentions().map(({ path, text, owner, named }) => ({
    path,
    text,
    known: named === undefined ? undefined : [[named]],
    own: owner === undefined ? undefined : ownerOf(owner),
  }));
  const names = new TaskNames(tasks.map((task) => ({ task, number: numberOf(task) })));
  const found = [
    ...mentions.flatMap(({ path, text, own, known }) =>
      own ? [{ path, text, own, named: known ?? names.inWords(text) }] : [],
    ),
    ...tasks.map((own) => ({
      path: `${own.id}.title`,
      text: own.title,
      own,
      named: own.title === own.id ? [] : names.inTitle(own.title),
    })),
  ].filter(({ own, named }) => named.some((ids) => !ids.includes(own.id)));
  const orders = mentions.flatMap(({ path, text, own }) => {
    const named = own
      ? []
      : names.inWords(text).flatMap(([id, ...others]) => (id && others.length === 0 ? id : []));
    return named.length > 1 ? [{ path, text, ids: named }] : [];
  });
  if (found.length + orders.length === 0) return;
  const isAncestor = ancestry(tasks);
  // Words about the whole plan that are little more than names say an order.
  for (const { path, text, ids } of orders) {
    const isOrdered = ids.slice(1).every((id, n) => isAncestor(id, ids[n] as string));
    if (!isOrdered && names.isMostlyNames(text))
      report.unread(path, text, "names tasks in an order that their edges do not have");
  }
  for (const { path, text, own, named } of found) {
    const isOrdered = (id: string) => id === own.id || isAncestor(own.id, id) || isAncestor(id, own.id);
    const [other] = named.find((ids) => !ids.some(isOrdered)) ?? [];
    if (other !== undefined && !(text === own.title && report.isSettled(text)))
      report.unread(path, text, `names the task "${other}", and no edge says which of the two waits`);
  }
}

/** A name of tasks in words. `pairs`: two words are common ones, unless they stand just as they do in the title. */
type Name = { ids: string[]; pairs: Set<string> };
/** So many tasks of one title are kinds of work, and none of them is named by it. */
const MAX_NAMESAKES = 10;

/** Tasks by what words call them: titles of several words, ids that are no mere word, and numbers of steps. */
export class TaskNames {
  private readonly byPhrase = new Map<string, Name>();
  /** The first letters of all names: at most places in a text none begins. */
  private readonly heads = new Set<string>();
  private readonly byNumber = new Map<number, string[]>();
  private longest = 1;

  constructor(numbered: readonly Numbered[]) {
    for (const { task, number } of numbered) {
      const { id, title, gate } = task;
      this.byNumber.set(number, [id]);
      // A control is also called by what it asks.
      const called = [title, kindOfTitle(title).subject, gate?.prompt ?? ""];
      const bare = called.map((name) => name.split(ASIDE, 1)[0] as string);
      for (const name of new Set([id, ...called, ...bare])) this.add(name, id);
    }
    for (const [phrase, { ids }] of this.byPhrase)
      if (ids.length > MAX_NAMESAKES) this.byPhrase.delete(phrase);
  }

  private add(name: string, id: string): void {
    if (name.length > MAX_NAME_CHARS) return;
    const words = name.match(WORD) ?? [];
    const isId = name === id && isSeamed(id);
    if ((words.length < 2 && !isId) || words.length > MAX_WORDS) return;
    const spelled = spelling(name);
    const known = this.byPhrase.get(spelled) ?? { ids: [], pairs: new Set() };
    if (!known.ids.includes(id)) known.ids.push(id);
    if (words.length === 2) known.pairs.add(words.join(" "));
    this.longest = Math.max(this.longest, words.length);
    this.byPhrase.set(spelled, known);
    this.heads.add(headOf(spelled));
  }

  /** Of a title, what it names by number, and what it names in an aside: titles say each other's words. */
  inTitle(title: string): string[][] {
    const [, ...asides] = title.split(ASIDE);
    // A number at its beginning is the task's own.
    return [
      ...this.numbersIn(title).flatMap(({ ids, at }) => (at === 0 ? [] : [ids])),
      ...asides.flatMap((aside) => this.phrasesIn(aside)),
    ];
  }

  /** The tasks that each name in a text stands for. */
  inWords(text: string): string[][] {
    return [...new Set([...this.numbersIn(text).map(({ ids }) => ids), ...this.phrasesIn(text)])];
  }

  /** At most as many other words as names. */
  isMostlyNames(text: string): boolean {
    const { named, others } = this.readPhrases(text);
    return others.length <= named.length;
  }

  /** The tasks that each name in a text stands for, also by number, and the words that are in none. */
  readNames(text: string): { named: string[][]; others: string[] } {
    const numbered = this.numbersIn(text).map(({ ids }) => ids);
    const { named, others } = this.readPhrases(numbered.length === 0 ? text : text.replace(STEPS, " "));
    return { named: [...numbered, ...named], others };
  }

  private numbersIn(text: string): { ids: string[]; at: number }[] {
    return [...text.matchAll(STEPS)].flatMap(({ 0: written, 1: numbers = "", index: at }) => {
      const named = this.byPhrase.get(spelling(written))?.ids;
      if (named !== undefined) return [{ ids: named, at }];
      return (numbers.match(/\d+/g) ?? []).flatMap((number) => {
        const ids = this.byNumber.get(Number(number));
        return ids === undefined ? [] : [{ ids, at }];
      });
    });
  }

  private phrasesIn(text: string): string[][] {
    return this.readPhrases(text).named;
  }

  /** The longest names, one after the other, and the words that are in none. */
  private readPhrases(text: string): { named: string[][]; others: string[] } {
    const words = text.match(WORD) ?? [];
    const spelled = words.map(spelling);
    const named: string[][] = [];
    const others: string[] = [];
    for (let at = 0; at < words.length; ) {
      const found = this.nameAt(words, spelled, at);
      if (found) named.push(found.ids);
      else others.push(words[at] as string);
      at += found?.length ?? 1;
    }
    return { named, others };
  }

  /** The longest name that begins here. */
  private nameAt(words: readonly string[], spelled: readonly string[], at: number): Found | undefined {
    let phrase = "";
    let found: Found | undefined;
    for (let length = 1; length <= this.longest && at + length <= words.length; length += 1) {
      phrase += spelled[at + length - 1];
      if (phrase.length > MAX_NAME_CHARS) break;
      if (phrase.length >= HEAD_CHARS && !this.heads.has(headOf(phrase))) break;
      const name = this.byPhrase.get(phrase);
      if (!name) continue;
      if (length !== 2 || name.pairs.has(words.slice(at, at + length).join(" ")))
        found = { ids: name.ids, length };
    }
    return found;
  }
}

type Found = { ids: string[]; length: number };

const HEAD_CHARS = 4;
const headOf = (spelled: string): string => spelled.slice(0, HEAD_CHARS);

/** A word that nobody would write without meaning the task: one with a number or a seam in it. */
function isSeamed(id: string): boolean {
  return /\p{L}/u.test(id) && /\p{L}\p{M}*[\p{N}_.\s-]|\p{N}[\p{L}_.\s-]|\p{Ll}\p{Lu}/u.test(id.trim());
}
