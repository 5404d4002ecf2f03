import { describe, expect, it } from "vitest";
import { check, formOfInfix, verify } from "../index";

describe("a comparison in the notation of other languages", () => {
  it.each<[source: string, form: string]>([
    ["data/result.items.length > 0", '(> (count (get data/result "items")) 0)'],
    ["result['items'][0].price >= 1.5", '(>= (get-in data/result ["items" 0 "price"]) 1.5)'],
    ["result.ok === true", '(= (get data/result "ok") true)'],
    ["!result.failed", '(not (get data/result "failed"))'],
    ["result.error == None", '(= (get data/result "error") nil)'],
    [`result.state !== 'sent'`, '(not= (get data/result "state") "sent")'],
    [
      "len(result.rows) == 3 and result.total > 0",
      '(and (= (count (get data/result "rows")) 3) (> (get data/result "total") 0))',
    ],
    [
      "result.a == 1 || result.b == 2 && result.c == 3",
      '(or (= (get data/result "a") 1) (and (= (get data/result "b") 2) (= (get data/result "c") 3)))',
    ],
    [
      "result.total == result.net + result.net * 0.2 - 1",
      '(= (get data/result "total") (- (+ (get data/result "net") (* (get data/result "net") 0.2)) 1))',
    ],
    [
      "result.share*(1-result.tax)/2 < -1",
      '(< (/ (* (get data/result "share") (- 1 (get data/result "tax"))) 2) (- 1))',
    ],
    [
      "depends.load.rows.length == result.rows.length",
      '(= (count (get-in data/depends ["load" "rows"])) (count (get data/result "rows")))',
    ],
  ])("is the form that says the same: %s", (source, form) => {
    expect(formOfInfix(source)).toBe(form);
    expect(check(form)).toEqual([]);
  });

  it.each([
    ...[
      "result.items",
      "All figures are right",
      "items.length > 0",
      "result.total >",
      "result.a > 1 result.b",
    ],
    ...[
      "0 < result.share < 1",
      "not result.ok == true",
      "result.rows.filter(x => x.ok).length > 0",
      "len result > 1",
    ],
    ...[
      "len(result.rows > 1",
      "result.a > 1)",
      "result.name == 'it\\'s'",
      "result.total = 3",
      "(> data/result 3)",
      "",
    ],
    "result.a > 1 /* as agreed */",
    `${"!".repeat(300)}result.ok`,
  ])("is none of %s", (source) => {
    expect(formOfInfix(source)).toBeUndefined();
  });

  it("judges a result as it would there", () => {
    const form = formOfInfix("result.items.length > 0 && result.total == 3") ?? "";
    expect(verify(form, { result: { items: [1], total: 3 } })).toMatchObject({ outcome: "passed" });
    expect(verify(form, { result: { items: [], total: 3 } })).toMatchObject({ outcome: "failed" });
    expect(verify(form, { result: { items: [1] } })).toMatchObject({ outcome: "failed" });
  });
});
