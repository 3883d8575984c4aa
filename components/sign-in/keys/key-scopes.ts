import { keysOf } from '#lib/api/typed-keys.ts'
import type { KeyScope } from '#lib/sign-in/contract/account.ts'

/** Names of a key's scopes on the account page, in display order. */
export const scopeTitles: Record<KeyScope, string> = {
  evm: 'EVM data',
  aptos: 'Aptos data',
  export: 'Exports',
  'sign-in': 'Sign-in',
}

export const scopes = keysOf(scopeTitles)

/** The scopes of a key that lacks some; undefined for one that may use everything. */
export const limitedTo = (granted: readonly KeyScope[]): string | undefined =>
  granted.length === scopes.length
    ? undefined
    : scopes
        .filter((scope) => granted.includes(scope))
        .map((scope) => scopeTitles[scope])
        .join(', ')
