/* The beginning of a site's page: what it holds itself is shown at once, and Python
   comes behind it. */

import { embed, post } from "./embed.js";
import { JudgeWorker } from "./evaluation_worker.js";
import { LiveSource } from "./live_source.js";
import { opened } from "./load_lesson.js";
import { keepOffline } from "./offline.js";
import { ProgressBar } from "./progress.js";
import { WorkerSource } from "./worker_client.js";

const marks = document.documentElement.dataset;

/** @type {(player: Player) => void} */
function behind(player) {
  const bar = new ProgressBar(), { worker } = player.lesson.site, { live } = player;
  Object.assign(player, { post, judge: () => new JudgeWorker(worker) });
  live.join(new WorkerSource(worker, {
    onProgress: (how) => bar.show(how),
    onReady: () => {
      marks.live = "ready";
      bar.done();
      live.begin();
    },
    onFailed: (why) => {
      marks.live = "failed";
      bar.failed(why);
    },
    onError: live.onError,
    onTold: live.onTold,
  }));
}

embed();
document.getElementById("plain")?.remove();
opened().then((player) => {
  new LiveSource(player);
  // The first picture is there before anything else is begun.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    behind(player);
    keepOffline(player.lesson.site);
  }));
}, () => { marks.live = "failed"; });
