/** The last text, only in this tab's memory: it is in no URL, storage or request. */
let kept = ''
const listeners = new Set<(text: string) => void>()

/** Gives a text to the page for pasted texts, which may be open already or opens next. */
export const handText = (text: string): void => {
  kept = text
  for (const listener of listeners) listener(text)
}

/** Keeps a text for when the visitor comes back to the page. */
export const keepText = (text: string): void => {
  kept = text
}

export const keptText = (): string => kept

export const onHandedText = (listener: (text: string) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
