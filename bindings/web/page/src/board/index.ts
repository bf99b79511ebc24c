// The board element with its types.
export * from './types';
export { PipsBoard } from './element';
export { sourceOf } from './source';
export { readPicture } from './svg';
export { SIGNS, type Drawn } from './marking';
