import type { AptosNftTransfer } from '#lib/aptos/api/records.ts'
import { cutText } from '#lib/format/cut-texts.ts'

export type ActivityKind =
  | 'minted'
  | 'sent'
  | 'received'
  | 'offered'
  | 'claimed'
  | 'cancelled'
  | 'burned'
  | 'changed'
  | 'other'

/** A row of any list of token activities. */
export type ActivityLine = {
  /** Unique within its list. */
  key: string
  version: string
  /** ISO 8601, UTC. */
  timestamp: string
  kind: ActivityKind
  /** The Move type of the event, shown for the kind `other`. */
  type: string
  from: string | null
  to: string | null
  amount: string
  token: { id: string; name: string; propertyVersion: string }
  collection: { id: string; name: string }
  /** The row above is of the same transaction: a transfer is two rows. */
  isContinued: boolean
}

const kinds: ReadonlyMap<string, ActivityKind> = new Map([
  ['0x3::token::MintTokenEvent', 'minted'],
  ['0x3::token::Mint', 'minted'],
  ['0x4::collection::MintEvent', 'minted'],
  ['0x4::collection::Mint', 'minted'],
  ['0x3::token::WithdrawEvent', 'sent'],
  ['0x3::token::TokenWithdraw', 'sent'],
  ['0x1::object::TransferEvent', 'sent'],
  ['0x1::object::Transfer', 'sent'],
  ['0x3::token::DepositEvent', 'received'],
  ['0x3::token::TokenDeposit', 'received'],
  ['0x3::token_transfers::TokenOfferEvent', 'offered'],
  ['0x3::token_transfers::Offer', 'offered'],
  ['0x3::token_transfers::TokenClaimEvent', 'claimed'],
  ['0x3::token_transfers::Claim', 'claimed'],
  ['0x3::token_transfers::TokenCancelOfferEvent', 'cancelled'],
  ['0x3::token_transfers::CancelOffer', 'cancelled'],
  ['0x3::token::BurnTokenEvent', 'burned'],
  ['0x3::token::Burn', 'burned'],
  ['0x4::collection::BurnEvent', 'burned'],
  ['0x4::collection::Burn', 'burned'],
  ['0x3::token::MutateTokenPropertyMapEvent', 'changed'],
  ['0x3::token::MutatePropertyMap', 'changed'],
  ['0x4::token::MutationEvent', 'changed'],
  ['0x4::token::Mutation', 'changed'],
])

/** The kind as seen from an account: a digital asset moves in one row with both sides, which is `received` for its receiver. */
export const kindFor = ({ kind, from, to }: ActivityLine, wallet: string | undefined): ActivityKind =>
  kind === 'sent' && wallet !== undefined && to === wallet && from !== wallet ? 'received' : kind

/** Names in a list are cut, because the token's creator chooses them; the token page shows them in full. */
const nameMax = 60
/** Digits that distinguish the ids of one transaction. */
const shortId = 8

export const activityLine = (activity: AptosNftTransfer): ActivityLine => {
  const { transaction_version: version, token_data_id_hash: id, property_version, transfer_type: type } = activity
  const { event_account_address, event_creation_number, event_sequence_number } = activity
  return {
    key: `${version}-${event_account_address.slice(-shortId)}-${event_creation_number}-${event_sequence_number}-${id.slice(0, shortId)}-${property_version}-${type.split('::').at(-1)}`,
    version,
    timestamp: activity.transaction_timestamp,
    kind: kinds.get(type) ?? 'other',
    type: cutText(type, nameMax),
    from: activity.from_address,
    to: activity.to_address,
    amount: activity.token_amount,
    token: { id, name: cutText(activity.name, nameMax), propertyVersion: property_version },
    collection: { id: activity.collection_data_id_hash, name: cutText(activity.collection_name, nameMax) },
    isContinued: false,
  }
}

/** Module events have no number of their own: several of one transaction may be equal. */
export const repeatedLine = (line: ActivityLine, times: number): ActivityLine => ({
  ...line,
  key: `${line.key}-${times}`,
})

/** Lines with unique keys. */
export const withOwnKeys = (lines: readonly ActivityLine[]): ActivityLine[] => {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const times = seen.get(line.key) ?? 0
    seen.set(line.key, times + 1)
    return times === 0 ? line : repeatedLine(line, times)
  })
}

/**
 * The line with whether it continues the transaction of the line above. A transfer before digital assets is two events, each with one
 * side: the second line has both.
 */
export const lineAfter = (line: ActivityLine, above: ActivityLine | undefined): ActivityLine => {
  if (above?.version !== line.version) return line
  const isOneTransfer = isOneSided(line) && isOneSided(above) && line.kind !== above.kind && isSameToken(line, above)
  const sides = isOneTransfer && { from: line.from ?? above.from, to: line.to ?? above.to }
  return { ...line, ...sides, isContinued: true }
}

const isOneSided = ({ kind, from, to }: ActivityLine): boolean =>
  (kind === 'sent' && to === null) || (kind === 'received' && from === null)

const isSameToken = (one: ActivityLine, other: ActivityLine): boolean =>
  one.token.id === other.token.id && one.token.propertyVersion === other.token.propertyVersion

/** The rows of a list by their transaction, in the list's order. */
export const byTransaction = (lines: readonly ActivityLine[]): ActivityLine[][] => {
  const groups: ActivityLine[][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last?.[0]?.version === line.version) last.push(line)
    else groups.push([line])
  }
  return groups
}
