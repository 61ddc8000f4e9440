/* Where a quiz asks for a place it is given in the first figure: by a press, or by arrows. */

/** @type {Record<string, [number, number]>} */
const AIM_STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
};

export class Aim {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.pressed = false;
    const { views } = player.stage;
    // Before the figure, which else would be moved.
    views.addEventListener("pointerdown", (event) => this.press(event), true);
    views.addEventListener("pointermove", (event) => this.move(event), true);
    for (const end of ["pointerup", "pointercancel"]) {
      views.addEventListener(end, () => this.release(), true);
    }
    document.addEventListener("keydown", (event) => this.step(event), true);
  }

  /** Whether a place is asked for now. */
  get open() { return Boolean(this.player.quiz?.places); }

  show() { this.player.stage.views.classList.toggle("placing", this.open); }

  /** Where a pointer is, in px of the view's own size. */
  /** @type {(event: PointerEvent) => [number, number]} */
  place({ clientX, clientY }) {
    const [figure] = this.player.figures, { left, top } = figure.canvas.getBoundingClientRect();
    return figure.own(clientX - left, clientY - top);
  }

  /** @type {(event: PointerEvent) => void} */
  press(event) {
    const { player, open } = this, [{ canvas }] = player.figures;
    if (!open || event.target !== canvas || !event.isPrimary || event.button) return;
    event.stopPropagation();
    canvas.setPointerCapture(event.pointerId);
    this.pressed = true;
    this.before = this.place(event);
    player.source.do("press", ...this.before, 0, player.live.cameras);
  }

  /** @type {(event: PointerEvent) => void} */
  move(event) {
    if (!this.pressed) return;
    event.stopPropagation();
    const [x, y] = this.place(event), [a, b] = this.before;
    this.before = [x, y];
    this.player.source.do("move", x, y, x - a, y - b, {});
  }

  release() {
    if (!this.pressed) return;
    this.pressed = false;
    this.player.source.do("release");
  }

  /** @type {(event: KeyboardEvent) => void} */
  step(event) {
    const way = AIM_STEPS[event.key], coarse = event.ctrlKey || event.metaKey;
    const typing = event.target instanceof Element && event.target.closest("input, select");
    if (!way || !this.open || typing || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.player.source.do("quiz", "nudge", ...way, { coarse });
  }
}
