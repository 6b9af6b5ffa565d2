// @ts-check
// A passkey is made or used: the form it belongs to is sent with what the browser's own dialogue gives back.
"use strict";

(() => {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector("form[data-passkey]");
  if (!form) return;
  const place = (/** @type {string | undefined} */ id) => /** @type {HTMLElement} */ (document.getElementById(id ?? ""));
  if (!window.PublicKeyCredential || !window.isSecureContext) {
    place(form.dataset.cannot).hidden = false;
    return;
  }
  form.hidden = false;

  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const bytes = (/** @type {string} */ text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const text = (/** @type {ArrayBuffer} */ buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  const options = async () => {
    const body = new FormData();
    body.set("csrfmiddlewaretoken", field("csrfmiddlewaretoken").value);
    const response = await fetch(form.dataset.passkey ?? "", { method: "POST", body });
    if (!response.ok || response.redirected) throw new Error(String(response.status));
    const asked = (await response.json()).publicKey;
    asked.challenge = bytes(asked.challenge);
    if (asked.user) asked.user.id = bytes(asked.user.id);
    for (const list of [asked.excludeCredentials, asked.allowCredentials]) {
      for (const known of list || []) known.id = bytes(known.id);
    }
    return { publicKey: asked };
  };

  const answer = (/** @type {PublicKeyCredential} */ made) => {
    const given = /** @type {Record<string, ArrayBuffer>} */ (/** @type {unknown} */ (made.response));
    /** @type {Record<string, string>} */
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (given[name]) response[name] = text(given[name]);
    }
    return JSON.stringify({
      id: made.id, rawId: text(made.rawId), type: made.type, response, clientExtensionResults: {},
    });
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = place(form.dataset.problem);
    problem.hidden = true;
    try {
      const asked = await options();
      const made = "user" in asked.publicKey
        ? await navigator.credentials.create(asked)
        : await navigator.credentials.get(asked);
      field("answer").value = answer(/** @type {PublicKeyCredential} */ (made));
      form.submit();
    } catch {
      problem.hidden = false;
    }
  });
})();
