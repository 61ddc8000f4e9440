/* The beginning of a site's page: what it holds itself is shown at once, and Python
   comes behind it. */

import { embed, postToParent } from "./embed.js";
import { EvaluationWorker } from "./evaluation_worker.js";
import { LiveSource } from "./live_source.js";
import { loadPlayer } from "./load_lesson.js";
import { registerServiceWorker } from "./offline.js";
import { ProgressBar } from "./progress.js";
import { WorkerClient } from "./worker_client.js";

const pageData = document.documentElement.dataset;

/** @type {(player: Player) => void} */
function startPython(player) {
  const bar = new ProgressBar(), { python } = player.lesson.site, { live } = player;
  Object.assign(player,
    { post: postToParent, createEvaluationWorker: () => new EvaluationWorker(python) });
  live.connectWorker(new WorkerClient(python, {
    onProgress: (how) => bar.show(how),
    onReady: () => {
      pageData.live = "ready";
      bar.remove();
      live.begin();
    },
    onFailed: (why) => {
      const wasReady = pageData.live === "ready";
      pageData.live = "failed";
      if (wasReady) bar.showEnd(why, live.address.leave());
      else bar.showFailure(why);
    },
    onError: live.onError,
    onAnswer: live.onAnswer,
  }));
}

embed();
document.getElementById("static-content")?.remove();
loadPlayer().then((player) => {
  new LiveSource(player);
  // The first picture is there before anything else is begun.
  requestAnimationFrame(() => requestAnimationFrame(async () => {
    await player.live.address.refuseHash();
    startPython(player);
    registerServiceWorker(player.lesson.site);
  }));
}, () => { pageData.live = "failed"; });
