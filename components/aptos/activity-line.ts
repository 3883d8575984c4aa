import type { AptosNftTransfer } from '#lib/aptos/contract/records.ts'

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

/** One row of any list of token activities. */
export type ActivityLine = {
  /** Of its own within its list. */
  key: string
  version: string
  /** ISO 8601, UTC. */
  timestamp: string
  kind: ActivityKind
  /** The Move type of the event: what `other` is called by. */
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

/** A digital asset moves in one row that names both sides: for the one who gets it, it is received. */
const kindOf = ({ transfer_type, from_address, to_address }: AptosNftTransfer, wallet: string | undefined) => {
  const kind = kinds.get(transfer_type) ?? 'other'
  return kind === 'sent' && wallet !== undefined && to_address === wallet && from_address !== wallet ? 'received' : kind
}

/** What a list's earlier rows say of its later ones: how often each place was there, and the version of the last. */
export type EarlierActivities = { times: Map<string, number>; version?: string }

/** Activities as rows, in their order. With `wallet`, as seen from that account. `earlier` goes on from the rows before. */
export const activityLines = (
  activities: readonly AptosNftTransfer[],
  wallet?: string,
  earlier: EarlierActivities = { times: new Map() },
): ActivityLine[] =>
  activities.map((activity) => {
    const { transaction_version: version, token_data_id_hash, property_version } = activity
    const place = `${version}-${activity.event_account_address}-${activity.event_creation_number}-${activity.event_sequence_number}-${token_data_id_hash}-${property_version}-${activity.transfer_type}`
    // Module events have no number of their own: several of one transaction may say the same.
    const times = earlier.times.get(place) ?? 0
    earlier.times.set(place, times + 1)
    const isContinued = earlier.version === version
    earlier.version = version
    return {
      key: times === 0 ? place : `${place}-${times}`,
      version,
      timestamp: activity.transaction_timestamp,
      kind: kindOf(activity, wallet),
      type: activity.transfer_type,
      from: activity.from_address,
      to: activity.to_address,
      amount: activity.token_amount,
      token: { id: token_data_id_hash, name: activity.name, propertyVersion: property_version },
      collection: { id: activity.collection_data_id_hash, name: activity.collection_name },
      isContinued,
    }
  })

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
