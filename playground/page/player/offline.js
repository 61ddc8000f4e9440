/* Keeping the site for visits without a network, where the browser can. */

/** Begin with the newest version that has arrived whole; older ones go on in other tabs. */
export async function keepOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // not from a file, nor from a plain address of a network
  try {
    const registration = await serviceWorker.register("service.js", { updateViaCache: "none" });
    if (!registration.waiting) return;
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting.postMessage("take over");
  } catch { /* it needs the network then, as any other page */ }
}
