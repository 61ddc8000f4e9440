/* The beginning of a site's page: what it holds itself is shown at once, and Python
   comes behind it. */

import { embed, post } from "./embed.js";
import { JudgeWorker } from "./judge_worker.js";
import { keepOffline } from "./offline.js";
import { opened } from "./opening.js";
import { ProgressBar } from "./progress.js";
import { WorkerSource } from "./worker_source.js";

const marks = document.documentElement.dataset;

function behind(player) {
  const bar = new ProgressBar(), { worker } = player.lesson.site;
  Object.assign(player, { post, judge: () => new JudgeWorker(worker) });
  player.source = new WorkerSource(worker, {
    onProgress: (how) => bar.show(how),
    onReady: () => {
      marks.live = "ready";
      bar.done();
    },
    onFailed: (why) => {
      marks.live = "failed";
      bar.failed(why);
    },
    onError: (words) => console.error(words),
    onTold: (state) => player.hear?.(state),
  });
}

embed();
document.getElementById("plain")?.remove();
opened().then((player) => {
  // The first picture is there before anything else is begun.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    behind(player);
    keepOffline();
  }));
}, () => { marks.live = "failed"; });
