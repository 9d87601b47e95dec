/** Word between the pages of one browser, through its storage. */
type View = Pick<Window, 'document' | 'localStorage'> & {
  readonly addEventListener: (type: 'storage', task: (event: StorageEvent) => void) => void
}

export type OtherPages = {
  readonly onNews: (task: () => void) => void
  readonly onWritten: () => void
}

/** Notifies other pages of a write and reports theirs. Writes of other browsers are noticed when this page becomes visible. */
export function hearOtherPages(view: View, name: string, now: () => number): OtherPages {
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
        // Private windows store nothing: the others then notice it when they become visible.
      }
    },
  }
}
