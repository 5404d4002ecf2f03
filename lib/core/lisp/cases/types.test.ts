import { cases, faults } from "./run-cases";

/** One value of each kind, by the name that `type` gives it. */
const VALUES = {
  nil: "nil",
  true: "true",
  false: "false",
  whole: "3",
  fraction: "1.5",
  infinite: "##Inf",
  nan: "##NaN",
  string: '"abc"',
  character: "\\a",
  keyword: ":a",
  symbol: "'a",
  vector: "[1]",
  list: "'(1)",
  map: "{:a 1}",
  set: "#{1}",
  regex: '#"a"',
  function: "inc",
} as const;
type Name = keyof typeof VALUES;

const NUMBERS: Name[] = ["whole", "fraction", "infinite", "nan"];
const TEXTS: Name[] = ["string", "character"];
const VECTORS: Name[] = ["vector", "list"];
const COLLECTIONS: Name[] = [...VECTORS, "map", "set"];

/** Which of the values each question is true for. */
const ANSWERS: Record<string, Name[]> = {
  "nil?": ["nil"],
  "some?": (Object.keys(VALUES) as Name[]).filter((name) => name !== "nil"),
  "true?": ["true"],
  "false?": ["false"],
  "boolean?": ["true", "false"],
  "number?": NUMBERS,
  "int?": ["whole"],
  "integer?": ["whole"],
  "double?": ["fraction", "infinite", "nan"],
  "float?": ["fraction", "infinite", "nan"],
  "string?": TEXTS,
  "char?": ["character"],
  "keyword?": ["keyword"],
  "symbol?": ["symbol"],
  "map?": ["map"],
  "vector?": VECTORS,
  "list?": VECTORS,
  "set?": ["set"],
  "coll?": COLLECTIONS,
  "seq?": VECTORS,
  "sequential?": VECTORS,
  "seqable?": ["nil", ...TEXTS, ...COLLECTIONS],
  "associative?": [...VECTORS, "map"],
  "fn?": ["function"],
  "ifn?": ["function", "keyword", ...COLLECTIONS],
  "regex?": ["regex"],
  "zero?": [],
  "pos?": ["whole", "fraction", "infinite"],
  "neg?": [],
  "even?": [],
  "odd?": ["whole"],
  "pos-int?": ["whole"],
  "nat-int?": ["whole"],
  "neg-int?": [],
  "infinite?": ["infinite"],
  "NaN?": ["nan"],
  boolean: (Object.keys(VALUES) as Name[]).filter((name) => name !== "nil" && name !== "false"),
};

for (const [question, yes] of Object.entries(ANSWERS)) {
  cases(
    `${question} of each kind of value`,
    Object.entries(VALUES).map(([name, value]) => [`(${question} ${value})`, yes.includes(name as Name)]),
  );
}

cases("questions about numbers", [
  ["(zero? 0)", true],
  ["(zero? 0.0)", true],
  ["(pos? 0)", false],
  ["(neg? -1)", true],
  ["(neg? ##-Inf)", true],
  ["(even? 0)", true],
  ["(even? -4)", true],
  ["(even? 1.5)", false],
  ["(odd? -3)", true],
  ["(odd? 2)", false],
  ["(odd? 1.5)", false],
  ["(nat-int? 0)", true],
  ["(pos-int? 0)", false],
  ["(neg-int? -1)", true],
  ["(neg-int? -1.5)", false],
  ["(infinite? ##-Inf)", true],
  ['(even? "2")', false],
  ["(int? 1.0)", true],
  ["(int? 1e300)", true],
]);

cases("emptiness and kinds", [
  ["(empty? nil)", true],
  ['(empty? "")', true],
  ['(empty? "a")', false],
  ["(empty? [])", true],
  ["(empty? [nil])", false],
  ["(empty? {})", true],
  ["(empty? {:a 1})", false],
  ["(empty? #{})", true],
  ["(empty? #{1})", false],
  ['(char? "é")', true],
  ['(char? "👨‍👩‍👧")', true],
  ['(char? "")', false],
  ["(type nil)", null],
  ["(type true)", "boolean"],
  ["(type 1.5)", "number"],
  ['(type "a")', "string"],
  ["(type :a)", "keyword"],
  ["(type 'a)", "symbol"],
  ["(type [1])", "vector"],
  ["(type {})", "map"],
  ["(type #{})", "set"],
  ['(type #"a")', "regex"],
  ["(type inc)", "function"],
  ["(= (type 1) :number)", true],
]);

faults("questions that make no sense", [
  ["(empty? 5)", "type_error"],
  ["(empty? :a)", "type_error"],
  ["(empty? inc)", "type_error"],
  ["(nil?)", "arity_error"],
  ["(map? {} {})", "arity_error"],
  ["(even?)", "arity_error"],
  ["(type)", "arity_error"],
]);
