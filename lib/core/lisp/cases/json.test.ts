import { cases, faults } from "./run-cases";

cases(
  "JSON read",
  [
    ['(json/parse-string "{\\"a\\":[1,2.5,null,true]}")', { a: [1, 2.5, null, true] }],
    ["(get-in (json/parse-string data/result) [:rows 0 :id])", 7],
    ["(get (json/parse-string data/result true) :rows)", [{ id: 7 }]],
    ['(json/parse-string "12")', 12],
    ['(json/parse-string "[9007199254740993]")', ["9007199254740993"]],
    ['(json/parse-string " \\"a\\" ")', "a"],
    ['(json/parse-string "null")', null],
    ['(json/parse-string "{a:1}")', null],
    ['(json/parse-string "")', null],
    ['(json/parse-string "[1,")', null],
    ["(json/parse-string nil)", null],
    ["(json/parse-string 5)", null],
    ['(count (json/parse-string "{\\"__proto__\\":{\\"x\\":1}}"))', 1],
    ['(get (json/parse-string "{\\"__proto__\\":1}") "__proto__")', 1],
  ],
  { result: '{"rows":[{"id":7}]}' },
);

cases(
  "JSON written",
  [
    ['(json/generate-string {:a [1 2.5 nil true] "b" {}})', '{"a":[1,2.5,null,true],"b":{}}'],
    ["(json/generate-string [])", "[]"],
    ["(json/generate-string nil)", "null"],
    ['(json/generate-string "a\\"b\\n")', '"a\\"b\\n"'],
    ["(json/generate-string :key)", '"key"'],
    ["(json/generate-string #{3 1 2})", "[1,2,3]"],
    ["(json/generate-string {1 :one})", '{"1":"one"}'],
    ['(json/generate-string {"__proto__" 1})', '{"__proto__":1}'],
    ["(json/generate-string data/result)", '{"n":1}'],
    ["(json/parse-string (json/generate-string {:a [{:b 1}]}))", { a: [{ b: 1 }] }],
  ],
  { result: { n: 1 } },
);

faults("what is no JSON", [
  ["(json/generate-string inc)", "type_error"],
  ["(json/generate-string [##NaN])", "type_error"],
  ["(json/generate-string ##Inf)", "type_error"],
  ["(json/generate-string (reduce (fn [v _] [v]) [] (range 1000)))", "limit_exceeded"],
  ["(json/generate-string)", "arity_error"],
  ["(json/parse-string)", "arity_error"],
  ['(json/parse-string "1" true 3)', "arity_error"],
]);
