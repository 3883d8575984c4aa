/** The last pasted text, in this tab's memory alone: it is in no address, no storage and no request. */
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
