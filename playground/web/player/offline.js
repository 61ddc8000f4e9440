/* Keeping the site for visits without a network, where the browser can. */

/** Begin with the newest version that has arrived whole; older ones go on in other tabs. */
/** @type {(site: Site) => Promise<void>} */
export async function registerServiceWorker({ python }) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // not from a file, nor from a plain address of a network
  try {
    // It lies above pages of other languages.
    const address = new URL("service.js", new URL(python.root, location.href));
    const registration = await serviceWorker.register(address, { updateViaCache: "none" });
    if (!registration.waiting) return;
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting.postMessage("take over");
  } catch { /* it needs the network then, as any other page */ }
}
