// Reads the texts of a PDF that Chromium printed: their words, places and sizes. Chromium names a font resource after
// its object, so that no resource dictionary has to be resolved.
import { inflateSync } from 'node:zlib';

/** Multiplies two matrices of six numbers, as PDF does: the first is applied first. */
const times = ([a, b, c, d, e, f], [g, h, i, j, k, l]) => [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];

/** Returns the objects of a file by number: their dictionary, and their stream if they have one. */
function objectsOf(file) {
  const text = file.toString('latin1');
  const objects = new Map();
  for (const found of text.matchAll(/^(\d+) 0 obj\n?/gm)) {
    const from = found.index + found[0].length;
    const end = text.indexOf('endobj', from);
    const stream = text.slice(from, end).indexOf('stream\n');
    const dictionary = stream < 0 ? text.slice(from, end) : text.slice(from, from + stream);
    objects.set(Number(found[1]), { dictionary, stream: stream < 0 ? undefined : () => streamOf(file, from + stream + 7, dictionary) });
  }
  return objects;
}

function streamOf(file, from, dictionary) {
  const bytes = file.subarray(from, from + Number(/\/Length (\d+)/.exec(dictionary)[1]));
  return (/FlateDecode/.test(dictionary) ? inflateSync(bytes) : bytes).toString('latin1');
}

/** Returns the character of each glyph of a font, from its table for copied text. */
function charactersOf(objects, font) {
  const characters = new Map();
  const table = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(objects.get(font).dictionary)?.[1]))?.stream() ?? '';
  const decoded = hex => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, lines] of table.matchAll(/beginbfchar\n([^]*?)endbfchar/g)) {
    for (const [, glyph, text] of lines.matchAll(/<(\w+)> <(\w+)>/g)) characters.set(parseInt(glyph, 16), decoded(text));
  }
  for (const [, lines] of table.matchAll(/beginbfrange\n([^]*?)endbfrange/g)) {
    for (const [, first, last, text] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const from = parseInt(first, 16);
      for (let glyph = from; glyph <= parseInt(last, 16); glyph++) characters.set(glyph, String.fromCharCode(parseInt(text, 16) + glyph - from));
    }
  }
  return characters;
}

/** Returns the texts of a content stream, each with its place and size in points. */
function textsOf(objects, content, fonts, start) {
  const texts = [];
  const stack = [];
  let [page, line, font, size] = [start, start, 0, 0];
  let operands = [];
  for (const [token] of content.matchAll(/\/\w+|<\w*>|\[[^\]]*\]|[-+.\d]+|[A-Za-z*]+/g)) {
    if (!/^[A-Za-z*]/.test(token)) {
      operands.push(token);
      continue;
    }
    const numbers = operands.map(Number);
    if (token === 'q') stack.push(page);
    else if (token === 'Q') page = stack.pop() ?? start;
    else if (token === 'cm') page = times(numbers, page);
    else if (token === 'BT') line = page;
    else if (token === 'Tf') [font, size] = [Number(operands[0].slice(2)), numbers[1]];
    else if (token === 'Tm') line = times(numbers, page);
    else if (token === 'Td') line = times([1, 0, 0, 1, ...numbers], line);
    else if (token === 'Do') {
      const form = objects.get(Number(operands[0].slice(2)));
      if (/\/Subtype \/Form/.test(form.dictionary)) texts.push(...textsOf(objects, form.stream(), fonts, page));
    } else if (token === 'Tj' || token === 'TJ') {
      if (!fonts.has(font)) fonts.set(font, charactersOf(objects, font));
      const glyphs = [...operands[0].matchAll(/<(\w+)>/g)].map(([, hex]) => hex).join('');
      // Fonts of outlines have glyphs of one byte.
      const width = /\/Subtype \/Type3/.test(objects.get(font).dictionary) ? 2 : 4;
      const words = (glyphs.match(new RegExp(`.{${width}}`, 'g')) ?? []).map(glyph => fonts.get(font).get(parseInt(glyph, 16)) ?? '').join('');
      texts.push({ words, x: line[4], y: line[5], size: size * Math.hypot(line[2], line[3]) });
    }
    operands = [];
  }
  return texts;
}

/** Returns the pages of a file: their width and height in points, and their texts. */
export function pagesOf(file) {
  const objects = objectsOf(file);
  const fonts = new Map();
  return [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary)).map(({ dictionary }) => {
    const [, , width, height] = /\/MediaBox \[([^\]]*)\]/.exec(dictionary)[1].trim().split(/\s+/).map(Number);
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(dictionary)[1])).stream();
    return { width, height, texts: textsOf(objects, content, fonts, [1, 0, 0, 1, 0, 0]) };
  });
}
