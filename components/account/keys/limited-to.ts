import type { KeyScope } from '#lib/account/contract/account.ts'

/** The scopes of a key that lacks some; undefined for one that may use everything. */
export const limitedTo = (granted: readonly string[], scopes: readonly KeyScope[]): string | undefined =>
  granted.length === scopes.length
    ? undefined
    : scopes.flatMap(({ name, title }) => (granted.includes(name) ? [title] : [])).join(', ')
