// The board element with its types.
export * from './types';
export { PipsBoard } from './element';
export { sourceOf, type Call, type Look } from './source';
export { readPicture } from './svg';
export { SIGNS, type Drawn, type Sign } from './marking';
