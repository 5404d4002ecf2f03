"use client";

import "../../graph/graph.css";
import { ReactFlowProvider } from "@xyflow/react";
import { useMemo, useRef } from "react";
import { StoppedClock } from "@/lib/client/run-clock";
import { columnsByLevel } from "@/lib/core/layout/blocks";
import { boundsOf, straightWay } from "@/lib/core/layout/geometry";
import { TASK_TYPES } from "@/lib/core/plan/words";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { CommentPin } from "../../graph/comment-pin";
import type { TaskComments, TaskFacts } from "../../graph/facts";
import { planToFlow } from "../../graph/flow/plan-to-flow";
import { GraphBar } from "../../graph/graph-bar";
import { type CanvasEditing, GraphCanvas } from "../../graph/graph-canvas";
import { GraphMap } from "../../graph/graph-map";
import { GraphSkeleton } from "../../graph/graph-skeleton";
import { NodeClock } from "../../graph/node-clock";
import { NodeShape } from "../../graph/node-shape";
import { ColumnsNote, RunGraph } from "../../graph/run-graph";
import { factsOfPlanned } from "../../graph/task-facts";
import { EDITABLE_NODES, EdgeCuts } from "../../plan-editor/canvas-editing";
import { Fetched, LONG_TEXT, nothing, OnPhone, Row, Specimen, State, TONES } from "../specimen";
import { runUnderWay } from "./runs";

/** The canvas of a plan, and what stands on and around it. Its nodes come once a browser has measured it. */
export function Canvas() {
  return (
    <>
      <Specimen
        name="RunGraph"
        states="a run, as a list, as a phone begins with it, two versions at once; planning, paused and ended without a plan"
      >
        {(scheme) => (
          <StoppedClock value={NOW}>
            <Graphs scheme={scheme} />
          </StoppedClock>
        )}
      </Specimen>
      <Specimen
        name="GraphCanvas"
        states="a run with its minimap, edited, a large plan from far away, while the layout loads"
      >
        {(scheme) => (
          <StoppedClock value={NOW}>
            <State name="a run">
              <CanvasOf world={runUnderWay} scheme={scheme} />
            </State>
            <State name="edited">
              <CanvasOf world={runUnderWay} scheme={scheme} editing={EDITING} />
            </State>
            <State name="far away">
              <CanvasOf world={largeRun} scheme={scheme} />
            </State>
            <State name="loading">
              <div className="h-80 overflow-hidden">
                <GraphSkeleton />
              </div>
            </State>
          </StoppedClock>
        )}
      </Specimen>
      <Specimen name="GraphMap" states="of a plan that is in view, of one that is so in part, of a large one">
        {(scheme) => (
          <>
            <MapOf name="in view" world={runUnderWay} scheme={scheme} width={1_600} />
            <MapOf name="in part" world={runUnderWay} scheme={scheme} width={480} />
            <MapOf name="large" world={largeRun} scheme={scheme} width={1_600} />
          </>
        )}
      </Specimen>
      <Specimen name="ColumnsNote" states="a large draft, a layout that failed">
        {() => (
          <>
            <ColumnsNote isLarge />
            <ColumnsNote isLarge={false} />
          </>
        )}
      </Specimen>
      <Specimen name="GraphBar" states="graph, list, with what can be folded, folded, with dropped tasks">
        {() => <GraphBars />}
      </Specimen>
      <Specimen name="NodeShape" states="each kind with a shape in each tone">
        {() =>
          TASK_TYPES.map((kind) => (
            <Row key={kind}>
              {TONES.map((tone) => (
                <NodeShape key={tone} kind={kind} tone={tone} className="size-8">
                  ◆
                </NodeShape>
              ))}
            </Row>
          ))
        }
      </Specimen>
      <Specimen name="NodeClock" states="claimed, held, waits with and without a time limit, running, done">
        {(scheme) => (
          <StoppedClock value={600_000}>
            {CLOCKS.map(([name, part]) => (
              <State key={name} name={name}>
                <p>
                  <NodeClock facts={facts(`${name}-${scheme}`, part)} />
                </p>
              </State>
            ))}
          </StoppedClock>
        )}
      </Specimen>
      <Specimen name="CommentPin" states="open, answered, addressed, stale">
        {(scheme) => (
          <Row>
            {PINS.map((commentsAre) => (
              <CommentPin
                key={commentsAre}
                className="px-1"
                facts={facts(`${commentsAre}-${scheme}`, { comments: 12, commentsAre })}
              />
            ))}
          </Row>
        )}
      </Specimen>
    </>
  );
}

/** A moment after the run under way began its last task. */
const NOW = 160_000;

const PINS: readonly TaskComments["commentsAre"][] = ["open", "answered", "addressed", "stale"];

const CLOCKS: readonly [name: string, part: Partial<TaskFacts>][] = [
  ["claimed", { claimedBy: "Anna" }],
  ["held", { heldUntil: 630_000 }],
  ["waits until a time", { status: "waiting", deadlineAt: 1_800_000 }],
  ["waits", { status: "waiting" }],
  ["running", { status: "running", startedAt: 500_000 }],
  ["done", { status: "succeeded", startedAt: 0, endedAt: 94_000 }],
];

