import * as pipscribe from 'pipscribe';
import { result } from '../../result.js';
import { Client } from './client.js';

export default async function Page() {
  return <main><p id="server">{await result(pipscribe)}</p><Client /></main>;
}
