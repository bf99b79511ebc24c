// Export of the current position as a figure: its options, and the file.
import type { Figures, RenderOptions } from '../../../js/types';
import { el } from '../dom';
import { playerOf } from '../player';
import { dialog } from './dialog';
import { messageOf, type Files } from './host';
import { drawn } from './images';
import { download, named } from './save';

type Kind = 'svg' | 'outlines' | 'png' | 'gif' | 'pdf' | 'html' | 'words';

const KINDS: readonly (readonly [Kind, string, string])[] = [
  ['svg', 'SVG', 'svg'], ['outlines', 'SVG without fonts', 'svg'], ['png', 'PNG', 'png'],
  ['gif', 'Animated picture (GIF)', 'gif'], ['pdf', 'PDF', 'pdf'],
  ['html', 'Interactive player', 'html'], ['words', 'Text description (alt text)', 'txt'],
];
const THEMES = ['print', 'screen', 'dark', 'high-contrast'];
/** Themes of a player. Without one, it is light or dark as its reader prefers. */
const PLAYER_THEMES = [['', 'as the reader prefers'], ['screen', 'light'], ['dark', 'dark'], ['high-contrast', 'high contrast'], ['print', 'print']] as const;
/** Resolutions of a PNG in dots per inch. */
const RESOLUTIONS = [['96', '96 dpi, screen'], ['192', '192 dpi'], ['300', '300 dpi, print'], ['600', '600 dpi']] as const;
const LANGUAGES = [['en', 'English'], ['de', 'Deutsch'], ['fr', 'Français'], ['nl', 'Nederlands']] as const;
/** Time for which an animated picture shows a position, in milliseconds. */
const BEAT = 1_000;
/** Height of the preview of a player, unless the style sheet sets another. */
const PLAYER_HEIGHT = 'min(30rem, 50dvh)';
/** Pause in typing before the preview is drawn again, in milliseconds. */
const PAUSE = 200;

const options = (values: readonly (readonly [string, string])[]): HTMLOptionElement[] => values.map(([value, title]) => el('option', { value }, title));

/** Creates the fields of the dialog. */
function fields(turn: number, turns: readonly (readonly [string, string])[]) {
  const select = (name: string, values: readonly (readonly [string, string])[]): HTMLSelectElement => el('select', { id: `figure-${name}` }, ...options(values));
  const text = (name: string, placeholder: string): HTMLInputElement => el('input', { id: `figure-${name}`, type: 'text', placeholder, autocomplete: 'off' });
  const tick = (name: string, checked = false): HTMLInputElement => el('input', { id: `figure-${name}`, type: 'checkbox', checked });
  return {
    kind: select('kind', KINDS.map(([kind, title]) => [kind, title])),
    turn: el('input', { id: 'figure-turn', type: 'number', min: '0', value: String(turn) }),
    opens: el('input', { id: 'figure-opens', type: 'number', min: '0', placeholder: 'mistake or end' }),
    from: el('input', { id: 'figure-from', type: 'number', min: '1', placeholder: 'none' }),
    theme: select('theme', THEMES.map(theme => [theme, theme])),
    scheme: select('scheme', PLAYER_THEMES),
    rotate: select('rotate', turns),
    view: text('view', 'c2..f6'),
    coordinates: select('coordinates', [['', 'as usual'], ['all', 'on all sides'], ['none', 'none']]),
    caption: text('caption', 'none'),
    marks: text('marks', 'circle c3; arrow a1>b3'),
    width: text('width', '60mm'),
    dpi: select('dpi', RESOLUTIONS),
    lang: select('lang', LANGUAGES),
    legend: tick('legend'),
    movement: tick('movement'),
    last: tick('last', true),
    notes: tick('notes', true),
    ground: tick('ground', true),
  };
}

type Fields = ReturnType<typeof fields>;

const TITLES: Record<keyof Fields, string> = {
  kind: 'File', turn: 'After turn', opens: 'Opens at turn', from: 'Numbers from turn', theme: 'Theme', scheme: 'Theme', rotate: 'Rotate by', view: 'Crop to', coordinates: 'Coordinates',
  caption: 'Caption', marks: 'Marks', width: 'Width', dpi: 'Resolution', lang: 'Language', legend: 'Legend of the marks', movement: 'What the last turn moved',
  last: 'Mark of the last turn', notes: 'Lines below the board', ground: 'Background',
};

/** Fields that are always shown; the others are in a part that opens. */
const FIRST: readonly (keyof Fields)[] = ['kind', 'turn', 'opens', 'theme', 'scheme', 'caption', 'width', 'dpi'];

/** Fields of a player. Those of a single position do not apply to it, and it shows by itself what turns moved. */
const OF_PLAYER: readonly (keyof Fields)[] = ['kind', 'opens', 'scheme', 'rotate', 'view', 'coordinates', 'lang', 'last', 'notes'];

/** Returns true if a field applies to a kind of file. */
function applies(key: keyof Fields, kind: Kind): boolean {
  if (kind === 'html') return OF_PLAYER.includes(key);
  if (key === 'opens' || key === 'scheme') return false;
  // Only a PNG has a resolution; its width follows from it. An animated picture shows every turn.
  if (key === 'dpi') return kind === 'png';
  if (key === 'width') return kind !== 'png' && kind !== 'gif';
  return key !== 'turn' || kind !== 'gif';
}

const number = (field: HTMLInputElement): number | undefined => (field.value === '' ? undefined : Number(field.value));

