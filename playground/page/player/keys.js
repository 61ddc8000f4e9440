/* The keys of a page beside those of what has the focus. */

/** Listen to the keys that a player has wherever the focus is. */
export function listenToKeys(player) {
  document.addEventListener("keydown", (event) => {
    const act = (event.ctrlKey || event.metaKey ? held(player, event) : alone(player, event));
    if (!act) return;
    act();
    event.preventDefault();
  });
}

const WRITTEN = "input:not([type=range]):not([type=checkbox]), textarea";

/** What a key does with Ctrl; text that is WRITTEN has its own undo. */
function held({ source }, event) {
  if (event.altKey || source.packed || event.target.closest(WRITTEN)) return null;
  const way = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
  return way && (() => source.do(way));
}

function alone(player, event) {
  const { target, key } = event;
  if (event.altKey || target.closest(`${WRITTEN}, select`)) return null;
  const { transport, asked, cards } = player, typing = target instanceof HTMLInputElement;
  const chosen = asked && !typing && cards.question.buttons[Number(key) - 1];
  if (chosen) return () => chosen.click();
  const stepping = !typing && player.tab === "derivation" && !asked;
  const playing = transport && !asked, pressed = target.closest("button, summary, input");
  return {
    PageDown: () => player.open(player.number + 1),
    PageUp: () => player.open(player.number - 1),
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
  }[key];
}
