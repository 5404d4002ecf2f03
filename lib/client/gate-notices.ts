import { keepChoice, readChoice } from "./kept-choice";

const KEY = "waymark:gate-notices";

/** Whether this browser tells of news while no tab of the console is looked at. Only in the browser. */
export function wantsGateNotices(): boolean {
  return "Notification" in window && Notification.permission === "granted" && readChoice(KEY) === "on";
}

export function keepGateNotices(on: boolean): void {
  keepChoice(KEY, on ? "on" : null);
}

/** Calls back when another tab has turned it on or off; call the result to stop. */
export function onGateNoticesChange(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === KEY) listener();
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}

/**
 * Shows outside the page that a gate waits or a run ended. Its id keeps several tabs from showing it several times; a
 * click brings this tab to the front, at the gate or run.
 */
export function showNotice(of: { id: string; title: string; text: string; href: string }): void {
  const notice = new Notification(of.title, { body: of.text, tag: of.id, icon: "/icon.svg" });
  notice.onclick = () => {
    window.focus();
    window.location.assign(of.href);
    notice.close();
  };
}
