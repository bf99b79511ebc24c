import * as pipscribe from 'pipscribe';
import { result } from './result.js';

result(pipscribe).then(found => globalThis.found = found);
