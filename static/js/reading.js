// Enter says that a row is right as it stands in its fields, and goes on to the next one in doubt.

const form = document.getElementById("foto");
let last = 0; // the number of the row that was confirmed last

/**
 * @param {ParentNode} place
 * @param {string} selector
 */
const inputIn = (place, selector) => /** @type {HTMLInputElement | null} */ (place.querySelector(selector));

/** @param {Element} row */
const tickOf = (row) => /** @type {HTMLInputElement} */ (inputIn(row, "[name=gesagt]"));

/** @param {Event} event */
const rowOf = (event) => event.target instanceof HTMLElement && event.target.closest(".strips li");

/** @param {HTMLElement} form */
const goOn = (form) => {
  const doubtful = [...form.querySelectorAll(".strips li.look")];
  const row = doubtful.find((each) => Number(tickOf(each).value) > last) ?? doubtful[0];
  const field = row ? inputIn(row, "input") : inputIn(form, "[name=uebernehmen]");
  field?.focus();
};

if (form) {
  form.addEventListener("keydown", (event) => {
    const row = rowOf(event);
    if (event.key !== "Enter" || !row || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    tickOf(row).checked = true;
    last = Number(tickOf(row).value);
    htmx.trigger(form, "gesagt");
  });
  form.addEventListener("change", (event) => {
    const row = rowOf(event);
    if (!row) return;
    if (event.target === tickOf(row)) htmx.trigger(form, "gesagt");
    else tickOf(row).checked = true;
  });
  document.body.addEventListener("htmx:afterSwap", () => goOn(form));
  inputIn(form, ".strips li.look input")?.focus();
}
