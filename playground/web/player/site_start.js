/* The start of a site's page: its own data first, then Python in the background. */

import { createButton, createElement } from "./elements.js";
import { LiveSource } from "./live_source.js";
import { loadPlayer } from "./load_lesson.js";
import { joinSentences, message } from "./message.js";
import { isEmbedded } from "./navigation.js";
import { WorkerClient } from "./worker_client.js";

// Smaller changes of the wanted height are not reported.
const MIN_HEIGHT_CHANGE_PX = 4;

class ProgressBar {
  bar = createElement("progress", { max: 1, value: 0, "aria-label": "Python" });
  text = createElement("span", {});
  element = createElement("div", { class: "loading" }, this.bar, this.text);

  constructor() { document.querySelector("header").after(this.element); }

  /** @type {(how: { share: number; words: string }) => void} */
  show({ share, words }) {
    this.bar.value = share;
    this.text.textContent = words;
  }

  remove() { this.element.remove(); }

  /** Show a failure with a hint; the page continues with its own data. @param {Failure} failure */
  showFailure({ words, hint }) {
    const still = message("Python could not start, so only the precomputed states are available.");
    this.#showAlert(joinSentences(still, words, hint), message("Go on without it"));
  }

  /** Show the failure of Python after its start.
      @type {(failure: Failure, hasLeftAddress: boolean) => void} */
  showEnd({ words, hint }, hasLeftAddress) {
    const still = message("Python has stopped, so the picture cannot change.");
    const why = /[.。]$/.test(words) ? words : message("{text}.", { text: words });
    const left = hasLeftAddress
      ? message("The state was taken out of the address, so that it is not opened again.") : "";
    document.querySelector("header").after(this.element);
    this.#showAlert(joinSentences(still, why, left, hint), message("Close"));
  }

  /** @type {(words: string, away: string) => void} */
  #showAlert(words, away) {
    this.element.className = "loading failed";
    this.element.setAttribute("role", "alert");
    this.element.replaceChildren(createElement("p", {}, words),
      createButton(message("Try again"), () => location.reload()),
      createButton(away, () => this.remove()));
  }
}

/** Keep links to other pages of the site embedded. @param {MouseEvent} event */
function keepEmbedded({ target }) {
  const link = target instanceof Element && target.closest("a");
  if (link && link.origin === location.origin && !link.target) link.search = location.search;
}

/** Wait until an embedding frame is visible or touched, as a page may have several.
    @type {() => Promise<void>} */
function whenInSight() {
  if (!isEmbedded) return Promise.resolve();
  return new Promise((done) => {
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      done();
    }).observe(document.documentElement);
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, () => done(), { once: true, capture: true });
  });
}

/** Return the frame height at which nothing needs to scroll. @type {(player: Player) => number} */
function measureWantedHeight({ figureArea, sidePanel, cards, footer, navigation }) {
  const { paddingTop, paddingBottom } = getComputedStyle(sidePanel);
  const told = footer.getBoundingClientRect().bottom - cards.element.getBoundingClientRect().top
    + parseFloat(paddingTop) + parseFloat(paddingBottom) + navigation.element.offsetHeight;
  const { element, views: { clientHeight } } = figureArea;
  if (element.offsetLeft !== sidePanel.offsetLeft) return Math.ceil(told);
  // The figures take a fixed share of the height.
  const share = clientHeight / window.innerHeight;
  return Math.ceil((told + element.offsetHeight - clientHeight) / (1 - share));
}

/** Report the wanted height to the embedding page, now and after changes.
    @type {(player: Player) => void} */
function postHeight(player) {
  let posted = 0;
  const observer = new ResizeObserver(() => {
    const height = measureWantedHeight(player);
    if (Math.abs(height - posted) < MIN_HEIGHT_CHANGE_PX) return;
    posted = height;
    postToParent("height", { height });
  });
  for (const element of [player.cards.element, player.figureArea.element]) observer.observe(element);
}

/** Notify the embedding page, in texts and numbers only. Any page may receive this, so it contains
    only visible data. @type {(kind: string, data: object) => void} */
function postToParent(kind, data) {
  if (!isEmbedded || window.parent === window) return;
  window.parent.postMessage({ from: "geometry-playground", kind, ...data }, "*");
}

/** Start with the newest complete version; older ones continue in other tabs. */
async function takeOverNewVersion() {
  const { serviceWorker } = navigator;
  try {
    const registration = await serviceWorker?.getRegistration();
    if (!registration?.waiting) return;
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting.postMessage("take over");
  } catch { /* not available in frames of other sites */ }
}

/** Register the service worker, which stores the site for offline use and looks for updates. It
    fetches only after the page has loaded. @type {(site: Site) => Promise<void>} */
async function registerServiceWorker({ python }) {
  try {
    // In the root folder, above other languages; not available for files or plain HTTP.
    const address = new URL("service.js", new URL(python.root, location.href));
    await navigator.serviceWorker?.register(address, { updateViaCache: "none" });
  } catch { /* works only online then */ }
}

const pageData = document.documentElement.dataset;

/** @type {(player: Player) => void} */
function startPython(player) {
  const bar = new ProgressBar(), { python } = player.lesson.site, { live } = player;
  player.post = postToParent;
  live.worker = new WorkerClient(python, {
    onProgress: (how) => bar.show(how),
    onReady: () => {
      pageData.live = "ready";
      bar.remove();
      live.begin();
      postToParent("ready", {});
      registerServiceWorker(player.lesson.site);
    },
    onFailed: (why) => {
      const wasReady = pageData.live === "ready";
      if (!wasReady) registerServiceWorker(player.lesson.site);
      pageData.live = "failed";
      if (wasReady) bar.showEnd(why, live.address.leave());
      else bar.showFailure(why);
    },
    onError: (text) => live.showNotice(text),
    onAnswer: (answer) => live.onState(answer),
  });
}

document.documentElement.classList.toggle("embed", isEmbedded);
if (isEmbedded) addEventListener("click", keepEmbedded, { capture: true });
document.getElementById("static-content")?.remove();
loadPlayer().then((player) => {
  new LiveSource(player);
  // The first frame is drawn before anything else starts.
  requestAnimationFrame(() => requestAnimationFrame(async () => {
    await player.live.address.refuseHash();
    takeOverNewVersion();
    if (isEmbedded) postHeight(player);
    await whenInSight();
    startPython(player);
  }));
}, () => { pageData.live = "failed"; });
