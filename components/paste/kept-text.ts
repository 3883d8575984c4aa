/** The last pasted text, only in this tab's memory: never in a URL, in storage or in a request. */
let kept = ''
const listeners = new Set<(text: string) => void>()

/** Gives a text to the paste page, which may be open already or opens next. */
export const handText = (text: string): void => {
  kept = text
  for (const listener of listeners) listener(text)
}

export const keptText = (): string => kept

export const onHandedText = (listener: (text: string) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
