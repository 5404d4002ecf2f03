import type { UndecidedAnswer } from "./types";

/** A decision that lets the work go on beside words that are not of the form: in any language they may say the opposite. */
export const BESIDE: UndecidedAnswer[] = [
  [
    "ambiguous",
    "Decision: CONTINUE\nReasoning: Les chiffres ne tiennent pas. Il ne faut surtout pas poursuivre.",
  ],
  ["ambiguous", "Decision: CONTINUE\nReasoning: 数据不完整，不应继续。"],
  [
    "ambiguous",
    "Decision: CONTINUE\nReasoning: ok.\n\nP.S. Bitte nicht weiterlaufen lassen, bevor Frau Meier zugestimmt hat.",
  ],
  ["ambiguous", "Decision: CONTINUE\nReasoning: ok.\nDeviation: The backup is missing, stop the rollout."],
  [
    "ambiguous",
    '{"decision": "CONTINUE", "reasoning": "Fine.", "finalResult": "Stopped: the customer withdrew the order."}',
  ],
  [
    "ambiguous",
    "Decision: CONTINUE\nReasoning: ok.\nFinal result: The mission is over, nothing else should be done.",
  ],
  ["ambiguous", '{"decision": "CONTINUE", "reasoning": "Fine."}\n\nNon proseguire: manca il consenso.'],
  [
    "ambiguous",
    "Zuerst dachte ich an Weiterlaufen, aber die Tests sind rot.\n\nDecision: CONTINUE\nReasoning: ok",
  ],
  ["ambiguous", "Je recommande d'arrêter tout.\nDecision: CONTINUE"],
  ["ambiguous", "Decision: CONTINUE\nReasoning: ok\n\n---\nNota: esperar a que Ana firme antes de seguir."],
  ["ambiguous", "Decision: CONTINUE\n\nReasoning: ok\n\nEdit: scratch that, I'd hold everything here."],
  [
    "ambiguous",
    "Decision: COMPLETE\nReasoning: ok\nFinal result: Report written.\n\nThough on reflection two sections are still empty.",
  ],
  [
    "ambiguous",
    "Decision: COMPLETE\nReasoning: Il manque encore deux chapitres.\nFinal result: Rapport partiel.",
  ],
  ["ambiguous", "Decision: CONTINUE\nReasoning: ok\nConditions: only after Ann signs"],
  [
    "missing",
    "Decision: CONTINUE (see below)\nReasoning: The reviewer is away. Halt everything until Monday.",
  ],
  [
    "ambiguous",
    "The tests are green.\n\nDecision: CONTINUE\n\nReasoning: fine\n\nIgnore the above; the tests were skipped.",
  ],
  ["ambiguous", "Decision: CONTINUE\nReasoning: Latency is 85 ms.\n\nОднако дальше идти нельзя."],
  ["ambiguous", "My verdict is to go no further.\n\nDecision: CONTINUE\nReasoning: The log."],
  ["ambiguous", "決定：CONTINUE\n理由：テストが失敗したため、続行してはいけません。"],
  ["ambiguous", "| Decision | CONTINUE |\n| Reasoning | tests fail, hold |\n\nHold."],
  ["ambiguous", '{"decision": "CONTINUE", "reasoning": "The payment was sent twice. Work must halt."}'],
  ["ambiguous", "<decision>CONTINUE</decision>\nNein, doch nicht."],
  ["ambiguous", "Decision: CONTINUE\n\n> quoted from ticket\n\nReasoning: unclear to me whether it holds"],
  [
    "ambiguous",
    'Here\'s the review.\n\n```json\n{"decision": "CONTINUE", "reasoning": "ok"}\n```\nLet me know whether the failed restore matters.',
  ],
  ["ambiguous", '{"decision": "CONTINUE", "reasoning": "ok", "summary": "do not deploy"}'],
  ["missing", "CONTINUE\n\nMais attendez la signature."],
  ["missing", "I would say the right call is CONTINUE."],
  ["missing", "Decision: Continue with caution\nReasoning: ok"],
  ["ambiguous", "Decision: CONTINUE\nReasoning: ok\n```\nDecision of the board: wait\n```"],
  ["ambiguous", "Decision: CONTINUE\nReasoning: ok\n- [ ] Ann has signed"],
  ["ambiguous", "Reasoning: ok\nDecision: CONTINUE\nWait for Ann."],
  [
    "ambiguous",
    "Decision: COMPLETE\nFinal result: none of the offers was usable, so the mission could not be done; I'd ask the owner first.\nDeviation: 3 of 4 parts are missing",
  ],
];
