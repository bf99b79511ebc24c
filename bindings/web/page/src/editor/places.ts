// Converts between positions of the protocol and of the editor. The server may refer to an outdated
// text, so positions are clamped.
import type { Text } from '@codemirror/state';
import type { Position, Range } from 'vscode-languageserver-protocol';

export function offsetOf(doc: Text, place: Position): number {
  if (place.line >= doc.lines) return doc.length;
  const line = doc.line(place.line + 1);
  return Math.min(line.from + place.character, line.to);
}

export function rangeOf(doc: Text, range: Range): { from: number; to: number } {
  const from = offsetOf(doc, range.start);
  return { from, to: Math.max(from, offsetOf(doc, range.end)) };
}

export function placeOf(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}
