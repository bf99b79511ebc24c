import * as pipscribe from 'pipscribe/inline';
import { result } from './result.js';

result(pipscribe).then(found => globalThis.found = found);
