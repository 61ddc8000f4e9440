/* A notice for old browsers that cannot parse the player; runs before it. */
(function () {
  var page = document.documentElement, plain = document.getElementById("static-content");
  if (!plain) return;
  page.setAttribute("data-live", "failed");
  var notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.appendChild(document.createTextNode(plain.getAttribute("data-old-browser-text")));
  plain.insertBefore(notice, plain.firstChild);
}());
