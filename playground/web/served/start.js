/* The start page's redirection to the visitor's language, by the stored choice or the browser's.
   Only the top-level page redirects; others are chosen by their address. */
"use strict";

(() => {
  const links = Array.from(document.querySelectorAll("nav a"));
  let chosen = "";
  try {
    chosen = localStorage.getItem("language");
  } catch { return; /* would loop */ }
  for (const link of links) {
    link.addEventListener("click", () => localStorage.setItem("language", link.hreflang));
  }
  if (document.documentElement.lang !== "en") return;
  const language = chosen || navigator.language.slice(0, 2);
  const link = links.find(({ hreflang }) => hreflang === language);
  if (link) location.replace(link.href);
})();
