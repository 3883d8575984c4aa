import { setImmediate as nextTurn } from 'node:timers/promises'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'

/** Maximum number of balances and owners in memory. For larger contracts a sample of the holders is tracked, chosen by hash. */
const followedMax = 200_000
/** Keys whose transfers contradict one another, to be compared first. */
const brokenMax = 200

/** Addresses in lower-case hex. */
type Sides = { from: string; to: string }
type Erc20Move = Sides & Pick<Erc20TransferRow, 'value'>
type NftMove = Sides & Pick<NftTransferRow, 'standard' | 'token_id' | 'amount'>

/** Balances and owners according to the stored transfers of a contract, applied in chain order. */
export class ReplayedHoldings {
  /** ERC20 balances by lower-case address. */
  readonly balances = new Map<string, bigint>()
  /** Owners of ERC721 tokens by decimal id; the zero address once burned. */
  readonly owners = new Map<string, string>()
  /** ERC1155 balances by `id owner`. */
  readonly amounts = new Map<string, bigint>()
  /** Keys of these maps that sent more than they had: an earlier transfer is probably missing. */
  readonly broken = new Set<string>()
  /** For ERC20: minted minus burned. */
  supply = 0n
  minted = 0
  burned = 0
  /** CryptoPunks and others from before ERC721. */
  isOlderThanStandards = false
  /** One in this many keys is tracked. */
  divisor = 1
  readonly #followedMax: number

  constructor(keysMax = followedMax) {
    this.#followedMax = keysMax
  }

  addErc20({ from, to, value }: Erc20Move): void {
    const amount = BigInt(value)
    if (from === zeroAddress) this.supply += amount
    else this.#change(this.balances, from, -amount)
    if (to === zeroAddress) this.supply -= amount
    else this.#change(this.balances, to, amount)
  }

  addNft({ standard, token_id, from, to, amount }: NftMove): void {
    if (standard === 1155) {
      if (from === to) return
      if (from !== zeroAddress) this.#change(this.amounts, `${token_id} ${from}`, -BigInt(amount))
      if (to !== zeroAddress) this.#change(this.amounts, `${token_id} ${to}`, BigInt(amount))
      return
    }
    if (standard === 0) this.isOlderThanStandards = true
    if (from === zeroAddress) this.minted += 1
    if (to === zeroAddress) this.burned += 1
    if (!this.#isFollowed(token_id)) return
    if ((this.owners.get(token_id) ?? zeroAddress) !== from) this.#note(token_id)
    this.owners.set(token_id, to)
    this.#bound()
  }

  #change(map: Map<string, bigint>, key: string, change: bigint): void {
    if (!this.#isFollowed(key)) return
    const next = (map.get(key) ?? 0n) + change
    if (next < 0n) this.#note(key)
    map.set(key, next)
    this.#bound()
  }

  #note(key: string): void {
    if (this.broken.size < brokenMax) this.broken.add(key)
  }

  #isFollowed(key: string): boolean {
    return this.divisor === 1 || hashOf(key) % this.divisor === 0
  }

  /** Remaining keys were tracked from the first transfer on. */
  #bound(): void {
    if (this.balances.size + this.owners.size + this.amounts.size <= this.#followedMax) return
    this.divisor *= 2
    for (const keys of [this.balances, this.owners, this.amounts, this.broken])
      for (const key of keys.keys()) if (!this.#isFollowed(key)) keys.delete(key)
  }
}

/** FNV-1a, 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Rows of one read: a few milliseconds, after which the worker can do other work. */
const rowsAtOnce = 2_000

/**
 * Returns the holders of a contract's tokens after `block` according to its stored transfers, each read once in order.
 * With `isErc721`, rows stored as ERC20 are its tokens: those of an old contract, until its kind is known.
 */
export const readHoldings = async (
  store: Store<EvmTables>,
  chain: number,
  address: Hex,
  { block, signal, isErc721 = false }: { block: number; signal: AbortSignal; isErc721?: boolean },
): Promise<ReplayedHoldings> => {
  const holdings = new ReplayedHoldings()
  await eachRow(
    storedErc20Transfers(store, chain, address),
    block,
    (row) =>
      isErc721 ? holdings.addNft({ ...row, standard: 721, token_id: row.value, amount: '1' }) : holdings.addErc20(row),
    signal,
  )
  await eachRow(nftTransfers(store, chain, address), block, (row) => holdings.addNft(row), signal)
  return holdings
}

const eachRow = async <Place, Row extends Place & { block_number: number }>(
  pageAfter: (last: Place | undefined) => { execute(): Promise<Row[]> },
  block: number,
  use: (row: Row) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (let last: Row | undefined; ; ) {
    const rows = await pageAfter(last).execute()
    for (const row of rows) {
      if (row.block_number > block) return
      use(row)
    }
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)
    await nextTurn(undefined, { signal })
  }
}

/*
 * These statements have no condition on the last block: with it, SQLite chooses the primary key and reads the transfers of every contract of the chain.
 */

type Erc20Place = { block_number: number; log_index: number }

/** A contract's ERC20 transfers after a position, in chain order. */
export const storedErc20Transfers =
  (store: Store<EvmTables>, chain: number, address: Hex) =>
  (last: Erc20Place = { block_number: -1, log_index: 0 }) =>
    store.db
      .selectFrom('evm_erc20_transfers')
      .select([
        'block_number',
        'log_index',
        store.hexText('from_address').as('from'),
        store.hexText('to_address').as('to'),
        'value',
      ])
      .where('chain', '=', chain)
      .where('token_address', '=', toBytes(address))
      .where(({ refTuple, tuple, eb }) =>
        eb(refTuple('block_number', 'log_index'), '>', tuple(last.block_number, last.log_index)),
      )
      .orderBy('block_number')
      .orderBy('log_index')
      .limit(rowsAtOnce)

type NftPlace = Erc20Place & { batch_index: number }

/** A contract's NFT transfers after a position, in chain order. */
export const nftTransfers =
  (store: Store<EvmTables>, chain: number, address: Hex) =>
  (last: NftPlace = { block_number: -1, log_index: 0, batch_index: 0 }) =>
    store.db
      .selectFrom('evm_nft_transfers')
      .select([
        'block_number',
        'log_index',
        'batch_index',
        'standard',
        'token_id',
        store.hexText('from_address').as('from'),
        store.hexText('to_address').as('to'),
        'amount',
      ])
      .where('chain', '=', chain)
      .where('token_address', '=', toBytes(address))
      .where(({ refTuple, tuple, eb }) =>
        eb(
          refTuple('block_number', 'log_index', 'batch_index'),
          '>',
          tuple(last.block_number, last.log_index, last.batch_index),
        ),
      )
      .orderBy('block_number')
      .orderBy('log_index')
      .orderBy('batch_index')
      .limit(rowsAtOnce)
