export type AnswerInput = {
  mission: string;
  results: { id: string; title: string; status: string; preview: string }[];
  /** What the reader of the answer must be told besides, such as why the run ended early. */
  note?: string;
};

export type AnswerOutput = string;
