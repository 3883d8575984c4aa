const placeholder = '[redacted]'

/**
 * Removes secrets from a text in every spelling that a server or a logger may use: plain, in another case,
 * percent-encoded, or escaped as in JSON.
 */
export const createRedact = (secrets: readonly string[]): ((text: string) => string) => {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  if (spellings.length === 0) return (text) => text
  const pattern = new RegExp([...new Set(spellings)].map((spelling) => escapePattern(spelling)).join('|'), 'gi')
  return (text) => text.replace(pattern, placeholder)
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
