// What each bundle must find: a verdict, a conversion by the second module, and a game in progress.
export async function result({ Game, check, convert, init, load }) {
  const text = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n';
  try {
    await init();
    await load('formats');
    const [record] = check(text);
    const game = new Game('gipf', 'basic');
    game.move('a2-b3');
    return [record.findings[0].code, convert(text, { to: 'json' }).records, ...game.turns].join(' ');
  } catch (error) {
    return String(error);
  }
}
