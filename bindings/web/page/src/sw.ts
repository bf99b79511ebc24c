// Service worker for offline use. The build inserts the names of the files; every build has its own cache.
declare const FILES: readonly string[];
declare const VERSION: string;

const worker = self as unknown as Keeper;
const CACHE = `pipscribe-${VERSION}`;

worker.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES.map(file => new Request(file, { cache: 'reload' })))));
});

worker.addEventListener('activate', event => {
  // No window uses the old version any more.
  const old = async (): Promise<void> => {
    const names = await caches.keys();
    await Promise.all(names.filter(name => name.startsWith('pipscribe-') && name !== CACHE).map(name => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(old());
});

worker.addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
  const kept = async (): Promise<Response> => {
    const cache = await caches.open(CACHE);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(kept());
});

interface ExtendableEvent extends Event { waitUntil(done: Promise<unknown>): void }
interface FetchEvent extends ExtendableEvent { readonly request: Request; respondWith(response: Promise<Response>): void }
interface Keeper {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(name: 'install' | 'activate', act: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'fetch', act: (event: FetchEvent) => void): void;
}
