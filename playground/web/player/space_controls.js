/* How a view in space is turned: by pointer, fingers, wheel and keys. */

import { isTargetOf } from "./elements.js";

/** Let an element turn a view, which has `orbit`, `dolly` and `reset`. */
/** @type {(element: HTMLElement, view: SpaceView) => void} */
export function attachSpaceControls(element, view) {
  const pointers = new Map();
  element.onpointerdown = (event) => {
    if (isTargetOf(event, "button")) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
  };
  const pointerDistance = () => {
    const [[a, b], [c, d]] = pointers.values();
    return Math.hypot(a - c, b - d);
  };
  element.onpointermove = (event) => {
    const previous = pointers.get(event.pointerId);
    if (!previous) return;
    const distance = pointers.size > 1 ? pointerDistance() : 0,
      now = [event.clientX, event.clientY];
    pointers.set(event.pointerId, now);
    if (distance) view.dolly(distance / pointerDistance());
    else view.orbit(now[0] - previous[0], now[1] - previous[1]);
  };
  element.onpointerup = element.onpointercancel = (event) => pointers.delete(event.pointerId);
  element.onwheel = (event) => {
    event.preventDefault();
    view.dolly(Math.exp(event.deltaY * (event.deltaMode ? 0.03 : 0.001)));
  };
  element.ondblclick = (event) => { if (!isTargetOf(event, "button")) view.reset(); };
  element.onkeydown = (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = ORBIT_KEYS[event.key];
    if (!action) return;
    action(view);
    event.preventDefault();
    event.stopPropagation();
  };
}

/** @type {Record<string, (view: SpaceView) => void>} */
const ORBIT_KEYS = {
  ArrowLeft: (view) => view.orbit(-20, 0),
  ArrowRight: (view) => view.orbit(20, 0),
  ArrowUp: (view) => view.orbit(0, -20),
  ArrowDown: (view) => view.orbit(0, 20),
  "+": (view) => view.dolly(0.9),
  "=": (view) => view.dolly(0.9),
  "-": (view) => view.dolly(1 / 0.9),
  0: (view) => view.reset(),
  f: (view) => view.reset(),
};
