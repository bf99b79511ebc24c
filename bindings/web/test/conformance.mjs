// Compares a package with the conformance manifest, in Node and in a browser.

/** Returns the differences from the manifest, one line each. */
export function mismatches(pipscribe, cases) {
  const wrong = [];
  for (const wanted of cases) {
    const [record] = pipscribe.check(wanted.record, { with: ['positions'], record: 1, fix: false });
    const first = record.findings.find(finding => finding.severity === 'error');
    const lines = wanted.positions.length ? pipscribe.replay(wanted.record, { record: 1 }) : [];
    const turns = lines.filter(line => 'turn' in line);
    const end = lines.find(line => !('turn' in line));
    const found = {
      valid: record.valid,
      code: first?.code ?? null,
      turn: first?.turn ?? null,
      turns: turns.map(turn => turn.text),
      positions: wanted.positions.length ? record.positions : [],
      result: record.result,
      score: record.score,
    };
    for (const [key, value] of Object.entries(found)) {
      if (JSON.stringify(value) !== JSON.stringify(wanted[key])) wrong.push(`${wanted.id}, ${key}: ${JSON.stringify(value)}, not ${JSON.stringify(wanted[key])}`);
    }
    if (end && (end.result !== wanted.result || end.score !== wanted.score)) wrong.push(`${wanted.id}: the replay ends with ${end.result} ${end.score}`);
    if (turns.some((turn, at) => turn.position !== wanted.positions[at + 1])) wrong.push(`${wanted.id}: the replay has other positions`);
  }
  return wrong;
}