const facts = (id: string, part: Partial<TaskFacts>): TaskFacts => ({
  ...factsOfPlanned({ id, title: id, type: "task", agent: "engineer", maxRetries: 2 }),
  ...part,
});

function Graphs({ scheme }: { scheme: string }) {
  const { run, begun, paused, ended, overlay } = useMemo(() => {
    const { state, plan } = runUnderWay();
    const after = { ...(plan ?? planOf()), tasks: (plan?.tasks ?? []).slice(1) };
    const ended = new RunWorld();
    ended.send({ type: "cancel" });
    const { state: begun } = new RunWorld();
    const overlay = plan && { before: plan, after };
    return {
      run: state,
      begun,
      paused: { ...begun, paused: { since: 0, by: ANNA } },
      ended: ended.state,
      overlay,
    };
  }, []);
  const graph = (name: string, state: Parameters<typeof RunGraph>[0]["state"], more: object = {}) => (
    <State name={name}>
      <RunGraph
        className="h-80"
        state={{ ...state, runId: `run_graph-${name.replaceAll(" ", "_")}-${scheme}` }}
        {...more}
      />
    </State>
  );
  return (
    <Fetched queries={[]}>
      {graph("a run", run, { view: "graph", onSelect: nothing, selectedTaskId: "b" })}
      {graph("as a list", run, { view: "list", onSelect: nothing, selectedTaskId: "b" })}
      <OnPhone>{graph("on a phone", run, { onSelect: nothing })}</OnPhone>
      {graph("two versions", run, { overlay, view: "list" })}
      {graph("planning", begun)}
      {graph("paused", paused)}
      {graph("ended", ended)}
    </Fetched>
  );
}

/** A run's plan with its places and ways, as an engine would give them. */
function useFlow(world: () => RunWorld, scheme: string) {
  return useMemo(() => {
    const { state } = world();
    const graph = planToFlow({ ...state, runId: `run_flow-${scheme}` });
    const layout = columnsByLevel(graph.nodes);
    const placeOf = (id: string) => layout.positions.get(id) ?? { x: 0, y: 0 };
    const ways = new Map(
      graph.edges.map(({ id, source, target }) => [id, straightWay(placeOf(source), placeOf(target))]),
    );
    return { graph, layout, ways };
  }, [world, scheme]);
}

/** With handles on its nodes, and buttons on the edges of the selected one. */
const EDITING: CanvasEditing = {
  nodeTypes: EDITABLE_NODES,
  ...{ connect: nothing, canConnect: () => true },
  renderLayer: (layer) => <EdgeCuts {...layer} selectedTaskId="b" disconnect={nothing} />,
};

type CanvasOfProps = { world(): RunWorld; scheme: string; editing?: CanvasEditing };

function CanvasOf({ world, scheme, editing }: CanvasOfProps) {
  const flow = useFlow(world, scheme);
  const controls = useRef(null);
  return (
    <div className="h-80 rounded-lg border border-line">
      <GraphCanvas
        {...flow}
        {...{ controls, editing, onSelect: nothing, onUnfold: nothing }}
        selectedTaskId="b"
        selectedNow={() => "b"}
      />
    </div>
  );
}

type MapProps = { name: string; world(): RunWorld; scheme: string /** Of the canvas. */; width: number };

function MapOf({ name, world, scheme, width }: MapProps) {
  const { graph, layout } = useFlow(world, `${name}-${scheme}`);
  const ids = graph.nodes.map(({ id }) => id);
  return (
    <State name={name}>
      <div className="relative h-32 rounded-lg border border-line">
        <ReactFlowProvider initialWidth={width} initialHeight={900}>
          <GraphMap nodes={graph.nodes} layout={layout} bounds={boundsOf(layout, ids)} />
        </ReactFlowProvider>
      </div>
    </State>
  );
}

const largeRun = () => {
  const tasks = Array.from({ length: 120 }, (_, at) => ({
    id: `t${at}`,
    type: TASK_TYPES[at % TASK_TYPES.length] ?? "task",
    ...(at >= 12 && { dependsOn: [`t${at - 12}`] }),
    ...(at % TASK_TYPES.length === 1 && { input: "1" }),
  }));
  return new RunWorld({ plan: planOf(...tasks) });
};

function GraphBars() {
  const controls = useRef(null);
  const bar = (name: string, more: Partial<Parameters<typeof GraphBar>[0]>) => (
    <State name={name}>
      <GraphBar
        {...{ view: "graph", onView: nothing, nodes: [facts("a", { title: LONG_TEXT })], onFind: nothing }}
        {...{ controls, isFoldable: false, isFolded: false, onFold: nothing }}
        {...{ dropped: 0, ghostsShown: false, onGhosts: nothing, ...more }}
      />
    </State>
  );
  return (
    <>
      {bar("graph", {})}
      {bar("list", { view: "list" })}
      {bar("foldable", { isFoldable: true })}
      {bar("folded, with dropped tasks", { isFoldable: true, isFolded: true, dropped: 3 })}
      {bar("dropped tasks shown", { dropped: 3, ghostsShown: true })}
    </>
  );
}
