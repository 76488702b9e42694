// Which screen is shown: the hash of the address, or, inside an editor, a value of our own.
// VS Code catches clicks on links inside a page, so there they must not reach it.

export const inEditor = "acquireVsCodeApi" in window;

export function currentHash(): string {
  return inEditor ? (document.body.dataset.screen ?? "") : location.hash;
}

export function navigate(hash: string): void {
  if (!inEditor) {
    location.hash = hash;
    return;
  }
  document.body.dataset.screen = hash;
  window.dispatchEvent(new Event("hashchange"));
}

if (inEditor) {
  window.addEventListener(
    "click",
    (event) => {
      const link = (event.target as Element).closest?.("a[href^='#/']");
      if (!link) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      navigate(link.getAttribute("href")!);
    },
    { capture: true },
  );
}
