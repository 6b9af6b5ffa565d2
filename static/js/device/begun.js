// The last script of the page, in words that every browser reads: says so where the ones before it could not begin, or
// would miss something later.
if (document.documentElement.className.indexOf("begun") < 0 || !window.fetch || !window.AbortController || !window.TextEncoder) {
  document.getElementById("alt").removeAttribute("hidden");
}
