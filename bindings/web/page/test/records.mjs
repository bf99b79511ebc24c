// Records for tests that are not in the corpus.

/** Text that would be markup or end a script; the same as in the test of the interactive player. */
export const EVIL = '</script><script>boom()</script><!-- <img src=x onerror=boom()> & "\'`${boom()}` \u2028 {{data}} \u202e';

/** Returns a record with this text everywhere where text may be. */
export function hostile(evil = EVIL) {
  const quoted = evil.replace(/[\\"]/g, '\\$&');
  const comment = evil.replace(/[{}]/g, '\\$&');
  return `# ${evil.replace(/\u2028/g, '')}\n[Game "gipf"]\n[Variant "basic"]\n[Event "${quoted}"]\n[Player1 "${quoted}"]\n[Nobody "${quoted}"]\n[Deck "${quoted}"]\n\n`
    + `1. b3 {${comment} [%label b3 "<b>&amp;"] [%diagram "${quoted}"] [%${quoted}]} (1. b4 {${comment}}) 2. <img/src=x/onerror=boom()> 3. c2 *\n`;
}

/** Returns a game of 400 turns: two players fill one half each of a large board and touch no side. */
export function long(turns = 400) {
  const half = letters => Array.from({ length: 24 }, (_, rank) => letters.map(letter => `${letter}${rank + 2}`)).flat();
  const [first, second] = [half([...'bcdefghijklm']), half([...'nopqrstuvwxy'])];
  const moves = Array.from({ length: turns }, (_, at) => (at === 0 ? first.shift() : at === 1 ? 'take' : (at % 2 ? second : first).shift()));
  return `[Game "pippinzip"]\n[Variant "pipeline"]\n[Size "26"]\n\n${moves.map((move, at) => `${at + 1}. ${move}${at % 10 === 9 ? '\n' : ' '}`).join('')}*\n`;
}

/** Returns a file of a given size with a given number of records. The last has a mistake. */
export function large(records, bytes) {
  const record = (number, move) => {
    const head = `[Game "gipf"]\n[Variant "basic"]\n[Event "Round ${number}"]\n[Player1 "Ann ${number}"]\n[Player2 "Bob"]\n\n`;
    const turns = `1. b3 2. h3 3. a2-c4 4. ${move} 5. b4 {`;
    const fill = Math.max(0, Math.floor(bytes / records) - head.length - turns.length - 6);
    return `${head}${turns}${'an even game so far, '.repeat(fill / 21 + 1).slice(0, fill)}} *\n\n`;
  };
  return Array.from({ length: records }, (_, at) => record(at + 1, at + 1 === records ? 'zz' : 'h4')).join('');
}
