// @ts-check
// Being told on this phone while its page is closed, where its browser has a service for that: the page of a player and
// that of a team ask for it by the same button.

const canTell = "Notification" in window && "serviceWorker" in navigator;
const canPush = canTell && "PushManager" in window;

// A browser is reached in one way for all pages below one address; which of them it was asked on, it keeps beside it.
const ASKED = `skatliga-meldet-${location.pathname}`;

const registered = () => navigator.serviceWorker.getRegistration(location.pathname);

/** Whether this browser is told already, as far as it knows itself. */
async function isTold() {
  if (!canPush) return Notification.permission === "granted";
  return Boolean(await (await registered())?.pushManager.getSubscription()) && wasAsked();
}

function wasAsked() {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return true;   // a browser that keeps nothing
  }
}

/** From now on this page does not ask any more. */
export function remember() {
  try {
    localStorage.setItem(ASKED, "");
  } catch {
    // it asks once more
  }
}

/** Show a message at once, as long as nothing comes from outside.
 * @param {string} title
 * @param {string} tag
 */
export async function tellHere(title, tag) {
  if (!canTell || Notification.permission !== "granted" || (canPush && await isTold())) return;
  await (await registered())?.showNotification(title, { body: document.title, tag, data: location.pathname });
}

/** The button is there for who can be told and is not yet. */
export async function offer() {
  const button = document.getElementById("melden");
  if (button) button.hidden = !canTell || Notification.permission === "denied" || await isTold();
}

/** @param {ArrayBuffer | null} key */
const packed = (key) => btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** How this browser is reached, once its owner has said yes; nothing where he has not, or where it cannot be.
 * @param {string | undefined} key
 */
export async function reached(key) {
  if (await Notification.requestPermission() !== "granted" || !canPush) return null;
  const worker = await navigator.serviceWorker.ready;
  const held = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const body = new FormData();
  body.append("endpoint", held.endpoint);
  body.append("p256dh", packed(held.getKey("p256dh")));
  body.append("auth", packed(held.getKey("auth")));
  return body;
}
