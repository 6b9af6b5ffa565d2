// @ts-check
// While the site cannot store anything (503), what a form of a part of a page has sent stays in its fields; a line says so
// until an answer comes again. Where a page has a line of its own beside its field, that one speaks.
"use strict";

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const line = document.getElementById("ausfall");
  if (!line || document.querySelector("#sendefehler:not([hidden])")) return;
  if (detail.successful) line.hidden = true;
  else if (detail.xhr.status === 503 && detail.requestConfig.verb !== "get") line.hidden = false;
});
