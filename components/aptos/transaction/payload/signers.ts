import { fieldsOf, listOf, textOf } from '#components/aptos/parts/values/move-json.ts'
import { signerText } from '#components/aptos/parts/values/signer-text.ts'

/** Someone who signed a transaction. */
export type Signer = {
  role: 'Sender' | 'Further signer' | 'Fee payer'
  /** Undefined for the sender, whom the transaction itself names. */
  address: string | undefined
  /** `2 of 3 keys: Ed25519`. */
  text: string
  /** Issuers of keyless keys, e.g. `https://accounts.google.com`. */
  issuers: string[]
}

/** Who signed a transaction, from its signature as the full node formats it. */
export const signersOf = (signature: unknown): Signer[] => {
  const fields = fieldsOf(signature)
  const sender = fields.sender === undefined ? fields : fieldsOf(fields.sender)
  const others = listOf(fields.secondary_signers).map(fieldsOf)
  const addresses = listOf(fields.secondary_signer_addresses).map(textOf)
  const payer = textOf(fields.fee_payer_address)
  return [
    { role: 'Sender', address: undefined, ...saidBy(sender) },
    ...addresses.map((address, index): Signer => ({ role: 'Further signer', address, ...saidBy(others[index] ?? {}) })),
    ...(payer === undefined
      ? []
      : [{ role: 'Fee payer' as const, address: payer, ...saidBy(fieldsOf(fields.fee_payer_signer)) }]),
  ]
}

const saidBy = (fields: Readonly<Record<string, unknown>>): Pick<Signer, 'text' | 'issuers'> => {
  const raw = Array.isArray(fields.public_keys) ? fields.public_keys : [fields.public_key]
  const keys = raw.flatMap((key) => {
    if (typeof key === 'string') return [{ type: 'ed25519', value: key }]
    const { type, value } = fieldsOf(key)
    return typeof type === 'string' ? [{ type, value: textOf(value) ?? '' }] : []
  })
  const required = Number(textOf(fields.threshold) ?? textOf(fields.signatures_required))
  const text = signerText({
    scheme: (textOf(fields.type) ?? 'unknown').replace(/_signature$/, '').replaceAll('single_sender', 'single_key'),
    keys,
    signatures_required: Number.isSafeInteger(required) ? required : null,
    authenticator: textOf(fields.function_info) ?? null,
  })
  return { text, issuers: [...new Set(keys.flatMap((key) => issuerOf(key) ?? []))] }
}

/** A keyless key begins with the length and the text of its issuer; a federated one with the address of its keys. */
const issuerOf = ({ type, value }: { type: string; value: string }): string | undefined => {
  const start = type === 'keyless' ? 2 : type === 'federated_keyless' ? 66 : undefined
  if (start === undefined) return undefined
  const length = Number.parseInt(value.slice(start, start + 2), 16)
  const hex = value.slice(start + 2, start + 2 + length * 2)
  // Issuers are shorter than 120 bytes, so that their length has one byte.
  if (!(length > 0 && length <= 120) || hex.length !== length * 2) return undefined
  const characters = hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? []
  return characters.every((code) => code > 0x20 && code < 0x7f) ? String.fromCharCode(...characters) : undefined
}
