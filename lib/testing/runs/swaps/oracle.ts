import { releaseChanges } from "@/lib/core/describe/gates/release";
import type { StoredPlan, StoredTask } from "@/lib/core/plan/stored";
import type { RunEvent } from "@/lib/core/run";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import type { Breach } from "../control-oracle";
import { isVoteForEnd } from "../votes";
import { bareName, foundBy } from "./found";
import { belowIn, REVIEWERS } from "./plans";
import { addressesIn, isBeginning, isTitled, wordsOf } from "./words";

/** A run by its log: effects that were not shown to those who had to be asked, and questions for nothing. */
export type Judgement = {
  breaches: Breach[];
  /** Questions whose answer was there already, for the same text. */
  needless: Breach[];
  ran: number;
  held: number;
  asked: number;
};

type Opened = Extract<RunEvent, { type: "approval_opened" }>["payload"];
type Terms = { people: string[]; quorum: number; fourEyes: boolean };
type Promised = {
  control: string;
  version: number;
  terms: Terms;
  guards: ReadonlySet<string>;
  tools: ReadonlySet<string>;
  /** Text of tasks that act and do not stand behind it, and of all that leads to them. */
  beside: ReadonlySet<string>;
};
/** A vote, or a decision: of several votes the last one is followed by it. */
type Yes = { seq: number; by: string; gate: Opened; decides: boolean; isEdit: boolean };

/** `read`: by the number of a vote's event, the gate that the voter had read. Written apart from the code that holds effects back. */
export function judge(events: readonly RunEvent[], read: ReadonlyMap<number, string>): Judgement {
  return new Reader(events, read).judged();
}

class Reader {
  private readonly events: readonly RunEvent[];
  private readonly read: ReadonlyMap<number, string>;
  private readonly plans: ReadonlyMap<number, StoredPlan>;
  private readonly opened = new Map<string, Opened>();
  private readonly yes: Yes[];
  private readonly adopted: Extract<RunEvent, { type: "plan_version_adopted" }>[];
  private readonly texts = new Map<string, string>();
  private readonly known = new Map<string, string>();
  private readonly promised = new Map<number, Promised[]>();

  constructor(events: readonly RunEvent[], read: ReadonlyMap<number, string>) {
    this.events = events;
    this.read = read;
    this.plans = new Map(planVersionsOf(events).map(({ version, plan }) => [version, plan]));
    for (const { type, payload } of events) {
      if (type === "approval_opened") this.opened.set(payload.approvalId, payload);
    }
    this.yes = events.flatMap((event) => this.yesIn(event));
    this.adopted = events.filter((event) => event.type === "plan_version_adopted");
  }

  judged(): Judgement {
    const judgement: Judgement = { breaches: [], needless: [], ran: 0, held: 0, asked: 0 };
    const { breaches, needless } = judgement;
    for (const event of this.events) {
      const { seq, type, payload } = event;
      if (type === "tool_started" && payload.sideEffects !== "read") {
        judgement.ran += 1;
        breaches.push(...this.unshown(event));
      }
      if (type === "approval_opened") {
        judgement.asked += 1;
        if (payload.obligations) judgement.held += 1;
        if (this.isAskedAgain(payload, seq))
          needless.push({ seq, what: `asked again for ${payload.taskId}` });
        breaches.push(...this.unsaid(payload, seq));
      }
      if (type === "approval_superseded" && payload.reason?.code === "gate_changed") {
        const { taskId = "" } = this.opened.get(payload.approvalId) ?? {};
        const { planVersion: version } = payload.reason;
        if (this.behind(version - 1, taskId) === this.behind(version, taskId))
          needless.push({ seq, what: `took away the gate ${taskId}, and nothing of it had changed` });
      }
    }
    return judgement;
  }

  /** The controls that this effect needed and that nobody passed who was shown it. */
  private unshown({ seq, planVersion, payload }: Extract<RunEvent, { type: "tool_started" }>): Breach[] {
    const { taskId, callId, attempt, tool } = payload;
    const text = this.text(planVersion, taskId) ?? "";
    const act = { seq, version: planVersion, taskId, tool, call: `${attempt}/${callId}` };
    const missed = this.promises(seq).filter(
      (one) => guards(one, act) && !one.beside.has(text) && this.votersFor(one, act).size < one.terms.quorum,
    );
    return missed.map(({ control, version, terms: { quorum } }) => ({
      seq,
      what: `${taskId} of version ${planVersion} used ${tool}; not shown to ${quorum} of ${control} of version ${version}`,
    }));
  }

