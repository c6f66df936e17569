import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guessCharset } from "../../../lambdas/shared/html/guess-charset.ts";
import { decodePage } from "../../../lambdas/shared/html/page-charset.ts";

const RUSSIAN = "Чай собирают рано утром, затем листья завяливают, скручивают, сушат и раскладывают по сортам.";
const GREEK = "Τα φύλλα του τσαγιού μαζεύονται νωρίς το πρωί και ύστερα μαραίνονται, τυλίγονται και ξηραίνονται.";
const POLISH = "Liście zbiera się wcześnie rano, potem więdną, są zwijane, suszone i sortowane. Źdźbło, żółć, gęś.";
const GERMAN =
  "Die Blätter werden früh am Morgen gepflückt, dann gewelkt, gerollt, geröstet und für Händler sortiert. Süß!";
const TURKISH =
  "Yapraklar sabah erkenden toplanır, sonra soldurulur, kıvrılır, kurutulur ve ayrılır. Işığı şöyle değiştirir.";
const CHINESE = "清晨采摘茶叶，然后萎凋、揉捻、烘干和分拣，每一步都会改变茶汤的味道。";
const TRADITIONAL = "清晨採摘茶葉，然後萎凋、揉捻、烘乾和分揀，每一步都會改變茶湯的味道。";
const KOREAN = "이른 아침에 찻잎을 따서 시들리고 비비고 말리고 가려내며 모든 단계가 차의 맛을 바꿉니다.";

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each character, by what the decoder makes of each byte, or of each two. */
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytes = new Map<string, number[]>();
  const learn = (...codes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(codes));
      if (character.length === 1 && !bytes.has(character)) bytes.set(character, codes);
    } catch {
      // These bytes are no character.
    }
  };
  for (let one = 0; one < 256; one += 1) learn(one);
  for (let one = 0x81; one < 255; one += 1) for (let two = 0x40; two < 255; two += 1) learn(one, two);
  return bytes;
}

function encoded(text: string, encoding: string): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return Buffer.from([...text].flatMap((character) => table.get(character) ?? []));
}

const page = (text: string) => `<html><head><title>A</title></head><body><p class="tea">${text}</p></body></html>`;

describe("a page that declares nothing", () => {
  it.each([
    ["windows-1251", RUSSIAN],
    ["koi8-r", RUSSIAN],
    ["iso-8859-5", RUSSIAN],
    ["iso-8859-7", GREEK],
    ["windows-1250", POLISH],
    ["windows-1252", GERMAN],
    ["windows-1254", TURKISH],
    ["gb18030", CHINESE],
    ["big5", TRADITIONAL],
    ["euc-kr", KOREAN],
  ])("is read where the evidence is strong: %s", (encoding, text) => {
    const body = encoded(page(text), encoding);
    expect(decodePage(body, null)).toBe(page(text));
  });

  it.each([
    ["windows-1251", RUSSIAN, "utf-8"],
    ["windows-1251", RUSSIAN, "iso-8859-1"],
    ["euc-kr", KOREAN, "utf-8"],
    ["windows-1252", GERMAN, "utf-8"],
  ])("is read where its server declares a default that is wrong: %s", (encoding, text, declared) => {
    expect(decodePage(encoded(page(text), encoding), declared)).toBe(page(text));
  });

  it("is read as declared, if letters of Latin script are guessed", () => {
    const body = encoded(page(POLISH), "windows-1250");
    expect(decodePage(body, "iso-8859-1")).toBe(new TextDecoder("windows-1252").decode(body));
  });

  it.each([
    ["ibm866", RUSSIAN],
    ["windows-1251", "чай"],
    ["windows-1250", "źdźbło"],
    ["windows-1252", "señor"],
  ])("keeps the places of letters that can't be told: %s %s", (encoding, text) => {
    const body = encoded(page(text), encoding);
    expect(guessCharset(body)).toBeNull();
    expect(decodePage(body, null)).toBe(new TextDecoder().decode(body));
  });

  it("is UTF-8, though a few bytes of it are invalid", () => {
    const body = Buffer.concat([Buffer.from(page(RUSSIAN)), Buffer.of(0xd1, 0x20)]);
    expect(decodePage(body, null)).toBe(`${page(RUSSIAN)}\ufffd `);
  });

  it("is read as the given one", () => {
    const text = decodePage(readFileSync(new URL("pages/none-1251.page", import.meta.url)), null);
    expect(text).toContain("<title>История чая</title>");
    expect(text).not.toMatch(/[\ufffd\u00a0-\u00ff]/);
  });
});
