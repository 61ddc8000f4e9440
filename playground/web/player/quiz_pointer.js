/* Where a quiz asks for a place it is given in the first figure: by a press, or by arrows. */

/** @type {Record<string, [number, number]>} */
const GUESS_STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
};

export class QuizPointer {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.isPressed = false;
    const { views } = player.figureArea;
    // Before the figure, which else would be moved.
    views.addEventListener("pointerdown", (event) => this.onPointerDown(event), true);
    views.addEventListener("pointermove", (event) => this.onPointerMove(event), true);
    for (const end of ["pointerup", "pointercancel"]) {
      views.addEventListener(end, () => this.onPointerUp(), true);
    }
    document.addEventListener("keydown", (event) => this.onKeyDown(event), true);
  }

  /** Whether a place is asked for now. */
  get isPlacing() { return Boolean(this.player.quiz?.places); }

  show() { this.player.figureArea.views.classList.toggle("placing-guess", this.isPlacing); }

  /** Where a pointer is, in px of the view's own size. */
  /** @type {(event: PointerEvent) => [number, number]} */
  pointerPosition({ clientX, clientY }) {
    const [figure] = this.player.figures, { left, top } = figure.canvas.getBoundingClientRect();
    return figure.toViewPixels(clientX - left, clientY - top);
  }

  /** @type {(event: PointerEvent) => void} */
  onPointerDown(event) {
    const { player, isPlacing } = this, [{ canvas }] = player.figures;
    if (!isPlacing || event.target !== canvas || !event.isPrimary || event.button) return;
    event.stopPropagation();
    canvas.setPointerCapture(event.pointerId);
    this.isPressed = true;
    this.lastPosition = this.pointerPosition(event);
    player.source.do("press", ...this.lastPosition, 0, player.live.cameras);
  }

  /** @type {(event: PointerEvent) => void} */
  onPointerMove(event) {
    if (!this.isPressed) return;
    event.stopPropagation();
    const [x, y] = this.pointerPosition(event), [a, b] = this.lastPosition;
    this.lastPosition = [x, y];
    this.player.source.do("move", x, y, x - a, y - b, {});
  }

  onPointerUp() {
    if (!this.isPressed) return;
    this.isPressed = false;
    this.player.source.do("release");
  }

  /** @type {(event: KeyboardEvent) => void} */
  onKeyDown(event) {
    const direction = GUESS_STEPS[event.key], coarse = event.ctrlKey || event.metaKey;
    const typing = event.target instanceof Element && event.target.closest("input, select");
    if (!direction || !this.isPlacing || typing || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.player.source.do("quiz", "nudge", ...direction, { coarse });
  }
}