  /** The people who let an effect pass that they had been shown, as far as they may. */
  private votersFor(
    { terms }: Promised,
    act: { seq: number; version: number; taskId: string; tool: string; call: string },
  ): Set<string> {
    const text = this.text(act.version, act.taskId);
    const authors = this.authors(act.seq);
    const mayPass = (by: string, at: number) =>
      REVIEWERS.some((one) => one === by) &&
      (terms.people.length === 0 || terms.people.includes(by)) &&
      !(terms.fourEyes && (authors.has(by) || this.authors(at).has(by)));
    const votes = this.yes.filter(({ seq, gate, by }) => {
      if (seq >= act.seq || !mayPass(by, seq)) return false;
      const { kind, taskId, subject } = gate;
      if (kind === "tool_approval")
        return taskId === act.taskId && `${subject?.attempt}/${subject?.callId}` === act.call;
      if (kind === "control_waiver") return this.exposes(gate, act);
      const seen = this.opened.get(this.read.get(seq) ?? gate.approvalId);
      return (kind === "human_review" || kind === "review_decision") && seen && this.shows(seen, act);
    });
    const voters = new Set(votes.map(({ by }) => by));
    // Somebody who may pass a control alone may write a plan without it, and has let pass all that stood behind it.
    const own = this.adopted.filter(
      ({ seq, actor, payload: { version, waives = [] } }) =>
        seq < act.seq &&
        actor.kind === "person" &&
        terms.quorum === 1 &&
        !terms.fourEyes &&
        this.promises(seq).some((one) => waives.includes(one.control) && guards(one, act)) &&
        this.text(version, act.taskId) === text,
    );
    for (const { actor, seq } of own) {
      if (actor.kind === "person" && mayPass(actor.name, seq)) voters.add(actor.name);
    }
    return voters;
  }

  /** The gate names this task, by what it acts, where, and its instructions; and all that led to it is what it was. */
  private shows({ planVersion, release }: Opened, act: { version: number; taskId: string }): boolean {
    const plan = this.plans.get(planVersion);
    const task = this.task(act.version, act.taskId);
    if (!plan || !release || !task) return false;
    const text = this.text(act.version, act.taskId);
    const same = plan.tasks.filter(({ id }) => this.text(planVersion, id) === text);
    if (same.length === 0) return false;
    const tools = this.toolsOf(act.version, task).join();
    const words = wordsOf(task);
    const isNamed = release.acts.some(
      ({ title, tools: named, does, targets }) =>
        isTitled(title, task) &&
        named.join() === tools &&
        isBeginning(does, words) &&
        targets.join() === addressesIn(task.type === "direct" ? words : `${task.title} ${words}`).join(),
    );
    return isNamed || (release.omitted !== undefined && same.length > 0);
  }

  /** A version is asked about that does the task without a control, and the question names it. */
  private exposes(
    { question, planVersion }: Opened,
    { version, taskId }: { version: number; taskId: string },
  ) {
    if (question?.about !== "control" || this.text(planVersion, taskId) !== this.text(version, taskId))
      return false;
    const task = this.task(version, taskId);
    const { exposed } = question.weakened;
    return exposed.some((one) => one.taskId === taskId && task && isTitled(one.title, task));
  }

  /** A question that takes the place of another says where work goes that went elsewhere before. */
  private unsaid({ supersedes, release, taskId }: Opened, seq: number): Breach[] {
    const before = this.opened.get(supersedes ?? "")?.release;
    if (!before || !release) return [];
    const said = releaseChanges(before, release).join("\n");
    const known = new Set(before.acts.flatMap(({ targets }) => targets));
    const unsaid = release.acts.flatMap(({ targets }) => targets).filter((one) => !known.has(one));
    const missing = unsaid.filter((one) => !said.includes(one));
    return missing.map((one) => ({ seq, what: `${taskId} is asked again and does not say ${one}` }));
  }

  /** The same text of the same task was let pass at each of the gates for which it is asked about now. */
  private isAskedAgain({ kind, obligations, taskId = "", subject, fourEyes }: Opened, seq: number): boolean {
    if (kind !== "tool_approval" || !obligations) return false;
    if (this.events.some((one) => one.seq < seq && one.type === "tools_changed")) return false;
    // Where tools stay as they are, of an approved plan only who approved it may have become its author.
    if (obligations.every((id) => id.endsWith("/(plan)"))) return !this.isUnderFourEyes;
    if (!fourEyes && this.hasLetRun({ taskId, subject, obligations }, seq)) return true;
    const version = this.versionAt(seq);
    const text = this.text(version, taskId);
    return obligations.every((id) => {
      const [of = "", control = ""] = id.split(/\/(.*)/);
      const promised = this.promisesOf(Number(of)).find((one) => one.control === control);
      if (!promised) return false;
      const terms = this.gateText(Number(of), control);
      const passed = this.yes.filter(
        (one) => one.seq < seq && one.gate.taskId === control && isAboutWork(one.gate),
      );
      const whole = passed.filter(
        ({ gate: { planVersion } }) =>
          this.gateText(planVersion, control) === terms &&
          this.text(planVersion, taskId) === text &&
          belowIn(this.plans.get(planVersion)?.tasks ?? [], control).has(taskId),
      );
      const writers = this.writers(seq);
      const people = new Set(
        whole.map(({ by }) => by).filter((by) => !(promised.terms.fourEyes && writers.has(by))),
      );
      return people.size >= promised.terms.quorum && this.hasPassed(control, seq);
    });
  }

