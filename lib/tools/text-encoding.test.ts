import { describe, expect, it } from "vitest";
import { decodeText } from "./text-encoding";

/** A text in an encoding that only browsers can read: each character is looked for among the pairs that there are. */
function encoded(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const known = new Map<string, number[]>();
  for (let byte = 0x80; byte < 0x100; byte += 1) {
    known.set(decoder.decode(Uint8Array.of(byte)), [byte]);
    for (let trail = 0x40; trail < 0x100; trail += 1) {
      const char = decoder.decode(Uint8Array.of(byte, trail));
      if (!known.has(char)) known.set(char, [byte, trail]);
    }
  }
  return Uint8Array.from(
    [...text].flatMap((char) => (char < "\x80" ? [char.charCodeAt(0)] : (known.get(char) ?? []))),
  );
}

const wide = (text: string, isLittle: boolean, mark = true) =>
  Uint8Array.from(
    [...(mark ? "\uFEFF" : ""), ...text].flatMap((char) => {
      const code = char.charCodeAt(0);
      const pair = [code & 0xff, code >> 8];
      return isLittle ? pair : pair.toReversed();
    }),
  );

describe("the text that bytes are", () => {
  const TEXT = "id,name\n1,Zoë\n2,Łucja\n";
  it.each<[string, string, Uint8Array]>([
    ["UTF-8", TEXT, new TextEncoder().encode(TEXT)],
    ["UTF-8 with a mark", TEXT, new TextEncoder().encode(`\uFEFF${TEXT}`)],
    ["UTF-16 of Windows", TEXT, wide(TEXT, true)],
    ["UTF-16, the other way round", TEXT, wide(TEXT, false)],
    ["UTF-16 without a mark", TEXT, wide(TEXT, true, false)],
    ["UTF-16 without a mark, of Cyrillic", "имя\nЖанна\n", wide("имя\nЖанна\n", true, false)],
    ["UTF-16 without a mark, the other way round", "名前\n東京\n", wide("名前\n東京\n", false, false)],
    ...(
      [
        ["windows-1252", "name,price\nCafé,€ 5\nSmørrebrød,“12” – don’t\nStraße,ÄRA ½\n"],
        ["shift_jis", "名前,都市\n田中さん,東京\nスズキ,大阪\n"],
        ["euc-jp", "名前,都市\n田中さん,東京\nスズキ,大阪\n"],
        ["gb18030", "姓名,城市\n张三,北京\n李四,上海\n王小明,哈尔滨\n"],
        ["big5", "姓名,城市\n張三,臺北\n李四,高雄\n王小明,花蓮縣政府\n"],
        ["euc-kr", "이름,도시\n김철수,서울특별시\n이영희,부산\n"],
        ["windows-1251", "имя,город\nИван Петров,Москва\nАнна Смирнова,Новосибирск\n"],
        ["koi8-r", "имя,город\nИван Петров,Москва\nАнна Смирнова,Новосибирск\n"],
        ["ibm866", "имя,город\nИван Петров,Москва\nАнна Смирнова,Новосибирск\n"],
      ] as const
    ).map(([name, text]): [string, string, Uint8Array] => [name, text, encoded(name, text)]),
  ])("is read from %s", (_, text, bytes) => {
    expect(decodeText(bytes)).toEqual({ text });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ["bytes that no text has", Uint8Array.of(0, 1, 0, 2, 0, 0), /no text has/],
    ["a zero among letters", Buffer.from("a,b\n1,\0\n"), /no text has/],
    ["zeros in a longer text", Buffer.from("name,note\nZoë,\0\0\0\nJan,fine\n"), /no text has/],
    ["half a pair behind a mark", Uint8Array.of(0xff, 0xfe, 0x41), /it begins with/],
    ["UTF-32", Uint8Array.of(0xff, 0xfe, 0, 0, 0x41, 0, 0, 0), /it begins with/],
    ["Greek", encoded("windows-1253", "όνομα,πόλη\nΓιώργος,Αθήνα\nΜαρία,Θεσσαλονίκη\n"), /cannot be told/],
    ["signs within words", encoded("windows-1250", "imię\nStanisław\nŁukasz\nMał\ngłąb\n"), /cannot be told/],
    ["a sign at the end of a word", Buffer.from("city\n\xa3\xf3d\xbc\n", "latin1"), /cannot be told/],
    [
      "UTF-8 with a line of Windows-1252",
      Buffer.concat([Buffer.from("Zoë\n"), Buffer.of(0x43, 0xe9)]),
      /cannot be told/,
    ],
    ["letters of Mac OS Roman", Buffer.from("name\nCaf\x8e\nZ\x9frich\n", "latin1"), /cannot be told/],
    ["UTF-8 that is cut", Buffer.from("Zoë, Zo\xc3").subarray(0, 9), /cannot be told/],
    ["a byte that Windows-1252 lacks", Uint8Array.of(0x61, 0x81, 0x0a), /cannot be told/],
  ])("is refused where it would be a guess: %s", (_, bytes, why) => {
    expect(decodeText(bytes)).toEqual({ problem: expect.stringMatching(why) });
  });
});
