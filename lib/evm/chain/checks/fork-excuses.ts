import type { NotPossible } from '#lib/evm/api/block-checks.ts'
import type { ChainRules } from './chain-rules.ts'
import { hasUnknownFields } from './header-bytes.ts'
import type { ProofEntries } from './proof-entries.ts'
import { isPresent, type Raw, typeOf } from './raw-fields.ts'

/** A transaction of this type is proof that the header has this field. */
const fieldsOfTypes = [
  ['baseFeePerGas', 2],
  ['blobGasUsed', 3],
  ['requestsHash', 4],
] as const

/** Whether a node seems to have omitted fields from the header, or an upgrade to have added some. */
export const forkExcuses = (block: Raw, { all }: ProofEntries, { fields = [] }: ChainRules): NotPossible[] => {
  const time = Number(block.timestamp)
  const types = new Set(all.map(({ transaction }) => typeOf(transaction)))
  const isCut =
    fields.some(([name, from]) => time >= from && !isPresent(block, name)) ||
    fieldsOfTypes.some(([name, type]) => !isPresent(block, name) && types.has(type))
  return [...(isCut ? ['field_missing' as const] : []), ...(hasUnknownFields(block) ? ['field_unknown' as const] : [])]
}
