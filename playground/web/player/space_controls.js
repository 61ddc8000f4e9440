/* How a view in space is turned: by pointer, fingers, wheel and keys. */

import { about } from "./elements.js";

/** Let an element turn a view, which has `turned`, `nearer` and `reset`. */
/** @type {(element: HTMLElement, view: Space) => void} */
export function turnBy(element, view) {
  const fingers = new Map();
  element.onpointerdown = (event) => {
    if (about(event, "button")) return;
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  };
  const spread = () => {
    const [[a, b], [c, d]] = fingers.values();
    return Math.hypot(a - c, b - d);
  };
  element.onpointermove = (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const wide = fingers.size > 1 ? spread() : 0, now = [event.clientX, event.clientY];
    fingers.set(event.pointerId, now);
    if (wide) view.nearer(wide / spread());
    else view.turned(now[0] - before[0], now[1] - before[1]);
  };
  element.onpointerup = element.onpointercancel = (event) => fingers.delete(event.pointerId);
  element.onwheel = (event) => {
    event.preventDefault();
    view.nearer(Math.exp(event.deltaY * (event.deltaMode ? 0.03 : 0.001)));
  };
  element.ondblclick = (event) => { if (!about(event, "button")) view.reset(); };
  element.onkeydown = (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    if (!act) return;
    act(view);
    event.preventDefault();
    event.stopPropagation();
  };
}

/** @type {Record<string, (view: Space) => void>} */
const KEYS = {
  ArrowLeft: (view) => view.turned(-20, 0),
  ArrowRight: (view) => view.turned(20, 0),
  ArrowUp: (view) => view.turned(0, -20),
  ArrowDown: (view) => view.turned(0, 20),
  "+": (view) => view.nearer(0.9),
  "=": (view) => view.nearer(0.9),
  "-": (view) => view.nearer(1 / 0.9),
  0: (view) => view.reset(),
  f: (view) => view.reset(),
};
