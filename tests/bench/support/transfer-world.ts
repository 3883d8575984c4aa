import { createHash } from 'node:crypto'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type {
  Erc20ApprovalRow,
  Erc20TransferRow,
  NftBalanceRow,
  NftTokenRow,
  NftTransferRow,
} from '#lib/evm/chain/tables/token-tables.ts'
import { seeded } from '#tests/support/seeded.ts'
import { zipf } from './zipf.ts'

export const chain = 1
const walletCount = 200_000
const coinCount = 1_000
const collectionCount = 700
const multiCollectionCount = 300
const tokensOfMultiCollection = 200
const perKindAndBlock = 100
const approvalsPerBlock = 10
export const eventsPerBlock = 2 * perKindAndBlock

/** Addresses and hashes are made of what they name, so that a later run finds them again. */
const named = (length: number, name: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(name).digest().subarray(0, length))
const addresses = (count: number, kind: string): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => named(20, `${kind} ${index}`))

export const wallets = addresses(walletCount, 'wallet')
export const coins = addresses(coinCount, 'coin')
/** ERC721 and ERC1155 take turns, so that both are among the popular ones. */
export const collections = addresses(collectionCount + multiCollectionCount, 'collection')
const isMulti = (collection: number): boolean => collection % 10 >= 7
const zero = new Uint8Array(20)

export const blockHash = (number: number): Uint8Array => named(32, `block ${number}`)

/** Written byte by byte: a view of its buffer would take each of millions of hashes out of the heap, with 150 bytes more. */
const transactionHash = (block: number, transaction: number): Uint8Array => {
  const hash = new Uint8Array(32)
  let state = Math.imul(block, 0x9e3779b1) ^ Math.imul(transaction + 1, 0x85ebca6b)
  for (let start = 0; start < hash.length; start += 4) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + start / 4
    const word = state ^ block
    for (let byte = 0; byte < 4; byte++) hash[start + byte] = word >>> (8 * byte)
  }
  return hash
}

const at = <Value>(values: readonly Value[], index: number): Value => {
  const value = values[index]
  if (value === undefined) throw new RangeError(`there is no ${index}`)
  return value
}

/**
 * What is kept of a token while the chain goes on: 50 million transfers make some 6 million. Hashes follow from the other fields, and
 * are computed again where a row needs them.
 */
type Token = {
  collection: number
  id: number
  standard: 721 | 1155
  owner: Uint8Array | null
  supply: number
  minter: Uint8Array
  mintedBlock: number
  mintedLog: number
  mintedBatch: number
  changedBlock: number
  changedLog: number
  changedBatch: number
}
type Holding = { token: Token; owner: Uint8Array; amount: number; block: number; log: number; batch: number }
type Place = { block: number; log: number; batch: number }

const identityOf = ({ collection, id }: Token) => {
  const token_address = at(collections, collection)
  const token_id = String(id)
  return { token_address, token_id, token_hash: tokenHash(token_address, token_id) }
}

const tokenRow = (token: Token): NftTokenRow => ({
  chain,
  ...identityOf(token),
  standard: token.standard,
  owner: token.owner,
  supply: String(token.supply),
  first_block: token.mintedBlock,
  minted_block: token.mintedBlock,
  minted_log: token.mintedLog,
  minted_batch: token.mintedBatch,
  minter: token.minter,
  minted_transaction: transactionHash(token.mintedBlock, token.mintedLog >> 1),
  changed_block: token.changedBlock,
  changed_log: token.changedLog,
  changed_batch: token.changedBatch,
})

const balanceRow = ({ token, owner, amount, block, log, batch }: Holding): NftBalanceRow => ({
  chain,
  ...identityOf(token),
  owner,
  amount: String(amount),
  is_held: 1,
  changed_block: block,
  changed_log: log,
  changed_batch: batch,
})

const change = (token: Token, { block, log, batch }: Place): void => {
  token.changedBlock = block
  token.changedLog = log
  token.changedBatch = batch
}

/**
 * Transfers of tokens as they come on a chain, block by block, with the owners and balances that they leave: wallets and
 * contracts by zipf, half ERC20, half NFTs, of these about a third ERC1155. The same in every run.
 */
