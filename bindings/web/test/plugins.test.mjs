// Tests the plugins for Markdown parsers with markdown-it and remark.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compileSync } from '@mdx-js/mdx';
import MarkdownIt from 'markdown-it';
import markdownItPips from 'pipscribe/markdown-it';
import remarkPips from 'pipscribe/remark';
import rehypeStringify from 'rehype-stringify';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';
const RECORD = `${GIPF}1. b3 2. a2-c4 {[%diagram "A push"]} 3. h1-h3 {[%diagram]} *\n`;
const PLAIN = `${GIPF}1. b3 2. a2-c4 *\n`;
const PUZZLE = `${GIPF}1. b3 {[%puzzle save]} 2. c2 (2. {[%solution]} f2) *\n`;
const ILLEGAL = `${GIPF}1. b3 2. a2-d4 *\n`;
const WORDS = 'White single pieces on b5, c4, e2, h5. Black single pieces on b2, b3, e8, h2.';

const block = (info, record = PLAIN) => `\`\`\`${info}\n${record}\`\`\`\n`;
const processor = options => unified().use(remarkParse).use(remarkPips, options).use(remarkRehype).use(rehypeStringify);
const parsers = {
  'markdown-it': (text, options) => new MarkdownIt().use(markdownItPips, options).render(text, {}),
  // Figures are images there: their content is SVG again for the tests.
  remark: (text, options) => processor(options).processSync(text).toString().replace(/data:image\/svg\+xml,([^"]*)/g, (_, svg) => decodeURIComponent(svg)),
};

for (const [name, html] of Object.entries(parsers)) {
  const figures = (info, record, options) => html(block(info, record), options).split('<figure ').slice(1);
  const turns = (info, record, options) => figures(info, record, options).map(figure => /after turn (\d+)/.exec(figure)?.[1]);

  test(`${name}: a block becomes a figure with its words, and keeps its record`, () => {
    const page = html(`Text\n\n- Item\n\n  ${block('pips').trimEnd().replaceAll('\n', '\n  ')}\n\n${block('pipsqueak', 'other\n')}`);
    assert.equal(page.split('<svg ').length, 2);
    assert.ok(page.includes(WORDS) && page.includes('language-pips') && page.includes('a2-c4'));
    assert.ok(page.includes('<code class="language-pipsqueak">other\n</code>'));
    assert.match(page, /<li>[^]*<figure class="pipscribe"[^]*<\/li>/);
  });

  test(`${name}: attributes have the forms and effects of those of mdBook`, () => {
    for (const info of ['pips,turn=1,hidden', 'pips {turn=1 hidden}', '{.pips .wide turn=1 hidden=yes}', 'pips: turn=1, hidden', '{#fig:a .pips turn=1 hidden}', 'pips #fig:a turn=1 hidden', "pips turn='1' hidden caption='a b'"]) {
      const page = html(block(info));
      assert.ok(page.includes('after turn 1: b3') && !page.includes('language-pips'), info);
    }
    const [figure] = figures('pips {#push number width=60% alt="Some \\"words\\"" caption="A <b> & c"}');
    assert.ok(figure.includes('id="push"') && figure.includes('width: 60%') && figure.includes('Some &quot;words') || figure.includes('Some &#x22;words'), figure.slice(0, 600));
    assert.match(figure, /<figcaption>Figure 1: A (&lt;|&#x3C;)b> &(amp|#x26);? c|<figcaption>Figure 1: A &lt;b&gt; &amp; c/);
    assert.equal(html(block('pips number') + block('pips number=5') + block('pips number')).match(/Figure \d+/g).join(), 'Figure 1,Figure 5,Figure 6');
    assert.ok(html(block('pips legend marks="circle c3; label c4 \\"A;B\\""')).includes('A;B'));
    assert.ok(html(block('pips ascii hidden')).includes('11 in reserve') && !html(block('pips ascii')).includes('<svg'));
    assert.ok(html(block('pips table range=2..2 hidden')).includes('<code>a2-c4</code>'));
    assert.ok(html(block('pips player="https://example.org/?a&b"')).includes('href="https://example.org/?a&'));
  });

  test(`${name}: diagrams are chosen`, () => {
    assert.deepEqual(turns('pips', RECORD), ['2', '3']);
    assert.deepEqual(turns('pips figure=2', RECORD), ['3']);
    assert.deepEqual(turns('pips figure="A push"', RECORD), ['2']);
    assert.deepEqual(turns('pips figure=none', RECORD), []);
    assert.deepEqual(turns('pips turn=0', RECORD).length, 1);
    assert.deepEqual(turns('pips range=1..2', RECORD), ['2']);
    assert.deepEqual(turns('pips', PLAIN + '\n' + RECORD), ['2', '2', '3']);
    assert.deepEqual(turns('pips record=1', PLAIN + '\n' + RECORD), ['2']);
    assert.deepEqual(turns('pips', PLAIN, { figures: 'asked' }), []);
    assert.ok(figures('pips', PLAIN, { theme: 'dark' })[0].includes('pips-dark'));
  });

  test(`${name}: illegal records are announced`, () => {
    assert.equal(figures('pips illegal', ILLEGAL).length, 1);
    assert.equal(figures('pips illegal=gipf/not-in-line', ILLEGAL).length, 1);
    assert.ok(html(block('pips finding hidden', ILLEGAL)).includes('4:13: error[gipf/not-in-line] d4 is on no line'));
  });

  test(`${name}: the blocks of a document are one chapter`, () => {
    const chapter = block('pips number') + '\n> ' + block('pips number=7 hidden', PUZZLE).trimEnd().replaceAll('\n', '\n> ') + '\n\n'
      + block('pips solutions', '') + block('pips', PUZZLE) + block('pips number') + block('pips solutions lang=de', '');
    const page = html(chapter);
    const cells = page.replace(/<style>[^]*?<\/style>/g, '').match(/<t[hd][^>]*>.*?<\/t[hd]>/g).map(cell => cell.replace(/<.*?>/g, ''));
    const task = 'Black to move and not lose';
    assert.deepEqual(cells.slice(0, 9), ['puzzle', 'task', 'solution', '7', task, '2. c2', '7', 'or', '2. f2']);
    assert.deepEqual(cells.slice(9, 15), ['Aufgabe', 'Auftrag', 'Lösung', '2', task, '2. c2'].map((cell, at) => at === 1 ? cells[10] : cell));
    assert.match(page, /Figure 8/);
    assert.equal(page.split('language-pips').length, 4, 'an empty block is not shown');
    assert.equal(html(chapter), page, 'a second document begins anew');
  });

  test(`${name}: pieces are drawn in the text`, () => {
    const page = html('A *piece* ![](pip:W) and\nthe die ![a _five_](pip:L5), in code `![](pip:W)`.\n\n| card |\n|---|\n\n# Card ![](pip:twin-works/33)\n');
    const images = page.match(/<img [^]*?style="height: 0\.9[^"]*; vertical-align: -0\.[^"]*">/g);
    assert.equal(images.length, 3, page);
    assert.ok(images[0].includes('alt="white GIPF piece"') && images[1].includes('alt="a five"') && images[2].includes('data-pip="twin-works/33"'), page);
    assert.ok(page.includes('<code>![](pip:W)</code>'));
    assert.ok(html('![](pip:W)', { theme: 'dark' }).includes('pips-dark'));
    assert.ok(html('![x](https://example.org/pip:W)').includes('src="https://example.org/pip:W"'));
    assert.throws(() => html('Text\n\nA piece ![](pip:W)\nand ![](pip:Q9).\n'), error => {
      assert.match(error.message, /`Q9`/);
      assert.equal(error.line, 4);
      return true;
    });
  });

  test(`${name}: the first error of a document is reported`, () => {
    assert.throws(() => html(block('pips', PUZZLE.replace('c2', 'c9')) + block('pips solutions', '')), /gipf\/off-board/);
  });

  test(`${name}: a label occurs only once`, () => {
    assert.throws(() => html(`Text\n\n${block('pips {#push}')}\n${block('pips,#push')}`), error => {
      assert.match(error.message, /two figures in this document have the label `push`: this one and the one of line 3/);
      assert.equal(error.line, 10);
      return true;
    });
    assert.equal(html(block('pips {#a}') + block('pips {#b}', RECORD)).match(/id="[ab](-\d)?"/g).join(), 'id="a",id="b-1",id="b-2"');
  });

  test(`${name}: errors have their line`, () => {
    for (const [info, record, line, message] of [
      ['pips', ILLEGAL, 7, /gipf\/not-in-line: d4 is on no line/],
      ['pips trun=2', PLAIN, 3, /unknown attribute `trun`/],
      ['pips turn=9', PLAIN, 3, /there is no turn 9/],
      ['pips turn', PLAIN, 3, /`turn` needs a value/],
      ['pips solutions', PLAIN, 3, /there is no puzzle before this block/],
      ['pips turn=1 range=1..2', PLAIN, 3, /already selects the position/],
      ['pips caption="x', PLAIN, 3, /cannot be read/],
      ['pips figure=3', RECORD, 3, /there is no figure 3; there are 2/],
      ['pips figure=1', PLAIN, 3, /has no `\[%diagram\]`/],
      ['pips illegal', PLAIN, 3, /breaks no rule/],
      ['pips illegal=gipf/no-row', ILLEGAL, 7, /but has gipf\/not-in-line/],
      ['pips marks="circle z9"', PLAIN, 3, /`z9` is not a place/],
      ['pips width=wide', PLAIN, 3, /`width` is a width/],
      ['pips player', PLAIN, 3, /give the address/],
      ['pips player="javascript:alert(1)"', PLAIN, 3, /`player` is an address/],
      ['pips record=2', PLAIN, 3, /no record 2/],
      ['pips', '\n', 3, /no record/],
    ]) {
      assert.throws(() => html(`Text\n\n${block(info, record)}`), error => {
        assert.match(error.message, message, info);
        assert.equal(error.line, line, `${info}: ${error.message}`);
        return true;
      });
    }
  });
}

test('MDX: documents with figures, pieces and solutions compile', () => {
  const page = `export const x = 1;\n\nA ![](pip:W) {x}.\n\n<div>\n${block('pips {#push number caption="{b3} <i>"}')}\n</div>\n\n${block('pips number', PUZZLE)}\n${block('pips solutions', '')}`;
  const compiled = String(compileSync(page, { remarkPlugins: [remarkPips] }));
  for (const part of ['"data-pip": "W"', 'id: "push"', 'Figure 2', '"2. c2"', 'verticalAlign: "-0.']) assert.ok(compiled.includes(part), part);
  assert.throws(() => compileSync(page.replace('c2 (', 'c9 ('), { remarkPlugins: [remarkPips] }), { line: 19 });
});
