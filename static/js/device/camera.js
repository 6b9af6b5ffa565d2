// @ts-check
// A code is scanned with the page's own camera, where the browser can (Chrome on Android); elsewhere the phone's camera opens
// the address by itself, or the code is typed.

import { button, dialog, make, words } from "./page.js";

const OFTEN = 250;   // milliseconds between two looks

const can = () => "BarcodeDetector" in window && Boolean(navigator.mediaDevices);

/**
 * The button by which the camera is asked; none where there is no such thing.
 * @param {(text: string) => void} take is told what every code says that the camera sees, until the dialog is closed
 */
export function cameraButtons(take) {
  if (!can()) return [];
  const asks = button(words.camera, async () => {
    const seen = await lookThrough(take);
    if (seen) asks.replaceWith(seen);
    else asks.replaceWith(make("p", words.no_camera, { role: "alert" }));
  }, "second");
  return [asks];
}

/** @param {(text: string) => void} take */
async function lookThrough(take) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
  if (!stream) return null;
  const picture = make("video", "", { class: "camera", playsinline: "", "aria-label": words.camera }), detector = new BarcodeDetector({ formats: ["qr_code"] });
  picture.muted = true;
  picture.srcObject = stream;
  picture.play().catch(() => {});   // the dialog was closed meanwhile
  const watch = setInterval(async () => {
    if (!picture.isConnected || !dialog.open) {
      clearInterval(watch);
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    const found = await detector.detect(picture).catch(() => []);   // no picture yet
    if (found.length) take(found[0].rawValue);
  }, OFTEN);
  return picture;
}
