/** Word between the pages of one browser, through its storage. */
type View = Pick<Window, 'document' | 'localStorage'> & {
  readonly addEventListener: (type: 'storage', task: (event: StorageEvent) => void) => void
}

/** Tells the other pages of a write, and hears of theirs; of those in other browsers when this one comes into view. */
export function hearOtherPages(
  view: View,
  name: string,
  now: () => number,
): { readonly onNews: (task: () => void) => void; readonly onWritten: () => void } {
  return {
    onNews(task) {
      view.addEventListener('storage', ({ key }) => {
        if (key === name) task()
      })
      view.document.addEventListener('visibilitychange', () => {
        if (!view.document.hidden) task()
      })
    },
    onWritten() {
      try {
        view.localStorage.setItem(name, String(now()))
      } catch {
        // Private windows refuse to store: the others then hear of it when they come into view.
      }
    },
  }
}
