/* What an old browser reads that understands no word of the player, which runs before. */
(function () {
  var page = document.documentElement, plain = document.getElementById("plain");
  if (!plain) return;
  page.setAttribute("data-live", "failed");
  var told = document.createElement("p");
  told.setAttribute("role", "alert");
  told.appendChild(document.createTextNode(plain.getAttribute("data-old")));
  plain.insertBefore(told, plain.firstChild);
}());