export const createTransferWorld = () => {
  const random = seeded(11)
  const pickWallet = zipf(walletCount, random)
  const pickCoin = zipf(coinCount, random)
  const pickCollection = zipf(collections.length, random)
  const below = (limit: number): number => Math.floor(random() * limit)
  const wallet = (): Uint8Array => at(wallets, pickWallet())

  const tokens: Token[][] = collections.map(() => [])
  const holdings: Holding[][] = collections.map(() => [])
  const holdingOf = new Map<string, Holding>()

  const coinRow = (block: number, log: number, isApproval: boolean): Erc20TransferRow => {
    const draw = isApproval ? 0.5 : random()
    return {
      chain,
      block_number: block,
      log_index: log,
      transaction_index: log >> 1,
      token_address: at(coins, pickCoin()),
      from_address: draw < 0.05 ? zero : wallet(),
      to_address: draw > 0.95 ? zero : wallet(),
      transaction_hash: transactionHash(block, log >> 1),
      value: `${1 + below(1e9)}000000000`,
    }
  }

  const transferRow = (
    token: Token,
    place: Place,
    sides: { from: Uint8Array; to: Uint8Array },
    kind: Pick<NftTransferRow, 'amount' | 'operator' | 'is_batch'>,
  ): NftTransferRow => ({
    chain,
    block_number: place.block,
    log_index: place.log,
    batch_index: place.batch,
    transaction_index: place.log >> 1,
    standard: token.standard,
    is_batch: kind.is_batch,
    ...identityOf(token),
    from_address: sides.from,
    to_address: sides.to,
    operator: kind.operator,
    transaction_hash: transactionHash(place.block, place.log >> 1),
    amount: kind.amount,
    transaction_value: '0',
  })

  const newToken = (collection: number, standard: 721 | 1155, { block, log, batch }: Place, to: Uint8Array): Token => {
    const minted = at(tokens, collection)
    const token: Token = {
      collection,
      id: minted.length + 1,
      standard,
      owner: null,
      supply: 0,
      minter: to,
      mintedBlock: block,
      mintedLog: log,
      mintedBatch: batch,
      changedBlock: block,
      changedLog: log,
      changedBatch: batch,
    }
    minted.push(token)
    return token
  }

  const single = (collection: number, block: number, log: number): NftTransferRow => {
    const minted = at(tokens, collection)
    const place = { block, log, batch: 0 }
    const to = wallet()
    let token = minted[below(minted.length)]
    if (!token?.owner || random() < 0.35) token = newToken(collection, 721, place, to)
    const from = token.owner ?? zero
    const isBurn = token.owner !== null && random() < 0.02
    token.owner = isBurn ? null : to
    token.supply = isBurn ? 0 : 1
    change(token, place)
    const sides = { from, to: isBurn ? zero : to }
    return transferRow(token, place, sides, { amount: '1', operator: null, is_batch: 0 })
  }

  const give = (collection: number, token: Token, owner: Uint8Array, amount: number, place: Place) => {
    const key = `${token.id} ${collection} ${Buffer.from(owner).toString('latin1')}`
    let holding = holdingOf.get(key)
    if (!holding) {
      holding = { token, owner, amount: 0, ...place }
      holdingOf.set(key, holding)
    }
    if (holding.amount === 0) at(holdings, collection).push(holding)
    Object.assign(holding, place, { amount: holding.amount + amount })
  }

  const multi = (collection: number, block: number, log: number, batch: number, isBatch: boolean): NftTransferRow => {
    const held = at(holdings, collection)
    const minted = at(tokens, collection)
    const to = wallet()
    const place = { block, log, batch }
    const isMint = held.length === 0 || random() < 0.4
    const kind = { operator: to, is_batch: isBatch ? 1 : 0 } as const
    if (isMint) {
      const known = minted.length < tokensOfMultiCollection && random() < 0.1 ? undefined : minted[below(minted.length)]
      const token = known ?? newToken(collection, 1155, place, to)
      const amount = 1 + below(5)
      token.supply += amount
      change(token, place)
      give(collection, token, to, amount, place)
      return transferRow(token, place, { from: zero, to }, { ...kind, amount: String(amount) })
    }
    const index = below(held.length)
    const holding = at(held, index)
    const { token, owner } = holding
    const isBurn = random() < 0.02
    Object.assign(holding, place, { amount: holding.amount - 1 })
    if (holding.amount === 0) {
      const last = held.pop()
      if (last && last !== holding) held[index] = last
    }
    change(token, place)
    if (isBurn) token.supply -= 1
    else give(collection, token, to, 1, place)
    return transferRow(token, place, { from: owner, to: isBurn ? zero : to }, { ...kind, amount: '1' })
  }

  const nftRows = (block: number, log: number): NftTransferRow[] => {
    const collection = pickCollection()
    if (!isMulti(collection)) return [single(collection, block, log)]
    const isBatch = random() < 0.05
    return Array.from({ length: isBatch ? 3 : 1 }, (_, batch) => multi(collection, block, log, batch, isBatch))
  }

  return {
    /** Every event of one block, in the order of their places. */
    block: (number: number) => {
      const erc20Transfers: Erc20TransferRow[] = []
      const erc20Approvals: Erc20ApprovalRow[] = []
      const nftTransfers: NftTransferRow[] = []
      for (let index = 0; index < perKindAndBlock; index++) {
        erc20Transfers.push(coinRow(number, 2 * index, false))
        nftTransfers.push(...nftRows(number, 2 * index + 1))
      }
      for (let index = 0; index < approvalsPerBlock; index++)
        erc20Approvals.push(coinRow(number, eventsPerBlock + index, true))
      return { erc20Transfers, erc20Approvals, nftTransfers }
    },

    /** In the order of their key, one collection after the other. */
    *tokens(): Generator<NftTokenRow> {
      const byAddress = tokens.toSorted((a, b) => Buffer.compare(addressOf(a), addressOf(b)))
      for (const minted of byAddress)
        yield* minted.map(tokenRow).sort((a, b) => Buffer.compare(a.token_hash, b.token_hash))
    },

    /** In the order of their key. */
    balances: (): NftBalanceRow[] =>
      holdings
        .flat()
        .map(balanceRow)
        .sort((a, b) => Buffer.compare(a.token_hash, b.token_hash) || Buffer.compare(a.owner, b.owner)),
  }
}

const addressOf = ([first]: readonly Token[]): Uint8Array => (first ? at(collections, first.collection) : zero)