  /** People have let exactly this call run, who were asked for the same controls, and nobody has changed its arguments since. */
  private hasLetRun(asked: Pick<Opened, "taskId" | "subject" | "obligations">, before: number): boolean {
    const controls = controlsIn(asked);
    const callOf = ({ taskId, subject }: typeof asked) => `${taskId} ${subject?.attempt} ${subject?.callId}`;
    const answers = this.yes.filter(
      ({ seq, gate, decides }) =>
        seq < before && decides && gate.kind === "tool_approval" && callOf(gate) === callOf(asked),
    );
    const edited = answers.findLastIndex(({ isEdit }) => isEdit);
    return answers
      .slice(Math.max(0, edited))
      .some(({ gate }) => controls.every((one) => controlsIn(gate).includes(one)));
  }

  private hasPassed(control: string, before: number): boolean {
    return this.events.some(
      ({ type, payload, seq }) =>
        seq < before && type === "task_succeeded" && "taskId" in payload && payload.taskId === control,
    );
  }

  /** The controls of the first plan, and of each one that a person wrote or let take effect. */
  private promises(before: number): Promised[] {
    const letBy = this.yes.filter(({ gate, decides }) => decides && ABOUT_VERSIONS.has(gate.kind));
    const wanted = new Set([1, ...letBy.map(({ gate }) => gate.planVersion)]);
    const versions = this.adopted.filter(
      ({ seq, actor, payload: { version } }) =>
        seq < before && (actor.kind === "person" || wanted.has(version)),
    );
    return versions.flatMap(({ payload }) => this.promisesOf(payload.version));
  }

  private promisesOf(version: number): Promised[] {
    const known = this.promised.get(version);
    if (known) return known;
    const { tasks } = this.plans.get(version) as StoredPlan;
    const found = tasks.flatMap((task): Promised[] => {
      const terms = this.termsOf(task);
      if (!terms) return [];
      const below = belowIn(tasks, task.id);
      const acting = tasks.filter((one) => this.toolsOf(version, one).length > 0);
      const guarded = acting.filter(({ id }) => below.has(id));
      const beside = acting.filter(({ id }) => !below.has(id));
      return [
        {
          control: task.id,
          version,
          terms,
          guards: new Set(guarded.map(({ id }) => id)),
          tools: new Set(guarded.flatMap((one) => this.toolsOf(version, one))),
          beside: new Set(beside.map(({ id }) => this.text(version, id) ?? "")),
        },
      ];
    });
    this.promised.set(version, found);
    return found;
  }

  /** A review that may find that nobody needs to be asked promises nothing. */
  private termsOf({ type, gate, review }: StoredTask): Terms | undefined {
    const isOfRun = this.isUnderFourEyes;
    if (type === "planning_review" && review?.requiresHumanApproval && review.condition === undefined)
      return { people: [], quorum: 1, fourEyes: isOfRun };
    if (type !== "human_review") return;
    // What the run asks for no gate takes away.
    const { assignees = [], quorum = 1, fourEyes = false } = gate ?? {};
    return { people: assignees, quorum, fourEyes: fourEyes || isOfRun };
  }

  private get isUnderFourEyes(): boolean {
    const [created] = this.events;
    return created?.type === "run_created" && created.payload.settings.fourEyes === true;
  }

  /** The people who wrote the mission and the plan in force. */
  private authors(before: number): Set<string> {
    const [created] = this.events;
    const last = this.adopted.findLast(({ seq }) => seq < before);
    const both = [created, last].flatMap((event) =>
      event?.actor.kind === "person" ? [event.actor.name] : [],
    );
    return new Set(both);
  }

