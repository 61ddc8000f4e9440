/* The start page: whoever comes for the first time is led to their own language, and who
   has chosen one to that. Only the first page leads away: others are named by their
   address. */
"use strict";

(() => {
  const links = Array.from(document.querySelectorAll("nav a"));
  let chosen = "";
  try {
    chosen = localStorage.getItem("language");
  } catch { return; /* it would lead in a circle */ }
  for (const link of links) {
    link.addEventListener("click", () => localStorage.setItem("language", link.hreflang));
  }
  if (document.documentElement.lang !== "en") return;
  const language = chosen || navigator.language.slice(0, 2);
  const link = links.find(({ hreflang }) => hreflang === language);
  if (link) location.replace(link.href);
})();
