import type { AptosSigner } from '#lib/aptos/account/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const textMax = 200

const schemes: Record<string, string> = {
  ed25519: 'one key',
  single_key: 'one key',
  multi_ed25519: 'several keys',
  multi_key: 'several keys',
  no_account: 'no account',
  abstraction: 'a function (account abstraction)',
}

const keyNames: Record<string, string> = {
  ed25519: 'Ed25519',
  secp256k1_ecdsa: 'secp256k1',
  secp256r1_ecdsa: 'passkey (secp256r1)',
  keyless: 'keyless',
  federated_keyless: 'federated keyless',
}

/** How a transaction was signed: `2 of 3 keys: Ed25519, keyless`. */
export const signerText = ({
  scheme,
  keys,
  signatures_required,
  authenticator,
}: Pick<AptosSigner, 'scheme' | 'keys' | 'signatures_required' | 'authenticator'>): string => {
  const kinds = [...new Set(keys.map(({ type }) => (Object.hasOwn(keyNames, type) ? keyNames[type] : type)))].join(', ')
  const known = Object.hasOwn(schemes, scheme) ? schemes[scheme] : scheme
  if (authenticator !== null) return cutText(`${known}: ${authenticator}`, textMax)
  if (keys.length <= 1) return cutText(kinds === '' ? `${known}` : `${known}: ${kinds}`, textMax)
  return cutText(`${signatures_required ?? '?'} of ${keys.length} keys: ${kinds}`, textMax)
}
