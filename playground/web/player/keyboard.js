/* Keyboard shortcuts of a page. */

import { isTargetOf } from "./elements.js";

/** Listen to the player's shortcuts, wherever the focus is. @type {(player: Player) => void} */
export function listenToKeys(player) {
  document.addEventListener("keydown", (event) => {
    // Dialogs have their own keys, such as Escape.
    if (document.querySelector("dialog[open]") && event.key !== "?") return;
    const action = (event.ctrlKey || event.metaKey ? actionWithControl(player, event)
      : actionWithoutControl(player, event));
    if (!action) return;
    action();
    event.preventDefault();
  });
}

const TEXT_INPUTS = "input:not([type=range]):not([type=checkbox]), [role=textbox]";

/** Return the action of a key with Ctrl; text fields have their own undo.
    @type {(player: Player, event: KeyboardEvent) => Action | null} */
function actionWithControl({ source }, event) {
  if (event.altKey || source.isPrecomputed || isTargetOf(event, TEXT_INPUTS)) return null;
  /** @type {Record<string, string>} */
  const ways = { z: event.shiftKey ? "redo" : "undo", y: "redo" };
  const way = ways[event.key.toLowerCase()];
  return way && (() => source.do(way));
}

/** @type {(player: Player, event: KeyboardEvent) => Action | null} */
function actionWithoutControl(player, event) {
  const { target, key } = event;
  if (event.altKey || isTargetOf(event, `${TEXT_INPUTS}, select`)) return null;
  const { transport, isQuestionOpen, cards, source } = player,
    typing = target instanceof HTMLInputElement;
  const chosen = isQuestionOpen && !typing && !player.navigation.isEnded
    && cards.question?.buttons[Number(key) - 1];
  if (chosen) return () => chosen.click();
  const pressed = isTargetOf(event, "button, summary, input, a");
  const quizzing = player.quiz && cards.quiz?.onKeyDown(event, typing, pressed);
  if (quizzing) return quizzing;
  // In a scene that fills the screen a presenter's keys go through the derivation.
  const isTalk = player.figureArea.fillsScreen && player.navigation.element.hidden
    && source.hasPage("derivation");
  const stepping = !typing && (player.tab === "derivation" || isTalk) && !isQuestionOpen;
  const playing = transport && !isQuestionOpen;
  // Enter belongs to the focused element.
  const free = target === document.body || target instanceof HTMLHeadingElement;
  /** @type {Record<string, Action | false | null | undefined>} */
  const acts = {
    Enter: free && !isQuestionOpen && !player.navigation.element.hidden
      && (() => player.openNext()),
    PageDown: () => (isTalk ? player.moveStep(1) : player.goForth()),
    PageUp: () => (isTalk ? player.moveStep(-1) : player.navigation.backButton.click()),
    ArrowRight: stepping && (() => player.moveStep(1)),
    ArrowLeft: stepping && (() => player.moveStep(-1)),
    " ": !pressed && (playing ? () => transport.play(!transport.isPlaying)
      : isTalk && (() => player.moveStep(1))),
    ",": playing && (() => transport.step(-1)),
    ".": playing && (() => transport.step(1)),
    l: transport && (() => transport.loop()),
    a: cards.article && !isQuestionOpen && (() => player.compare(!player.isCompared)),
    r: () => player.reset(),
    t: () => player.themes.chooseTheme(),
    "?": player.help && (() => player.help.toggle()),
    Escape: () => player.highlight(""),
  };
  return acts[key] || null;
}
