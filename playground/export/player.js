"use strict";
(async () => {
  const held = Uint8Array.from(atob(document.getElementById("lesson").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([held]).stream().pipeThrough(new DecompressionStream("deflate"));
  const lesson = JSON.parse(await new Response(stream).text());
  document.getElementById("player").textContent = lesson.stops.map((stop) => stop.say).join(" ");
})();
