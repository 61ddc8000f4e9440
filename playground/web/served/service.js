/* The service worker: serves the site offline, and keeps its versions apart. `site.py`
   writes BUILT before this script:
   version      the hash of all files
   files        each file of the site, by the name that pages request, with its SHA-256
   python       the address of Pyodide's files
   pythonFiles  their SHA-256, as far as they are known
   cacheName    the name of the cache in which pages store them
   A version is installed as a whole, once all shared files and the pages of the languages in
   use have arrived with the expected hashes; open pages continue with theirs. A page of
   another language is fetched when it is visited. Cached files are always checked against
   their hashes, as any script of this origin can write to the cache. */
"use strict";

// Sites may share an origin; each clears only its own caches.
const CACHE_PREFIX = `playground ${registration.scope} `;
const SITE_CACHE = `${CACHE_PREFIX}site ${BUILT.version}`;
const PYTHON_URL = new URL(BUILT.python, location.href).href;

async function hashResponse(response) {
  const bytes = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetch a file with the expected hash; an outdated one in an HTTP cache is fetched again. */
async function fetchExact(name, hash) {
  for (const cache of ["default", "reload"]) {
    const response = await fetch(name, { cache });
    if (response.ok && (await hashResponse(response.clone())) === hash) return response;
  }
  throw new Error(`${name} is of another version`);
}

/** Return the language folder of a page or figure; null for files shared by all languages. */
const findLanguageFolder = (name) => (
  /\.(html|svg)$/.test(name) ? name.slice(0, name.lastIndexOf("/") + 1) : null);

/** Return the language folders of the open pages. */
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

/** Activate this version if the requesting page is the only one; others would mix files of both. */
async function takeOver() {
  const open = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  const own = open.filter(({ url }) => url.startsWith(registration.scope));
  if (own.length < 2) await skipWaiting();
}

/** Return a requested file's name in the cache and its hash; undefined for files of other versions.
    */
function findFile(request) {
  const address = new URL(request.url);
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  const url = address.href.slice(0, address.href.length - address.hash.length);
  if (url.startsWith(PYTHON_URL)) {
    const cacheName = `${CACHE_PREFIX}${BUILT.cacheName}`;
    return { cacheName, url, hash: BUILT.pythonFiles[url.slice(PYTHON_URL.length)] };
  }
  // The query of a page (?embed) is not part of its name; a version is.
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
  // Remote Pyodide files have no known hash.
  if (kept && (!hash || (await hashResponse(kept.clone())) === hash)) return kept;
  const isMissingPage = !kept && cacheName === SITE_CACHE;
  if (!hash || !(kept || isMissingPage)) return fetch(request);
  await cache.delete(url);
  let exact;
  try { exact = await fetchExact(url, hash); } catch {
    // The server may have a newer version, whose pages use other files.
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
