/* How a view of the plane is moved: by pointer, two fingers, wheel and keys. One finger goes on
   scrolling the page. */

import { isTargetOf } from "./elements.js";

/** Let an element move a view, which has `pan`, `zoom` and `fit`. */
/** @type {(element: HTMLElement, view: PlaneView) => void} */
export function attachPlaneControls(element, view) {
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
    if (isTargetOf(event, "button") || event.button) return;
    pointers.set(event.pointerId, pointerPosition(event));
    if (event.pointerType !== "touch" || pointers.size > 1) {
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
      view.pan(is.x - was.x, is.y - was.y);
    } else if (event.pointerType !== "touch") view.pan(now[0] - previous[0], now[1] - previous[1]);
  });
  /** @type {(event: PointerEvent) => void} */
  const onPointerUp = (event) => { pointers.delete(event.pointerId); };
  element.addEventListener("pointerup", onPointerUp);
  element.addEventListener("pointercancel", onPointerUp);
  // Else two fingers would scroll too.
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
    const action = KEY_ACTIONS[event.key];
    if (!action) return;
    action(view);
    event.preventDefault();
    event.stopPropagation();
  });
}

const KEY_PAN_DISTANCE_PX = 40;
const KEY_ZOOM_RATIO = 1.25;
/** @type {Record<string, (view: PlaneView) => void>} */
const KEY_ACTIONS = {
  ArrowLeft: (view) => view.pan(KEY_PAN_DISTANCE_PX, 0),
  ArrowRight: (view) => view.pan(-KEY_PAN_DISTANCE_PX, 0),
  ArrowUp: (view) => view.pan(0, KEY_PAN_DISTANCE_PX),
  ArrowDown: (view) => view.pan(0, -KEY_PAN_DISTANCE_PX),
  "+": (view) => view.zoom(KEY_ZOOM_RATIO),
  "=": (view) => view.zoom(KEY_ZOOM_RATIO),
  "-": (view) => view.zoom(1 / KEY_ZOOM_RATIO),
  0: (view) => view.fit(),
  f: (view) => view.fit(),
};
