// Without `load`: on a server, modules are loaded on first use.
import * as pipscribe from 'pipscribe';
import { result } from './result.js';

const nothing = async () => {};
result({ ...pipscribe, init: nothing, load: nothing }).then(found => console.log(found));