/** Returns the options of a player for the library. */
function askedOfPlayer(of: Fields): RenderOptions {
  return {
    format: 'html', turn: number(of.opens), theme: of.scheme.value || undefined, rotate: Number(of.rotate.value) || undefined, view: of.view.value.trim() || undefined,
    coordinates: of.coordinates.value || undefined, lang: of.lang.value as RenderOptions['lang'], last: of.last.checked, notes: of.notes.checked,
  };
}

/** Returns the options of a figure for the library. */
function asked(of: Fields): RenderOptions {
  const marks = of.marks.value.split(';').map(mark => mark.trim()).filter(Boolean);
  return {
    turn: number(of.turn), from: number(of.from), theme: of.theme.value, rotate: Number(of.rotate.value) || undefined,
    view: of.view.value.trim() || undefined, coordinates: of.coordinates.value || undefined, caption: of.caption.value || undefined,
    marks: marks.length ? marks : undefined, width: of.width.value.trim() || undefined, lang: of.lang.value as RenderOptions['lang'],
    legend: of.legend.checked, movement: of.movement.checked, last: of.last.checked, notes: of.notes.checked, background: of.ground.checked,
  };
}

/** Opens the dialog for the position that the board shows. */
export function saveFigure(host: Files): void {
  const { text, turn } = host.shown();
  const of = fields(turn, [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330].map(degrees => [String(degrees), `${degrees}°`]));
  const image = el('img', { className: 'preview', alt: 'The figure' });
  // The image, or the player.
  let preview: HTMLElement = image;
  const put = (next: HTMLElement): void => {
    preview.replaceWith(next);
    preview = next;
  };
  const told = el('p', { className: 'told', role: 'status' });
  let requests = 0;
  const show = async (): Promise<void> => {
    requests += 1;
    const own = requests;
    try {
      if (of.kind.value === 'html') {
        const player = playerOf(await host.call<string>('render', text, askedOfPlayer(of)), PLAYER_HEIGHT);
        if (own !== requests) return;
        player.className = 'preview';
        put(player);
        told.textContent = '';
        return;
      }
      const shown = asked(of);
      const [{ figures, warnings }, words] = await Promise.all([
        host.call<Figures>('figures', text, { ...shown, format: 'svg' }), host.call<string>('render', text, { ...shown, format: 'words' }),
      ]);
      if (own !== requests) return;
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(figures[0] ?? '')}`;
      image.alt = words.trim();
      put(image);
      told.textContent = warnings.join(' ');
    } catch (error) {
      if (own === requests) told.textContent = messageOf(error);
    }
  };
  const save = async (): Promise<boolean> => {
    const kind = of.kind.value as Kind;
    const ending = KINDS.find(([known]) => known === kind)?.[2] ?? 'svg';
    try {
      const name = named(host.name(), ending);
      const shown = asked(of);
      const { theme, background, lang } = shown;
      if (kind === 'words') download(await host.call<string>('render', text, { ...shown, format: 'words' }), name, 'text/plain;charset=utf-8');
      else if (kind === 'svg' || kind === 'outlines') download(await host.call<string>('render', text, { ...shown, format: 'svg', text: kind === 'svg' ? 'letters' : 'outlines' }), name, 'image/svg+xml');
      else if (kind === 'html') download(await host.call<string>('render', text, askedOfPlayer(of)), name, 'text/html');
      else if (kind === 'gif') {
        const { figures } = await host.call<Figures>('figures', text, { ...shown, turn: undefined, every: 1, format: 'svg' });
        download(await drawn(kind, figures, { scale: 1.5, delay: BEAT }), name, 'image/gif');
      } else {
        const { figures } = await host.call<Figures>('figures', text, { ...shown, format: kind === 'pdf' ? 'pages' : 'svg' });
        const how = kind === 'pdf' ? { theme, background, lang } : { scale: 2, dpi: Number(of.dpi.value) };
        download(await drawn(kind, figures, how), name, kind === 'pdf' ? 'application/pdf' : 'image/png');
      }
      host.say('Saved.');
      return true;
    } catch (error) {
      told.textContent = messageOf(error);
      return false;
    }
  };
  const copy = async (): Promise<void> => {
    try {
      const { figures } = await host.call<Figures>('figures', text, { ...asked(of), format: 'svg' });
      const png = drawn('png', figures, { scale: 2, dpi: Number(of.dpi.value) }).then(bytes => new Blob([bytes], { type: 'image/png' }));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
      told.textContent = 'The picture is copied.';
    } catch (error) {
      told.textContent = `The picture cannot be copied: ${messageOf(error)}`;
    }
  };
  const row = (key: keyof Fields): HTMLElement => el('div', { className: 'field', id: `field-${key}` }, el('label', { for: of[key].id }, TITLES[key]), of[key]);
  const rest = (Object.keys(of) as (keyof Fields)[]).filter(key => !FIRST.includes(key));
  const more = el('details', { className: 'more' }, el('summary', {}, 'More options'), el('div', { className: 'fields' }, ...rest.map(row)));
  of.dpi.value = '192';
  const box = dialog('A figure', [image, el('div', { className: 'fields' }, ...FIRST.map(row)), more, told], 'Save', save);
  const copies = el('button', { type: 'button', className: 'button', onclick: () => void copy() }, 'Copy picture');
  box.querySelector('.deeds')?.prepend(copies);
  box.classList.add('wide');
  const choose = (): void => {
    const kind = of.kind.value as Kind;
    for (const key of Object.keys(of) as (keyof Fields)[]) box.querySelector<HTMLElement>(`#field-${key}`)?.toggleAttribute('hidden', !applies(key, kind));
    copies.hidden = kind === 'html';
  };
  of.kind.addEventListener('change', choose);
  choose();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  box.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void show(), PAUSE);
  });
  void show();
}
