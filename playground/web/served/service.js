/* What makes the site work without a network, and keeps its versions apart. BUILT is
   written before this by who writes the site:
   version what is told of all files; another version is another name
   files   each file of the site, as pages ask for it, with the SHA-256 of its bytes
   python  where Pyodide's files lie, and cacheName, under which name pages keep them
   pythonFiles  their hashes in the same way, as far as they are known
   A version is taken over whole, once all files that pages share and the pages of the
   languages in use have arrived as they were written; pages that are open go on with
   theirs. A page of another language comes when it is visited. Nothing comes out of a cache that is not what the
   site was written with: a script of this origin can write there. */
"use strict";

// Sites may share an origin: each clears its own only.
const CACHE_PREFIX = `playground ${registration.scope} `;
const SITE_CACHE = `${CACHE_PREFIX}site ${BUILT.version}`;
const PYTHON_URL = new URL(BUILT.python, location.href).href;

async function hashResponse(response) {
  const bytes = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A file as it was written: what a cache on the way still has of an older version is
    fetched again. */
async function fetchExact(name, hash) {
  for (const cache of ["default", "reload"]) {
    const response = await fetch(name, { cache });
    if (response.ok && (await hashResponse(response.clone())) === hash) return response;
  }
  throw new Error(`${name} is of another version`);
}

/** The folder that a page or its picture lies in, which is that of its language; of other
    files pages of all languages have need. */
const findLanguageFolder = (name) => (
  /\.(html|svg)$/.test(name) ? name.slice(0, name.lastIndexOf("/") + 1) : null);

/** The folders of the languages in use: of the pages that are open. */
async function listOpenFolders() {
  const open = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  const own = open.filter(({ url }) => url.startsWith(registration.scope));
  return own.map(({ url }) => {
    const { pathname } = new URL(url);
    return pathname.slice(new URL(registration.scope).pathname.length, pathname.lastIndexOf("/") + 1);
  });
}

async function install() {
  const cache = await caches.open(SITE_CACHE), folders = [null, ...await listOpenFolders()];
  const files = Object.entries(BUILT.files);
  await Promise.all(files.filter(([name]) => folders.includes(findLanguageFolder(name))).map(
    async ([name, hash]) => {
      await cache.put(new URL(name, registration.scope).href, await fetchExact(name, hash));
    }));
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith(CACHE_PREFIX) && name !== SITE_CACHE
      && name !== `${CACHE_PREFIX}${BUILT.cacheName}`);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

/** Take over from an older version where the page that asks is the only one: another
    would go on with files of both. */
async function takeOver() {
  const open = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  const own = open.filter(({ url }) => url.startsWith(registration.scope));
  if (own.length < 2) await skipWaiting();
}

/** The file of this version that is meant, by its name in a cache and its hash; nothing of
    another one. */
function findFile(request) {
  const address = new URL(request.url);
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  const url = address.href.slice(0, address.href.length - address.hash.length);
  if (url.startsWith(PYTHON_URL)) {
    const cacheName = `${CACHE_PREFIX}${BUILT.cacheName}`;
    return { cacheName, url, hash: BUILT.pythonFiles[url.slice(PYTHON_URL.length)] };
  }
  // What is asked for a page (?embed) is no part of its name; a version is.
  const name = url.slice(registration.scope.length);
  const known = [name, name.split("?")[0]].find((key) => Object.hasOwn(BUILT.files, key));
  return known && { cacheName: SITE_CACHE, url: new URL(known, registration.scope).href,
    hash: BUILT.files[known] };
}

async function respond(request) {
  const file = findFile(request);
  if (!file) return fetch(request);
  const { cacheName, url, hash } = file, cache = await caches.open(cacheName);
  const kept = await cache.match(url);
  // Python from elsewhere has no hash that is known here.
  if (kept && (!hash || (await hashResponse(kept.clone())) === hash)) return kept;
  const isMissingPage = !kept && cacheName === SITE_CACHE;
  if (!hash || !(kept || isMissingPage)) return fetch(request);
  await cache.delete(url);
  let exact;
  try { exact = await fetchExact(url, hash); } catch {
    // The server may have a newer version, whose pages name files of their own.
    return request.mode === "navigate" ? fetch(request) : Response.error();
  }
  await cache.put(url, exact.clone());
  return exact;
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(takeOver());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const own = request.url.startsWith(registration.scope) || request.url.startsWith(PYTHON_URL);
  if (request.method === "GET" && own) event.respondWith(respond(request));
});