  /** The same with those whose work later versions may carry on, or whose words one answers. */
  private writers(before: number): Set<string> {
    const isWish = ({ type, payload }: RunEvent) =>
      type === "replan_requested" || (type === "approval_decided" && payload.comment !== undefined);
    const written = [...this.adopted, ...this.events.filter(isWish)].filter(({ seq }) => seq < before);
    return new Set([
      ...this.authors(before),
      ...written.flatMap(({ actor }) => (actor.kind === "person" ? [actor.name] : [])),
    ]);
  }

  private yesIn(event: RunEvent): Yes[] {
    const { seq, actor, type, payload } = event;
    if ((type !== "approval_voted" && type !== "approval_decided") || actor.kind !== "person") return [];
    const decides = type === "approval_decided";
    const gate = this.opened.get(payload.approvalId);
    const isYes = decides ? LETS_PASS.has(payload.verb) : isVoteForEnd(this.events, payload);
    const isEdit = decides && payload.verb === "edit";
    return gate && isYes ? [{ seq, by: actor.name, gate, decides, isEdit }] : [];
  }

  private versionAt(before: number): number {
    return this.adopted.findLast(({ seq }) => seq < before)?.payload.version ?? 1;
  }

  private task(version: number, id: string): StoredTask | undefined {
    return this.plans.get(version)?.tasks.find((one) => one.id === id);
  }

  /** By which a task changes something outside. */
  private toolsOf(version: number, { type, agent, input }: StoredTask): string[] {
    if (type === "direct") return [...String(input).matchAll(/tool\/(\w+)/g)].map(([, name]) => String(name));
    const tools = type === "task" ? (this.plans.get(version)?.agents[agent]?.tools ?? []) : [];
    return tools.filter((tool) => tool !== "look").sort();
  }

  private gateText(version: number, id: string): string {
    return JSON.stringify([this.ownText(version, id), [...(this.task(version, id)?.dependsOn ?? [])].sort()]);
  }

  /** All words that one task is given, and its checks; of a gate what it asks of whom. */
  private ownText(version: number, id: string): string {
    const task = this.task(version, id);
    if (!task) return "";
    const { type, title, agent, input, details, verification, outputSchema, llmReview, gate, review } = task;
    if (type === "human_review" || type === "planning_review") return JSON.stringify([type, gate, review]);
    const { prompt = agent, tools = [], reflection } = this.plans.get(version)?.agents[agent] ?? {};
    const checks = [verification, outputSchema, llmReview];
    // A program reads no words but its own.
    const told = type === "direct" ? [input] : [title, agent, prompt, tools, reflection, input, details];
    return JSON.stringify([type, told, checks]);
  }

  /** The same for a task and all that leads to it, by name; undefined where the version has no such task. */
  private text(version: number, id: string): string | undefined {
    const task = this.task(version, id);
    if (!task) return;
    const key = `${version}/${id}`;
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const above = task.dependsOn.map(
      (one) =>
        `${this.task(version, one)?.title} ${this.mustSucceed(version, one)} ${this.text(version, one)}`,
    );
    const called = bareName(this.plans.get(version)?.tasks ?? [], id);
    const found = foundBy(task, (one) => this.text(version, one) ?? "");
    const whole = JSON.stringify([called, this.ownText(version, id), [...new Set(above)].sort(), found]);
    // A short name for each text, or those of long plans would be too long.
    const name = this.known.get(whole) ?? `#${this.known.size}`;
    this.known.set(whole, name);
    this.texts.set(key, name);
    return name;
  }

  /** What comes after it takes its result, and that none of its checks refused that. */
  private mustSucceed(version: number, id: string): boolean {
    const { critical, onFailure, onVerificationFailure } = this.task(version, id) ?? {};
    return critical === true && onFailure !== "skip" && onVerificationFailure !== "skip";
  }

  /** A gate with all that stands behind it. */
  private behind(version: number, id: string): string {
    const { tasks } = this.plans.get(version) as StoredPlan;
    const below = [...belowIn(tasks, id)].map((one) => this.text(version, one)).sort();
    return JSON.stringify([this.gateText(version, id), below]);
  }
}

const ABOUT_VERSIONS: ReadonlySet<string> = new Set(["plan_approval", "plan_change", "control_waiver"]);
const LETS_PASS: ReadonlySet<string> = new Set(["approve", "edit", "respond", "CONTINUE"]);
const guards = (one: Promised, { taskId, tool }: { taskId: string; tool: string }): boolean =>
  one.guards.has(taskId) || one.tools.has(tool);
/** An obligation is named by its version and its control. */
const controlsIn = ({ obligations = [] }: Pick<Opened, "obligations">): string[] =>
  obligations.map((id) => id.replace(/^\d+\//, ""));
const isAboutWork = ({ kind }: Opened) => kind === "human_review" || kind === "review_decision";
