/** A file that was dropped on another page, in this tab's memory alone. */
let handed: File | undefined
const listeners = new Set<(file: File) => void>()

/** Gives a file to the page that opens evidence, which may be open already or opens next. */
export const handFile = (file: File): void => {
  if (listeners.size === 0) handed = file
  for (const listener of listeners) listener(file)
}

export const takeHandedFile = (): File | undefined => {
  const file = handed
  handed = undefined
  return file
}

export const onHandedFile = (listener: (file: File) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
