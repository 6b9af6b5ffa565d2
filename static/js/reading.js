// Enter says that a row or a foot is right as it stands in its fields, and goes on to the next one in doubt.

const form = document.getElementById("foto");
const LINES = ".strips li, .foot tbody tr";
let last = -1; // which of all lines was confirmed last

/**
 * @param {ParentNode} place
 * @param {string} selector
 */
const inputIn = (place, selector) => /** @type {HTMLInputElement | null} */ (place.querySelector(selector));

/** @param {Element} line */
const tickOf = (line) => /** @type {HTMLInputElement} */ (inputIn(line, "[name=gesagt]"));

/** @param {Event} event */
const lineOf = (event) => event.target instanceof HTMLElement && event.target.closest(LINES);

/**
 * On a phone a picture is pushed sideways until its last yellow cell is to be seen.
 * @param {HTMLElement} form
 */
const showDoubt = (form) => {
  for (const strip of form.querySelectorAll(".strip")) {
    const marks = [...strip.querySelectorAll(".doubt")].map((mark) => mark.getBoundingClientRect().right);
    if (marks.length) strip.scrollLeft += Math.max(...marks) - strip.getBoundingClientRect().right + 16;
  }
};

/** @param {HTMLElement} form */
const goOn = (form) => {
  showDoubt(form);
  const lines = [...form.querySelectorAll(LINES)];
  const doubtful = lines.filter((line) => line.classList.contains("look"));
  const line = doubtful.find((each) => lines.indexOf(each) > last) ?? doubtful[0];
  const field = line ? inputIn(line, "input") : inputIn(form, "[name=uebernehmen]");
  field?.focus();
  if (line) field?.select(); // what is typed stands in place of what was read
};

if (form) {
  form.addEventListener("keydown", (event) => {
    const line = lineOf(event);
    if (event.key !== "Enter" || !line || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    tickOf(line).checked = true;
    last = [...form.querySelectorAll(LINES)].indexOf(line);
    htmx.trigger(form, "gesagt");
  });
  form.addEventListener("change", (event) => {
    const line = lineOf(event);
    if (!line) return;
    if (event.target === tickOf(line)) htmx.trigger(form, "gesagt");
    else tickOf(line).checked = true;
  });
  document.body.addEventListener("htmx:afterSwap", () => goOn(form));
  goOn(form);
}
