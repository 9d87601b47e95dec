/** Keys of the whole page. */
export type PageAction =
  | 'search'
  | 'palette'
  | 'arm'
  | 'safe'
  | 'cancel_all'
  | 'keys'
  | 'notifications'
  | 'combo'

type Stroke = {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/**
 * What a key does wherever the focus is; keys that could be text do nothing while text is being typed. Cancel All is
 * heard in every field: a tilde is never worth an order that should be gone.
 */
export function pageKey(stroke: Stroke, isText: boolean): PageAction | null {
  const { key, code, ctrlKey, altKey, metaKey, shiftKey } = stroke
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') return 'palette'
  if (ctrlKey && shiftKey && code === 'Backspace') return 'cancel_all'
  if (ctrlKey || metaKey || altKey) return null
  if (shiftKey && code === 'Backquote') return 'cancel_all'
  if (isText) return null
  if (shiftKey && code === 'KeyA') return 'arm'
  if (shiftKey && code === 'KeyS') return 'safe'
  if (key === '/') return 'search'
  if (key === 'n') return 'notifications'
  if (key === 'c') return 'combo'
  return key === '?' ? 'keys' : null
}
