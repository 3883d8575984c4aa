import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { fieldsOf, jsonListOf, jsonTextOf } from '#components/aptos/parts/values/move-json.ts'
import { signerText } from '#components/aptos/parts/values/signer-text.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'
import { JsonBlock } from './json-block.tsx'

/** Someone who signed a transaction. */
type Signer = {
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
  const others = jsonListOf(fields.secondary_signers).map(fieldsOf)
  const addresses = jsonListOf(fields.secondary_signer_addresses).map(jsonTextOf)
  const payer = jsonTextOf(fields.fee_payer_address)
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
    return typeof type === 'string' ? [{ type, value: jsonTextOf(value) ?? '' }] : []
  })
  const required = Number(jsonTextOf(fields.threshold) ?? jsonTextOf(fields.signatures_required))
  const text = signerText({
    scheme: (jsonTextOf(fields.type) ?? 'unknown').replace(/_signature$/, '').replaceAll('single_sender', 'single_key'),
    keys,
    signatures_required: Number.isSafeInteger(required) ? required : null,
    authenticator: jsonTextOf(fields.function_info) ?? null,
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

const signersShown = 20

/** The signature of a transaction: who signed, and how; the keys are collapsed. */
export const SignaturePanel = ({
  signature,
  network,
  call,
}: {
  signature: unknown
  network: AptosNetwork
  call: Call
}) => {
  const signers = signersOf(signature)
  return (
    <Panel
      title="Signature"
      aside={
        <>
          <Badge>
            {(jsonTextOf(fieldsOf(signature).type) ?? 'unknown').replace(/_signature$/, '').replaceAll('_', ' ')}
          </Badge>
          <SourceLink title="Signature" call={call} />
        </>
      }
    >
      <Facts>
        {signers.slice(0, signersShown).map(({ role, address, text, issuers }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes
          <Fact key={index} label={role} wide long>
            {address !== undefined && (
              <span className="flex min-w-0">
                <AccountLink address={address} network={network} className="min-w-0" />
              </span>
            )}
            <span>Signed with {text}</span>
            {issuers.length > 0 && <span className="text-muted"> by {issuers.join(', ')}</span>}
          </Fact>
        ))}
        {signers.length > signersShown && (
          <Fact label="More" wide>
            {groupedNumber(signers.length - signersShown)} more signers are in the raw transaction
          </Fact>
        )}
      </Facts>
      <details className="border-line border-t px-4 py-3 text-sm">
        <summary className="list-item list-inside text-muted">Keys and signatures</summary>
        <JsonBlock value={signature} className="mt-2" />
      </details>
    </Panel>
  )
}
