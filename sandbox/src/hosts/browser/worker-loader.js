// Runs the parts of the service worker when they are needed. Import() does not exist in service workers, so the parts are
// AMD modules, and importScripts brings their files: large parts have one each, the others are together in `2-parts`. All
// are brought once at installation, so that they are there offline.
/* global self, importScripts */

{
  const folder = new URL('clientlib-sandbox-worker/', self.location.href);
  const defined = new Map();
  const made = new Map();

  // What the browser has itself is no part.
  if ('Temporal' in self) made.set('temporal', { Temporal: self.Temporal });

  self.define = (id, needs, factory) => defined.set(id, { needs, factory });

  const bring = (file) => importScripts(new URL(`${file}.js`, folder).href);

  const resolve = (id, from) => new URL(id, `file:///${from}`).pathname.slice(1);

  const load = (id) => {
    if (made.has(id)) return made.get(id);
    if (!defined.has(id)) bring(self.FILES.includes(id) ? id : '2-parts');
    const { needs, factory } = defined.get(id);
    const exports = {};
    made.set(id, exports);
    const given = {
      exports: () => exports,
      // Asked for by libraries that know their address, which is the worker's.
      module: () => ({ id, uri: self.location.href }),
      require: () => (wanted, done, failed) => {
        try {
          done(...wanted.map((part) => load(resolve(part, id))));
        } catch (error) {
          failed(error);
        }
      },
    };
    factory(...needs.map((need) => (given[need] ?? (() => load(resolve(need, id))))()));
    return exports;
  };

  self.addEventListener('install', () => {
    for (const file of self.FILES) if (!defined.has(file) && !made.has(file)) bring(file);
  });

  load('1-worker');
}
