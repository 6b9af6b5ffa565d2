// @ts-check
// The last script of the page, in words that every browser reads: says so where the modules before it could not begin, or
// would miss something later.
if (document.documentElement.className.indexOf("begun") < 0 || !window.fetch || !window.AbortController || !window.TextEncoder) {
  // @ts-expect-error the page has it, and browsers of that age read nothing that says so
  document.getElementById("alt").removeAttribute("hidden");
}
