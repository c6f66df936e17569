import { expect, it } from "vitest";
import { htmlAfter } from "../article-of-tests.ts";

/** The sentence around a formula. */
const formula = (markup: string): string => /^<p>a ?(.*?) ?b<\/p>$/.exec(htmlAfter(`<p>a ${markup} b</p>`))?.[1] ?? "";

// https://github.com/karakeep-app/karakeep/issues/1243
it.each([
  ["<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"],
  ["<mn>1</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "1 1/2"],
  [
    "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn><mi>c</mi></mrow></mfrac><mi>x</mi>",
    "(a+b)/(2c) x",
  ],
  ["<mn>4</mn><mi>π</mi><msup><mi>r</mi><mn>2</mn></msup>", "4πr^2"],
  ["<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", "(ab)^2"],
  ["<msup><mi>e</mi><mrow><mo>-</mo><mi>x</mi></mrow></msup><mi>y</mi>", "e^(-x) y"],
  ["<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x_1^2"],
  ["<msqrt><mi>a</mi><mo>+</mo><mn>1</mn></msqrt><mo>=</mo><mroot><mi>x</mi><mn>3</mn></mroot>", "√(a+1)=x^(1/3)"],
  ["<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>", "∑_(i=1)^n i"],
  ["<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>x</mi>", "lim_(x→0) x"],
  ["<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"],
  [
    "<mfenced open='[' close=']' separators=';'><mn>1</mn><mtable><mtr><mtd><mn>2</mn></mtd><mtd><mn>3</mn></mtd></mtr><mtr><mtd><mn>4</mn></mtd></mtr></mtable></mfenced>",
    "[1; [2, 3; 4]]",
  ],
  ["<mover><mi>x</mi><mo>¯</mo></mover><mo>&#x2062;</mo><mi>sin</mi><mo>&#x2061;</mo><mi>y</mi>", "x\u0304 sin y"],
  ["<mmultiscripts><mi>C</mi><mn>6</mn><none/><mprescripts/><mn>1</mn><mn>2</mn></mmultiscripts>", "_1^2C_6"],
  ["<mphantom><mi>q</mi></mphantom><mi>x</mi><mspace width=1em /><mtext>if</mtext><mi>y</mi>", "x if y"],
  ["<mn>1</mn><mn>2</mn>", "1 2"],
  [
    "<semantics><mfrac><mn>1</mn><mn>2</mn></mfrac><annotation encoding='application/x-tex'>{\\displaystyle \\tfrac{1}{2}}</annotation></semantics>",
    "\\tfrac{1}{2}",
  ],
])("MathML becomes one line of text: %s", (markup, text) => {
  expect(formula(`<math>${markup}</math>`)).toBe(text);
});

const MATH = "<math><msup><mi>c</mi><mn>2</mn></msup></math>";

// https://github.com/KaTeX/KaTeX/issues/559
it.each([
  [
    "KaTeX",
    `<span class="katex"><span class="katex-mathml">${MATH}</span><span class="katex-html" aria-hidden="true"><span>c</span><span>2</span></span></span>`,
  ],
  [
    "a block of KaTeX",
    `<span class="katex-display"><span class="katex"><span class="katex-mathml">${MATH}</span><span class="katex-html">c2</span></span></span>`,
  ],
  [
    "MathJax 2",
    '<span class="MathJax_Preview">[c]</span><span class="MathJax"><nobr>c2</nobr></span><script type="math/tex">c^2</script>',
  ],
  [
    "MathJax 2 for screen readers",
    `<span class="MathJax"><nobr>c2</nobr><span class="MJX_Assistive_MathML">${MATH}</span></span><script type="math/tex">c^2</script>`,
  ],
  [
    "MathJax 3",
    `<mjx-container jax="CHTML"><mjx-math aria-hidden="true">c2</mjx-math><mjx-assistive-mml>${MATH}</mjx-assistive-mml></mjx-container>`,
  ],
  [
    "MathJax 3 as a picture",
    `<mjx-container jax="SVG"><svg><text>c2</text></svg><mjx-assistive-mml>${MATH}</mjx-assistive-mml></mjx-container>`,
  ],
  ["the source alone", '<script type="math/tex; mode=display">c^2</script>'],
  ["a formula's alternative text", '<math alttext="{\\displaystyle c^2}"><mi>c</mi><mn>2</mn></math>'],
  ["a drawing alone", '<span class="katex"><span class="katex-html" aria-hidden="true">c^2</span></span>'],
])("a formula appears once: %s", (_kind, markup) => {
  expect(formula(markup)).toBe("c^2");
});

it("a formula without an end does not include the text after its paragraph", () => {
  expect(htmlAfter("<p>a <math><mn>1</mn></p><p>b</p>")).toBe("<p>a 1</p><p>b</p>");
});
