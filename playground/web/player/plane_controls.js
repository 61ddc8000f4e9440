/* How a view of the plane is moved: by pointer, two fingers, wheel and keys. One finger goes on
   scrolling the page. */

import { about } from "./elements.js";

/** Let an element move a view, which has `panned`, `zoomed` and `fit`. */
/** @type {(element: HTMLElement, view: Plane) => void} */
export function moveBy(element, view) {
  const held = new Map();
  /** @type {(event: MouseEvent) => [number, number]} */
  const place = ({ clientX, clientY }) => {
    const { left, top } = view.canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const pinch = () => {
    const [[a, b], [c, d]] = held.values();
    return { x: (a + c) / 2, y: (b + d) / 2, far: Math.hypot(a - c, b - d) };
  };
  element.addEventListener("pointerdown", (event) => {
    if (about(event, "button") || event.button) return;
    held.set(event.pointerId, place(event));
    if (event.pointerType !== "touch" || held.size > 1) {
      for (const id of held.keys()) element.setPointerCapture(id);
    }
  });
  element.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const was = held.size > 1 ? pinch() : null, now = place(event);
    held.set(event.pointerId, now);
    if (was) {
      const is = pinch();
      view.zoomed(is.far / Math.max(was.far, 1), was.x, was.y);
      view.panned(is.x - was.x, is.y - was.y);
    } else if (event.pointerType !== "touch") view.panned(now[0] - before[0], now[1] - before[1]);
  });
  /** @type {(event: PointerEvent) => void} */
  const end = (event) => { held.delete(event.pointerId); };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  // Else two fingers would scroll too.
  element.addEventListener("touchstart", (event) => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  }, { passive: false });
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoomed(Math.exp(-event.deltaY * (event.deltaMode ? 0.03 : 0.001)), ...place(event));
  }, { passive: false });
  element.addEventListener("dblclick", (event) => {
    if (!about(event, "button")) view.fit();
  });
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = MOVES[event.key];
    if (!act) return;
    act(view);
    event.preventDefault();
    event.stopPropagation();
  });
}

// By keys the picture goes so many px, and becomes so many times as large.
const KEY_WAY = 40, KEY_ZOOM = 1.25;
/** @type {Record<string, (view: Plane) => void>} */
const MOVES = {
  ArrowLeft: (view) => view.panned(KEY_WAY, 0),
  ArrowRight: (view) => view.panned(-KEY_WAY, 0),
  ArrowUp: (view) => view.panned(0, KEY_WAY),
  ArrowDown: (view) => view.panned(0, -KEY_WAY),
  "+": (view) => view.zoomed(KEY_ZOOM),
  "=": (view) => view.zoomed(KEY_ZOOM),
  "-": (view) => view.zoomed(1 / KEY_ZOOM),
  0: (view) => view.fit(),
  f: (view) => view.fit(),
};
