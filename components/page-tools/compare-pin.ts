import { isFields } from '#lib/api/is-fields.ts'

/** A page that is to be compared with a later one. It stays in this browser. */
export type ComparePin = { path: string; title: string }

const storageKey = 'compare-with'

export const readPin = (): ComparePin | undefined => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    const { path, title } = isFields(kept) ? kept : {}
    return typeof path === 'string' && path.startsWith('/') && typeof title === 'string' ? { path, title } : undefined
  } catch {
    return undefined
  }
}

/** Undefined forgets it. */
export const keepPin = (pin: ComparePin | undefined): void => {
  try {
    if (pin) localStorage.setItem(storageKey, JSON.stringify(pin))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is full or forbidden: then one compares by pasting.
  }
}
