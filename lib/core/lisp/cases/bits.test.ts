import { cases, faults } from "./run-cases";

cases("bits of whole numbers", [
  ["(bit-and 12 10)", 8],
  ["(bit-and 15 7 3)", 3],
  ["(bit-and -1 255)", 255],
  ["(bit-or 12 10)", 14],
  ["(bit-or 1 2 4)", 7],
  ["(bit-xor 12 10)", 6],
  ["(bit-xor 5 5)", 0],
  ["(bit-xor 4294967296 1)", 4294967297],
  ["(bit-not 0)", -1],
  ["(bit-not 5)", -6],
  ["(bit-not -1)", 0],
  ["(bit-shift-left 1 10)", 1024],
  ["(bit-shift-left 1 40)", 1099511627776],
  ["(bit-shift-left 1 64)", 1],
  ["(bit-shift-left -1 2)", -4],
  ["(bit-shift-right 1024 3)", 128],
  ["(bit-shift-right -8 1)", -4],
  ["(bit-shift-right 1 70)", 0],
  ["(bit-and 5.0 4)", 4],
]);

faults("what has no bits", [
  ["(bit-and 1.5 1)", "type_error"],
  ['(bit-or 1 "2")', "type_error"],
  ["(bit-xor nil 1)", "type_error"],
  ["(bit-not ##Inf)", "type_error"],
  ["(bit-shift-left 1 0.5)", "type_error"],
  ["(bit-and 1e300 1)", "type_error"],
  ["(bit-shift-left 1 62)", "arithmetic_error"],
  ["(bit-shift-left 3 53)", "arithmetic_error"],
  ["(bit-and 1)", "arity_error"],
  ["(bit-not 1 2)", "arity_error"],
  ["(bit-shift-right 1)", "arity_error"],
]);
