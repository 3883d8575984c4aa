import { type RawBuilder, sql } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import type { LeftOut } from '#lib/evm/query/spam/left-out.ts'
import type { StoredNftFacts } from './nft-record.ts'

/** A list with one record for every token and owner: of one contract or of one wallet, latest change first. */
export type OwnerList = {
  chain: number
  of: 'token_address' | 'owner'
  /** Of the contract or the wallet. */
  address: Uint8Array
  /** Only tokens of these contracts. */
  contracts: readonly Uint8Array[] | undefined
  /** For a list without spam: the excluded contracts. */
  leftOut?: LeftOut
}

/**
 * The position of a record in its list: its newest transfer, and the owner, because one ERC1155 transfer changes two
 * records.
 */
export type OwnerPlace = {
  changed_block: number
  changed_log: number
  changed_batch: number
  owner: Uint8Array
}

export type OwnedToken = StoredNftFacts &
  OwnerPlace & {
    amount: string
  }

/** Above zero when `a` comes before `b`. */
export const compareOwnerPlaces = (a: OwnerPlace, b: OwnerPlace): number =>
  a.changed_block - b.changed_block ||
  a.changed_log - b.changed_log ||
  a.changed_batch - b.changed_batch ||
  Buffer.compare(a.owner, b.owner)

/** Identifies a token and its owner. */
export const pairKey = ({ token_hash }: Pick<StoredNftFacts, 'token_hash'>, owner: Uint8Array): string =>
  `${toHex(token_hash)}${toHex(owner)}`

/** The token columns of every record: from `t` (evm_nft_tokens) and `c` (evm_contracts). For a `select` list. */
export const tokenFacts: RawBuilder<unknown> = sql`
  t.token_address, t.token_hash, t.token_id, t.standard, t.minted_block, t.minter, c.name, c.symbol`

/** The joined tables of `tokenFacts`, by the token of `row`. */
export const joinTokenFacts = (chain: number, row: string): RawBuilder<unknown> => sql`
  join evm_nft_tokens as t on t.chain = ${chain}
    and t.token_address = ${sql.ref(`${row}.token_address`)} and t.token_hash = ${sql.ref(`${row}.token_hash`)}
  left join evm_contracts as c on c.chain = ${chain} and c.address = ${sql.ref(`${row}.token_address`)}`
