/* The start page: whoever comes for the first time is led to their own language, and who
   has chosen one to that. Only the first page leads away: others are named by their
   address. */
"use strict";

(() => {
  const ways = Array.from(document.querySelectorAll("nav a"));
  let kept = "";
  try { kept = localStorage.getItem("language"); } catch { return; /* it would lead in a circle */ }
  for (const way of ways) {
    way.addEventListener("click", () => localStorage.setItem("language", way.hreflang));
  }
  if (document.documentElement.lang !== "en") return;
  const wanted = kept || navigator.language.slice(0, 2);
  const way = ways.find(({ hreflang }) => hreflang === wanted);
  if (way) location.replace(way.href);
})();
