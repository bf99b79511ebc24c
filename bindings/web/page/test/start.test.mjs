// Tests of the first minute: the start, a new game, pasting, and where a record opens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { judged, openText, put, shown, start, text } from './browser.mjs';

const corpus = new URL('../../../../corpus/', import.meta.url);
const file = name => readFileSync(new URL(name, corpus), 'utf8');
const GIPF = '[Game "gipf"]\n[Variant "basic"]\n\n';
let site;
before(async () => { site = await start(); });
after(() => site.stop());

const ready = page => page.waitForFunction(() => document.documentElement.classList.contains('ready'));
/** Pastes a text where the focus is. */
const paste = (page, text) => page.evaluate(text => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

test('the start says what the page is for, and how to begin', async () => {
  const { page, complaints, context } = await site.open();
  await page.getByRole('heading', { name: /Write down a game/ }).waitFor();
  for (const name of ['Paste a record', 'New game', 'Try an example with a mistake']) assert.ok(await page.getByRole('button', { name }).first().isVisible(), name);
  for (const name of ['Save…', 'Figure…', 'Share…']) assert.ok(await page.getByRole('button', { name }).isDisabled(), name);
  assert.equal(await page.locator('.picture svg').count(), 4);
  const red = await page.evaluate(() => [...document.querySelectorAll('.fault, .wrong')].filter(element => element.offsetParent).map(element => element.textContent));
  assert.deepEqual(red, []);
  await ready(page);
  await page.getByRole('button', { name: 'Try an example' }).first().click();
  await page.locator('.finding.error').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Save…' }).isEnabled());
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an emptied editor has no red text, and the same ways to begin', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.locator('.blank').waitFor();
  await judged(page);
  const red = await page.evaluate(() => [...document.querySelectorAll('.fault, .wrong')].filter(element => element.offsetParent && element.textContent.trim()).map(element => element.textContent));
  assert.deepEqual(red, []);
  assert.ok(await page.locator('.blank').getByRole('button', { name: 'New game' }).isVisible());
  await page.keyboard.type('[Game "gipf"]\n[Variant "basic"]\n\n1. b3');
  await page.waitForFunction(() => window.pipscribe.board()?.number === 1);
  assert.equal(await page.locator('.blank').count(), 0);
  await context.close();
});

test('a record of no known game says in place of the board why there is none', async () => {
  const { page, complaints, context } = await site.open();
  await ready(page);
  // An answer about an earlier text does not replace that about a later one.
  await page.evaluate(() => {
    const { editor } = window.pipscribe;
    const ask = editor.ask.bind(editor);
    let held = true;
    editor.ask = async (method, params) => {
      const answer = await ask(method, params);
      if (method !== 'pipscribe/records' || !held) return answer;
      held = false;
      await new Promise(resolve => { window.late = resolve; });
      return { ...answer, total: 0, judged: 0, records: [] };
    };
  });
  await openText(page, '# nothing\n', 'a test');
  await page.waitForFunction(() => window.late);
  await put(page, '[Game "chess"]\n\n1. e4 *\n');
  await page.locator('.blank', { hasText: 'not one of the four games' }).waitFor();
  await page.evaluate(() => window.late());
  await page.waitForTimeout(100);
  await page.waitForFunction(() => /finding/.test(document.querySelector('#verdict').textContent));
  await put(page, `${GIPF}1. b3 *\n`);
  await page.waitForFunction(() => document.querySelector('pips-board')?.board?.number === 1);
  assert.equal(await page.locator('.blank').count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a new game is begun with a dialog', async () => {
  const { page, complaints, context } = await site.open();
  await ready(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByRole('radio', { name: 'Tournament' }).check();
  await dialog.getByLabel('White').fill('Ann "A" Lee');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await dialog.waitFor({ state: 'detached' });
  await judged(page);
  assert.match(await text(page), /^\[Game "gipf"\]\n\[Variant "tournament"\]\n\[Date "\d{4}-\d\d-\d\d"\]\n\[Player1 "Ann \\"A\\" Lee"\]\n\n\*\n$/);
  assert.equal(await page.locator('#verdict').textContent(), 'All legal');
  await page.waitForFunction(() => document.querySelector('pips-board')?.step?.choices.length > 1);
  // Every game, variant and number of players is legal, has a board, and is in canonical form.
  const games = [['Pippinzip', ['Pipeline', 'Zipline', 'Freestyle'], [2, 3]], ['Pip•Pip', [null], [2]], ['Pipe Game', ['Pipes', 'Fields', 'Both'], [2, 3, 4]]];
  for (const [game, variants, numbers] of games) {
    for (const variant of variants) {
      for (const number of numbers) {
        await page.getByRole('button', { name: 'New…' }).click();
        await dialog.getByRole('radio', { name: game, exact: true }).check();
        if (variant) await dialog.getByRole('radio', { name: variant, exact: true }).check();
        const players = dialog.getByRole('radiogroup', { name: 'Players' }).getByRole('radio', { name: String(number) });
        if (await players.count() && await players.isEnabled()) await players.check();
        else if (number > 2) { await page.keyboard.press('Escape'); continue; }
        await dialog.getByRole('button', { name: 'Begin' }).click();
        await dialog.waitFor({ state: 'detached' });
        await judged(page);
        await shown(page);
        const made = await text(page);
        assert.equal(await page.locator('#verdict').textContent(), 'All legal', made);
        assert.equal(await page.evaluate(() => window.pipscribe.board()?.number), 0, made);
        await page.evaluate(() => window.pipscribe.announce(''));
        await page.getByRole('button', { name: 'Format' }).click();
        await page.waitForFunction(() => document.querySelector('#live').textContent === 'Formatted.');
        assert.equal(await text(page), made, 'it is in canonical form');
      }
    }
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game is begun and its first turn is played by keys alone', async () => {
  const { page, complaints, context } = await site.open();
  await ready(page);
  await page.getByRole('button', { name: 'New game' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  await page.keyboard.press('Enter');
  const focused = wanted => page.waitForFunction(wanted => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label') === wanted, wanted);
  await focused('dot a1');
  await page.keyboard.type('a2');
  await focused('dot a2');
  await page.keyboard.press('Enter');
  await focused('from a2 over b3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /1\. b3 \*/.test(window.pipscribe.editor.text));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a paste knows every format that a file may have, and says what it was', async () => {
  const { page, complaints, context } = await site.open();
  await ready(page);
  const notice = words => page.waitForFunction(words => document.querySelector('.notice')?.textContent.includes(words), words);
  // On the start, without a focus.
  await page.evaluate(() => document.activeElement.blur());
  await paste(page, file('formats/gipf.com/game-a.txt'));
  await notice('1 record read in the form of gipf.com');
  assert.match(await text(page), /^\[Game "gipf"\]/);
  // In place of everything.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await paste(page, `# A page\n\n\`\`\`pips\n${GIPF}1. b3 *\n\`\`\`\n`);
  await notice('the blocks of the page');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await paste(page, `${GIPF}1. b3 2. h3 *\n`);
  await notice('notation');
  assert.equal(await text(page), `${GIPF}1. b3 2. h3 *\n`);
  // Among other text, a paste is plain.
  await page.evaluate(at => window.pipscribe.editor.go(at), GIPF.length + 5);
  await paste(page, ' {so far}');
  assert.equal(await text(page), `${GIPF}1. b3 {so far} 2. h3 *\n`);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a pasted chat becomes a record with one click, and talk becomes comments', async () => {
  const { page, complaints, context } = await site.open();
  await ready(page);
  const chat = '[20:00] Ada: h1-h3\n[20:01] Max: f8-d7\n[20:01] Max: that was quick\n[20:03] Ada: g2\n';
  await page.evaluate(() => document.activeElement.blur());
  await paste(page, `${GIPF}${chat}`);
  const offered = page.locator('.finding button.mend');
  await judged(page);
  await offered.first().waitFor();
  assert.equal(await page.locator('.finding').count(), 1);
  // Every offer leads to a text that is no worse: the one fix, and others that only expect the finding.
  const fixes = await page.locator('.finding .mends').allTextContents();
  assert.deepEqual(fixes.filter(title => /read as: chat/i.test(title)).length, 1, fixes.join());
  await offered.first().click();
  await page.waitForFunction(() => /legal/.test(document.querySelector('#verdict')?.textContent));
  const made = await text(page);
  assert.match(made, /\[Player1 "Ada"\]\n\[Player2 "Max"\]/);
  assert.match(made, /\{\[20:01\] Max: that was quick\}/);
  // Prose before the record becomes line comments.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await paste(page, `Hi Max, this is the game from yesterday:\n\n${GIPF}1. b3 2. h3 *\n`);
  await page.waitForFunction(() => /yesterday/.test(window.pipscribe.editor.text));
  await judged(page);
  assert.equal(await text(page), `# Hi Max, this is the game from yesterday:\n${GIPF}1. b3 2. h3 *\n`);
  // Nothing of a longer mail is lost, and no button makes it worse.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await paste(page, `Hi Bob,\nhere is our game. You missed a win!\n\n${GIPF}1. b3 2. h3 3. B4 4. h4 5 c2\n*\n\nBest, Ann\n`);
  await page.waitForFunction(() => /Best/.test(window.pipscribe.editor.text));
  await judged(page);
  assert.ok((await text(page)).startsWith(`# Hi Bob,\n# here is our game. You missed a win!\n${GIPF}1. b3`), await text(page));
  await page.getByRole('tab', { name: 'Findings' }).click();
  for (let findings = await page.locator('.finding').count(); findings > 0;) {
    const before = await text(page);
    await page.locator('.finding button.mend').first().click();
    await page.waitForFunction(before => window.pipscribe.editor.text !== before, before);
    await judged(page);
    const now = await page.locator('.finding').count();
    assert.ok(now < findings, `${findings} findings become ${now}\n${await text(page)}`);
    findings = now;
  }
  for (const part of ['# Hi Bob,', '4. h4 5. c2', '{Best, Ann}']) assert.ok((await text(page)).includes(part), await text(page));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a text with a damaged head asks for its game, and clicks give it a board', async () => {
  const { page, complaints, context } = await site.open();
  await ready(page);
  const place = page.locator('.blank');
  const texts = [
    ['[Game "gif"]\n\n1. b3 2. h3 *\n', '[Game "gipf"]\n\n1. b3 2. h3 *\n'],
    ['[Game gipf]\n\n1. b3 2. h3 *\n', '[Game "gipf"]\n\n1. b3 2. h3 *\n'],
    ['[game gipf\n1. b3 2. h3 *\n', '[Game "gipf"]\n1. b3 2. h3 *\n'],
    ['[Player1 "Ann"]\n\n1. b3 2. h3 *\n', '[Game "gipf"]\n[Player1 "Ann"]\n\n1. b3 2. h3 *\n'],
  ];
  for (const [damaged, whole] of texts) {
    await openText(page, damaged, '');
    await judged(page);
    const choices = place.locator('.games-asked button');
    await choices.first().waitFor();
    assert.deepEqual(await choices.allTextContents(), ['GIPF', 'Pippinzip', 'Pip•Pip', 'The Very Clever Pipe Game']);
    if (damaged.includes('"gif"')) await place.locator('button.main', { hasText: 'GIPF' }).waitFor();
    await choices.first().click();
    assert.equal(await text(page), whole);
    // What is missing then is asked in the same place.
    const basic = place.getByRole('button', { name: 'basic', exact: true });
    await basic.waitFor();
    assert.match(await place.textContent(), /15 pieces each/);
    await basic.click();
    await page.waitForFunction(() => window.pipscribe.board()?.game === 'gipf');
    assert.equal(await place.count(), 0);
  }
  // Turns without any tag are read as a record of the game.
  await openText(page, '# of Monday\n\n1. b3 2. h3 *\n', '');
  await judged(page);
  await place.getByRole('button', { name: 'GIPF' }).click();
  await page.waitForFunction(() => window.pipscribe.board()?.game === 'gipf');
  assert.equal(await text(page), '# of Monday\n[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 *\n');
  // The other games too.
  for (const [name, game, turn] of [['Pippinzip', 'pippinzip', 'a1'], ['Pip•Pip', 'pippip', 'a1'], ['The Very Clever Pipe Game', 'pipe', 'pass']]) {
    await openText(page, `[Game "chess"]\n\n1. ${turn} *\n`, '');
    await judged(page);
    await place.getByRole('button', { name }).click();
    await page.waitForFunction(game => window.pipscribe.editor.text.startsWith(`[Game "${game}"]\n`), game);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a chat that names its game in words is read as a record of it, and one that does not asks', async () => {
  const { page, complaints, context } = await site.open();
  await ready(page);
  const talk = 'Ben: sure! I started b3, then you h3\n1. b3\n2. h3\n3. b4\n4. hh4\nAnna: nice\n';
  const game = /\{Ben: sure! I started b3, then you h3\}\n1\. b3\n2\. h3\n3\. b4\n4\. hh4/;
  await page.evaluate(() => document.activeElement.blur());
  await paste(page, `Anna: gipf tonight? basic\n${talk}`);
  await page.waitForFunction(() => /Read as a game of GIPF/.test(document.querySelector('.notice.shown')?.textContent));
  await judged(page);
  assert.match(await text(page), game);
  // One click, and no guess about another turn.
  assert.equal(await page.locator('.finding').count(), 1);
  await page.locator('.finding button.mend').first().waitFor();
  await page.locator('.finding button.mend', { hasText: 'h4' }).first().click();
  await page.waitForFunction(() => /legal/.test(document.querySelector('#verdict')?.textContent));
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await paste(page, `Anna: tonight?\n${talk}`);
  await page.locator('.blank .games-asked').waitFor();
  assert.match(await page.locator('.blank').textContent(), /does not name its game/);
  assert.equal(await page.locator('.notice.wrong').count(), 0);
  await judged(page);
  assert.match(await page.locator('#tab-findings-panel').textContent(), /^Choose the game first/);
  await page.locator('.blank').getByRole('button', { name: 'GIPF' }).click();
  await page.waitForFunction(() => window.pipscribe.board()?.game === 'gipf');
  await judged(page);
  assert.match(await text(page), game);
  assert.equal(await page.locator('.finding').count(), 1);
  // What was pasted comes back.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  assert.equal(await text(page), `Anna: tonight?\n${talk}`);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an error about which nothing else is known offers its own turns only', async () => {
  const { page, context } = await site.open();
  await openText(page, `${GIPF}1. b3 2. h3 3. b4 4. hh4 5. b5 *\n`, '');
  await judged(page);
  await page.locator('.finding button.mend').first().waitFor();
  assert.deepEqual(await page.locator('.finding button.mend').allTextContents(), ['Play h4']);
  assert.equal(await page.locator('.finding .deed .effect').first().textContent(), 'The next turn is then illegal.');
  await page.locator('.finding button.mend').first().click();
  await page.waitForFunction(() => /4\. h4/.test(window.pipscribe.editor.text));
  await judged(page);
  await page.locator('.finding button.mend').nth(2).waitFor({ state: 'attached' }); // Further answers are folded.
  await context.close();
});

test('the comments before a record show its first position', async () => {
  const { page, context } = await site.open();
  await put(page, `# A game\n# of Monday\n${GIPF}1. b3 *\n`, 0);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 0 && document.querySelector('pips-board')?.board?.number === 0);
  assert.equal(await page.locator('.blank').count(), 0);
  await context.close();
});

test('the notice of a conversion is one sentence, without what the findings say', async () => {
  const { page, context } = await site.open();
  await ready(page);
  const notices = [
    ['1. b3 2. h3 3. b4\n', '1 record read in the form of gipf.com · the source does not name the variant; basic is assumed, since no GIPF piece is named'],
    [file('formats/gipf.com/game-a.txt'), '1 record read in the form of gipf.com'],
    [`# A page\n\n\`\`\`pips\n${GIPF}1. b3 2. zz *\n\`\`\`\n`, '1 record read from the blocks of the page'],
  ];
  for (const [pasted, said] of notices) {
    await page.evaluate(() => { document.activeElement.blur(); window.pipscribe.editor.view.dispatch({ selection: { anchor: 0, head: window.pipscribe.editor.view.state.doc.length } }); });
    if (await page.locator('.cm-content').isVisible()) await page.locator('.cm-content').focus();
    await paste(page, pasted);
    await page.waitForFunction(said => document.querySelector('.notice.shown p')?.textContent === said, said);
    assert.equal(await page.locator('.notice.wrong').count(), 0);
    await judged(page);
  }
  await context.close();
});

test('a text that is opened has one state until it is judged', async () => {
  const { page, context } = await site.open();
  await ready(page);
  await page.evaluate(() => {
    window.states = new Set();
    new MutationObserver(() => window.states.add(JSON.stringify({
      verdict: document.querySelector('#verdict').textContent,
      count: document.querySelector('#tab-findings .count:not([hidden])')?.textContent ?? null,
      listed: document.querySelectorAll('.finding').length,
      panel: document.querySelector('#tab-findings-panel').textContent.slice(0, 9),
      place: document.querySelector('.table').textContent.includes('No record yet'),
    }))).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  // The first text replaces the start, the others a text with a finding, and one without.
  for (const pasted of [`${GIPF}1. b3 2. zz *\n`, `${GIPF}1. b3 *\n`, file('gipf/real/game-b-with-errors.pips')]) {
    await page.evaluate(pasted => {
      window.states.clear();
      window.pipscribe.open(pasted, '');
    }, pasted);
    await judged(page);
    await shown(page);
    const states = (await page.evaluate(() => [...window.states])).map(state => JSON.parse(state));
    assert.ok(states.some(({ verdict }) => verdict === 'Checking…'), JSON.stringify(states));
    for (const state of states) {
      if (state.verdict === 'Checking…') assert.deepEqual([state.count, state.listed, state.panel], [null, 0, 'Checking…'], JSON.stringify(states));
      else assert.equal(state.count, String(state.listed), JSON.stringify(states));
      assert.doesNotMatch(state.verdict, /Nothing/);
      assert.equal(state.place, false);
    }
  }
  await context.close();
});

test('the board of a text is shown before fixes are searched for', async () => {
  const { page, context } = await site.open();
  await ready(page);
  await page.evaluate(() => {
    const { client } = window.pipscribe.editor;
    const request = client.request.bind(client);
    client.request = (method, params) => {
      if (method === 'textDocument/codeAction') window.first ??= String(window.pipscribe.board()?.number);
      return request(method, params);
    };
  });
  await page.getByRole('button', { name: 'Try an example' }).first().click();
  await page.locator('.finding button.main').waitFor();
  assert.equal(await page.evaluate(() => window.first), '48');
  await context.close();
});

test('the pictures of the games fill their cards, and their pieces differ from the background', async () => {
  for (const [width, height] of [[1280, 800], [390, 844], [844, 390]]) {
    for (const colorScheme of ['light', 'dark']) {
      const { page, context } = await site.open({ viewport: { width, height }, colorScheme });
      const pictures = await page.evaluate(() => [...document.querySelectorAll('.picture svg')].map(svg => {
        const light = colour => {
          const canvas = new OffscreenCanvas(1, 1).getContext('2d');
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(value => { const part = value / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const box = svg.getBoundingClientRect();
        const parts = [...svg.querySelectorAll('g:not(.ground)')].map(part => part.getBoundingClientRect()).filter(part => part.width || part.height);
        const filled = [Math.max(...parts.map(({ right }) => right)) - Math.min(...parts.map(({ left }) => left)), Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top))];
        const piece = svg.querySelector('.piece-2');
        const [ground, dark] = [light(getComputedStyle(svg).backgroundColor), piece ? light(getComputedStyle(piece).fill) : 0];
        return { filled: Math.max(filled[0] / box.width, filled[1] / box.height), contrast: (ground + 0.05) / (dark + 0.05) };
      }));
      for (const { filled, contrast } of pictures) {
        assert.ok(filled > 0.88 && filled <= 1.01, `${width}x${height}: ${filled}`);
        assert.ok(contrast > 2, `${width}x${height}, ${colorScheme}: ${contrast}`);
      }
      const words = await page.evaluate(() => {
        const [text] = document.querySelector('.welcome h2').childNodes;
        const tops = [...text.data.matchAll(/\S+/g)].map(({ index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          return Math.round(range.getBoundingClientRect().top);
        });
        return tops.filter(top => top === tops.at(-1)).length;
      });
      assert.ok(words > 1, `${width}x${height}: one word has a line of its own`);
      await context.close();
    }
  }
});

test('a dropped page without records changes nothing', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`);
  await page.evaluate(() => {
    const files = new DataTransfer();
    files.items.add(new File(['# Only words\n'], 'words.md'));
    document.querySelector('.cm-content').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => /has no records/.test(document.querySelector('.notice')?.textContent));
  assert.equal(await text(page), `${GIPF}1. b3 *\n`);
  await context.close();
});

test('a notice covers nothing, can be closed by key, and goes when its cause has gone', async () => {
  const { page, context } = await site.open({ viewport: { width: 390, height: 844 } });
  await put(page, `${GIPF}1. b3 2. zz *\n`);
  const drop = (content, name) => page.evaluate(([content, name]) => {
    const files = new DataTransfer();
    files.items.add(new File([content], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  }, [content, name]);
  const shown = words => page.waitForFunction(words => document.querySelector('.notice.shown')?.textContent.includes(words), words);
  const gone = () => page.waitForFunction(() => !document.querySelector('.notice.shown') && document.querySelector('.notice').offsetHeight === 0);
  await drop('# Only words\n', 'words.md');
  await shown('words.md has no records');
  // Every button in sight is reached where it is.
  const covered = await page.evaluate(() => {
    return [...document.querySelectorAll('main button')].filter(button => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (!button.checkVisibility({ visibilityProperty: true }) || y < 0 || y > innerHeight || x < 0 || x > innerWidth) return false;
      return !button.closest('.notice') && document.elementFromPoint(x, y)?.closest('.notice');
    }).map(button => button.textContent || button.ariaLabel);
  });
  assert.deepEqual(covered, []);
  // The file that is opened next makes it obsolete.
  await drop(`${GIPF}1. b3 *\n`, 'game.pips');
  await page.waitForFunction(() => /1\. b3/.test(window.pipscribe.editor.text));
  await gone();
  for (const close of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: 'Close the notice' }).click()]) {
    await drop('# Only words\n', 'words.md');
    await shown('words.md has no records');
    await close();
    await gone();
  }
  // An edit too.
  await drop('# Only words\n', 'words.md');
  await shown('words.md has no records');
  await page.locator('.cm-content').focus();
  await page.keyboard.type('#');
  await gone();
  await context.close();
});

test('a record opens at its last turn, or at its first finding', async () => {
  const { page, context } = await site.open();
  await ready(page);
  const open = text => page.evaluate(text => window.pipscribe.open(text, 'a game'), text);
  await open(file('gipf/real/game-a.pips'));
  await page.waitForFunction(() => window.pipscribe.board()?.next.length === 0 && window.pipscribe.board().number > 20);
  await judged(page);
  await open(file('gipf/real/game-b-with-errors.pips'));
  await page.locator('.finding.error').first().waitFor();
  await page.waitForFunction(() => window.pipscribe.board()?.fault && window.pipscribe.board().number === 48);
  await context.close();
});

test('an illegal turn stays on the board until the board is touched, whatever the tags say', async () => {
  for (const options of [{ viewport: { width: 1280, height: 800 } }, { viewport: { width: 390, height: 844 } }]) {
    const { page, complaints, context } = await site.open(options);
    // A pointer that stays is on the board as soon as there is one.
    await page.mouse.move(190, 300);
    await openText(page, '[Game "gipf"]\n[Variant "basic"]\n[Result "1-0"]\n\n1. h3 2. b1-b4 3. c2 *\n', 'a test');
    await judged(page);
    await page.waitForFunction(() => window.pipscribe.board()?.fault && document.querySelector('pips-board').step);
    await page.mouse.move(195, 305);
    const seen = () => page.evaluate(() => {
      const root = document.querySelector('pips-board').shadowRoot;
      const ring = root.querySelector('.figure .open-mark');
      return {
        rests: root.querySelector('.over').matches('.resting') && [...root.querySelectorAll('button.spot')].every(spot => getComputedStyle(spot, '::before').opacity === '0'),
        rings: root.querySelectorAll('.figure :is(.mark, .open-mark) circle').length, fill: ring && getComputedStyle(ring).fill,
        asks: root.querySelector('.asks').checkVisibility(), first: document.querySelector('.finding .headline').textContent,
        fault: document.querySelector('.told .fault')?.textContent,
      };
    });
    await page.waitForTimeout(200);
    const { rests, rings, fill, asks, first, fault } = await seen();
    assert.deepEqual({ rests, rings, fill, asks }, { rests: true, rings: 3, fill: 'none', asks: false });
    assert.match(fault, /^Not played: A push from b1 ends on b3/);
    assert.match(first, /^A push from b1 ends on b3/);
    const stage = await page.locator('pips-board').boundingBox();
    await page.mouse.click(stage.x + 4, stage.y + 4);
    await page.waitForFunction(() => document.querySelector('pips-board').shadowRoot.querySelector('.over:not(.resting)'));
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a turn shows what it did until the pointer or the keyboard enters the board', async () => {
  const { page, context } = await site.open();
  const game = file('gipf/real/game-a.pips');
  await put(page, game, game.indexOf('19. ') + 5);
  await page.waitForFunction(() => window.pipscribe.board()?.number === 19 && document.querySelector('pips-board')?.step);
  // Rings fade in unless motion is reduced.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const state = () => page.evaluate(() => {
    const root = document.querySelector('pips-board').shadowRoot;
    return {
      asks: root.querySelector('.asks').textContent,
      resign: [...root.querySelectorAll('button.quiet')].some(button => !button.hidden),
      arrows: root.querySelectorAll('.figure [class*="ghost"], .figure [class*="arrow"], .figure [class*="row"]').length,
      rings: getComputedStyle(root.querySelector('.over .spot'), '::before').opacity,
    };
  });
  await page.mouse.move(2, 2);
  const before = await state();
  assert.doesNotMatch(before.asks, /Choose/);
  assert.equal(before.resign, false);
  assert.equal(before.rings, '0');
  assert.ok(before.arrows > 0, 'what the turn did is shown');
  await page.locator('pips-board').hover();
  const entered = await state();
  assert.match(entered.asks, /Choose/);
  assert.equal(entered.rings, '1');
  assert.equal(entered.resign, false, 'resigning is for the end of the record');
  await page.mouse.move(2, 2);
  assert.equal((await state()).rings, '0');
  await page.locator('pips-board').locator('[data-choice="0"]').first().focus();
  assert.equal((await state()).rings, '1');
  await context.close();
});

test('the name and the title follow the record', async () => {
  const { page, context } = await site.open();
  await put(page, `${GIPF}1. b3 *\n`);
  assert.equal(await page.textContent('#name'), 'a test');
  assert.match(await page.title(), /^a test – Pipscribe$/);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await paste(page, '[Game "gipf"]\n[Variant "basic"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n\n1. b3 *\n');
  await page.waitForFunction(() => /Ann/.test(document.querySelector('#name')?.textContent));
  assert.match(await page.title(), /Ann.*Bob.* – Pipscribe$/);
  await context.close();
});

test('where the clipboard cannot be read, a text is pasted into a box', async () => {
  for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
    const { page, complaints, context } = await site.open(options);
    await ready(page);
    await page.evaluate(() => { navigator.clipboard.readText = () => Promise.reject(new DOMException('not allowed', 'NotAllowedError')); });
    await page.getByRole('button', { name: 'Paste a record' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Paste a record' });
    const box = dialog.getByLabel('The text');
    assert.ok((await box.boundingBox()).height > 200);
    await page.waitForFunction(() => document.activeElement?.id === 'paste-text');
    // Without a text the box stays.
    await dialog.getByRole('button', { name: 'Read it' }).click();
    await dialog.getByText('There is no text').waitFor();
    await box.fill('Hi Bob, here is our game:\n\n[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. h3 *\n');
    await dialog.getByRole('button', { name: 'Read it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => window.pipscribe.board()?.number === 2);
    assert.match(await text(page), /^# Hi Bob, here is our game:\n\[Game "gipf"\]/);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a pasted text is said to be read before it is open', async () => {
  const { page, context } = await site.open();
  await page.waitForFunction(() => document.documentElement.classList.contains('ready'));
  const said = await page.evaluate(() => new Promise(resolve => {
    const data = new DataTransfer();
    data.setData('text/plain', 'Ann: shall we play GIPF basic?\nBob: yes\n1. b3\n2. h3\n');
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    requestAnimationFrame(() => resolve(document.querySelector('.notice.shown p')?.textContent));
  }));
  assert.equal(said, 'Reading…');
  await page.waitForFunction(() => document.documentElement.dataset.start === 'record');
  await page.waitForFunction(() => document.querySelector('.notice p').textContent !== 'Reading…');
  await context.close();
});

test('a record in a quoted mail is not said to come from a page', async () => {
  const { page, context } = await site.open();
  await ready(page);
  await paste(page, '> [Game "gipf"]\n> [Variant "basic"]\n>\n> 1. b3 2. h3 3. c2 *\n');
  await page.locator('.notice.shown', { hasText: '1 record read' }).waitFor();
  assert.doesNotMatch(await page.locator('.notice').textContent(), /blocks/);
  assert.match(await text(page), /1\. b3 2\. h3 3\. c2/);
  await context.close();
});

test('a pasted chat whose remarks have words like turns says so, with a button that goes to the first', async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const { page, complaints, context } = await site.open({ viewport });
    await ready(page);
    const said = page.locator('.notice.shown');
    const go = said.locator('button.button');
    const turns = '1. b3\n2. h3\n3. b4\n';
    const chats = [
      [`Anna: gipf tonight? basic, at 20h\nBen: sure! I started b3, then you h3\n${turns}Anna: nice\nBen: hm, a5-b5 was better\n`, '2 comments contain words that look like turns', 'b3'],
      [`Anna: gipf tonight? basic, at 20h\nBen: sure!\n${turns}Anna: nice, all in 2 hours\n`, null, null],
    ];
    for (const [chat, words, first] of chats) {
      await page.evaluate(() => document.activeElement.blur());
      if (await page.locator('.cm-content').isVisible()) {
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+a');
      }
      await paste(page, chat);
      await said.filter({ hasText: 'Read as' }).waitFor();
      assert.equal((await said.textContent()).includes('look like turns'), words !== null, await said.textContent());
      assert.equal(await go.isVisible(), words !== null);
      if (!words) continue;
      assert.ok((await said.textContent()).includes(words), await said.textContent());
      await go.click();
      const selected = await page.evaluate(() => { const { from, to } = window.pipscribe.editor.view.state.selection.main; return window.pipscribe.editor.text.slice(from, to); });
      assert.equal(selected, first);
      assert.ok(await page.locator('.cm-content').isVisible());
      assert.equal(await page.locator('.notice.shown').count(), 0);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  }
});
