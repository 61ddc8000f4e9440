/* The keys of a page beside those of what has the focus. */

import { about } from "./elements.js";

/** Listen to the keys that a player has wherever the focus is. */
/** @type {(player: Player) => void} */
export function listenToKeys(player) {
  document.addEventListener("keydown", (event) => {
    // A dialog has its own: Escape closes it.
    if (document.querySelector("dialog[open]") && event.key !== "?") return;
    const act = (event.ctrlKey || event.metaKey ? held(player, event) : alone(player, event));
    if (!act) return;
    act();
    event.preventDefault();
  });
}

const WRITTEN = "input:not([type=range]):not([type=checkbox]), textarea";

/** What a key does with Ctrl; text that is WRITTEN has its own undo. */
/** @type {(player: Player, event: KeyboardEvent) => Act | null} */
function held({ source }, event) {
  if (event.altKey || source.packed || about(event, WRITTEN)) return null;
  /** @type {Record<string, string>} */
  const ways = { z: event.shiftKey ? "redo" : "undo", y: "redo" };
  const way = ways[event.key.toLowerCase()];
  return way && (() => source.do(way));
}

/** @type {(player: Player, event: KeyboardEvent) => Act | null} */
function alone(player, event) {
  const { target, key } = event;
  if (event.altKey || about(event, `${WRITTEN}, select`)) return null;
  const { transport, asked, cards } = player, typing = target instanceof HTMLInputElement;
  const chosen = asked && !typing && cards.question?.buttons[Number(key) - 1];
  if (chosen) return () => chosen.click();
  const pressed = about(event, "button, summary, input, a");
  const quizzing = player.quiz && cards.quiz?.keyed(event, typing, pressed);
  if (quizzing) return quizzing;
  const stepping = !typing && player.tab === "derivation" && !asked;
  const playing = transport && !asked;
  // What has the focus has Enter too.
  const free = target === document.body || target instanceof HTMLHeadingElement;
  /** @type {Record<string, Act | false | null | undefined>} */
  const acts = {
    Enter: free && !asked && !player.walk.element.hidden && (() => player.goOn()),
    PageDown: () => player.open(player.number + 1),
    PageUp: () => player.walk.back.click(),
    ArrowRight: stepping && (() => player.stepBy(1)),
    ArrowLeft: stepping && (() => player.stepBy(-1)),
    " ": playing && !pressed && (() => transport.play(!transport.playing)),
    ",": playing && (() => transport.turn(transport.digit - 1)),
    ".": playing && (() => transport.turn(transport.digit + 1)),
    a: cards.article && !asked && (() => player.compare(!player.compared)),
    r: () => player.reset(),
    t: () => player.themes.turn(),
    "?": player.help && (() => player.help.turn()),
    Escape: () => player.light(""),
  };
  return acts[key] || null;
}
