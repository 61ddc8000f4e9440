/* Controls of views by pointer, touch, wheel and keys, and of plots by pointer. */

import { isTargetOf } from "./elements.js";
import { ARROW_DIRECTIONS } from "./vectors.js";

/** @type {Record<string, number>} */
const ZOOM_KEYS = { "+": 1, "=": 1, "-": -1 };
const FIT_KEYS = ["0", "f"];

/** Let an element move a view by page px, by its `move`, `zoom` and `fit`. A view that `turns` does
    so with one finger; over others this finger scrolls the page.
    @type {(element: HTMLElement, view: PlaneView | SpaceView,
    how: { turns: boolean; keyDistance: number; keyZoom: number }) => void} */
export function attachViewControls(element, view, { turns, keyDistance, keyZoom }) {
  const pointers = new Map();
  /** @type {(event: MouseEvent) => [number, number]} */
  const pointerPosition = ({ clientX, clientY }) => {
    const { left, top } = view.canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const pinch = () => {
    const [[a, b], [c, d]] = pointers.values();
    return { x: (a + c) / 2, y: (b + d) / 2, far: Math.hypot(a - c, b - d) };
  };
  element.addEventListener("pointerdown", (event) => {
    if (isTargetOf(event, "button") || (event.button && !turns)) return;
    pointers.set(event.pointerId, pointerPosition(event));
    view.isPressed = true;
    if (turns || event.pointerType !== "touch" || pointers.size > 1) {
      for (const id of pointers.keys()) element.setPointerCapture(id);
    }
  });
  element.addEventListener("pointermove", (event) => {
    const previous = pointers.get(event.pointerId);
    if (!previous) return;
    const was = pointers.size > 1 ? pinch() : null, now = pointerPosition(event);
    pointers.set(event.pointerId, now);
    if (was) {
      const is = pinch();
      view.zoom(is.far / Math.max(was.far, 1), was.x, was.y);
      if (!turns) view.move(is.x - was.x, is.y - was.y);
    } else if (turns || event.pointerType !== "touch") {
      view.move(now[0] - previous[0], now[1] - previous[1]);
    }
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    element.addEventListener(end, ({ pointerId }) => {
      pointers.delete(pointerId);
      view.isPressed = pointers.size > 0;
    });
  }
  // Otherwise two fingers would scroll too.
  element.addEventListener("touchstart", (event) => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  }, { passive: false });
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.03 : 0.001)),
      ...pointerPosition(event));
  }, { passive: false });
  element.addEventListener("dblclick", (event) => {
    if (!isTargetOf(event, "button")) view.fit();
  });
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROW_DIRECTIONS[event.key], zoom = ZOOM_KEYS[event.key];
    if (way) view.move(-keyDistance * way[0], keyDistance * way[1]);
    else if (zoom) view.zoom(keyZoom ** zoom);
    else if (FIT_KEYS.includes(event.key)) view.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Call `act` for a press on a plot and the drag that follows, with whether it begins.
    @type {(plot: HTMLElement, isReady: () => boolean,
    act: (begins: boolean, event: PointerEvent) => void) => void} */
export function attachPlotControls(plot, isReady, act) {
  let isPressed = false;
  plot.addEventListener("pointerdown", (event) => {
    if (event.button || !isReady()) return;
    isPressed = true;
    plot.setPointerCapture(event.pointerId);
    act(true, event);
  });
  plot.addEventListener("pointermove", (event) => {
    if (isPressed && isReady()) act(false, event);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    plot.addEventListener(end, () => { isPressed = false; });
  }
}
