const storageKey = 'recent-searches'
const recentMax = 8

/** Recent searches of this browser, newest first. They are never sent anywhere. */
export const recentSearches = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string').slice(0, recentMax) : []
  } catch {
    return []
  }
}

const keep = (entries: readonly string[]) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // Storage is full or forbidden: searching works without a memory.
  }
}

export const rememberSearch = (text: string): void =>
  keep([text, ...recentSearches().filter((entry) => entry !== text)].slice(0, recentMax))

export const forgetSearches = (): void => keep([])
