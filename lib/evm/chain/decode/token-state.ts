import type { NftBalanceRow, NftTokenRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'

/** The place of a token movement: within a chain, higher places are newer. */
export type TokenPosition = { block_number: number; log_index: number; batch_index: number }

/** Negative when `a` is the older one. */
export const compareTokenPlaces = (a: TokenPosition, b: TokenPosition): number =>
  a.block_number - b.block_number || a.log_index - b.log_index || a.batch_index - b.batch_index

/*
 * The state of an NFT and of its owners' balances after its transfers, applied in any order: every column is a sum, or
 * belongs to the highest or lowest place. Balances and the supply of an ERC1155 token only use its ERC1155 transfers:
 * contracts that implement both standards report one movement twice.
 */

/** A map's key for a token: one character for each byte, so that keys sort as the rows of `evm_nft_tokens` do. */
export const tokenKey = ({ token_address, token_hash }: Pick<NftTokenRow, 'token_address' | 'token_hash'>): string =>
  bytesText(token_address) + bytesText(token_hash)

/** The same for a balance: keys sort like the rows of `evm_nft_balances`. */
export const balanceKey = ({ token_hash, owner }: Pick<NftBalanceRow, 'token_hash' | 'owner'>): string =>
  bytesText(token_hash) + bytesText(owner)

/** A token after one more of its transfers; `token` is undefined before the first. */
export const withTransfer = (token: NftTokenRow | undefined, transfer: NftTransferRow): NftTokenRow => {
  if (!token) return tokenOf(transfer)
  const standard = transfer.standard > token.standard ? transfer.standard : token.standard
  const next: NftTokenRow = { ...token, standard, first_block: Math.min(token.first_block, transfer.block_number) }
  const isNewest = compareTokenPlaces(transfer, changedPosition(token)) > 0
  if (isNewest) Object.assign(next, changeOf(transfer))
  if (standard === 1155) {
    next.owner = null
    next.supply = String((token.standard === 1155 ? BigInt(token.supply) : 0n) + supplyChange(transfer))
  } else if (isNewest) {
    Object.assign(next, soleOwner(transfer))
  }
  const minted = mintedPosition(token)
  if (isZero(transfer.from_address) && (!minted || compareTokenPlaces(transfer, minted) < 0)) {
    Object.assign(next, mintOf(transfer))
  }
  return next
}

const tokenOf = (transfer: NftTransferRow): NftTokenRow => ({
  chain: transfer.chain,
  token_address: transfer.token_address,
  token_hash: transfer.token_hash,
  token_id: transfer.token_id,
  standard: transfer.standard,
  ...(transfer.standard === 1155 ? { owner: null, supply: String(supplyChange(transfer)) } : soleOwner(transfer)),
  first_block: transfer.block_number,
  ...(isZero(transfer.from_address) ? mintOf(transfer) : neverMinted),
  ...changeOf(transfer),
})

type Change = Pick<NftTokenRow, 'changed_block' | 'changed_log' | 'changed_batch'>
type Mint = Pick<NftTokenRow, 'minted_block' | 'minted_log' | 'minted_batch' | 'minter' | 'minted_transaction'>

export const changeOf = ({ block_number, log_index, batch_index }: TokenPosition): Change => ({
  changed_block: block_number,
  changed_log: log_index,
  changed_batch: batch_index,
})

const changedPosition = ({ changed_block, changed_log, changed_batch }: Change): TokenPosition => ({
  block_number: changed_block,
  log_index: changed_log,
  batch_index: changed_batch,
})

export const mintOf = (transfer: TokenPosition & Pick<NftTransferRow, 'to_address' | 'transaction_hash'>): Mint => ({
  minted_block: transfer.block_number,
  minted_log: transfer.log_index,
  minted_batch: transfer.batch_index,
  minter: transfer.to_address,
  minted_transaction: transfer.transaction_hash,
})

export const neverMinted: Mint = {
  minted_block: null,
  minted_log: null,
  minted_batch: null,
  minter: null,
  minted_transaction: null,
}

const mintedPosition = ({ minted_block, minted_log, minted_batch }: Mint): TokenPosition | undefined =>
  minted_block === null || minted_log === null || minted_batch === null
    ? undefined
    : { block_number: minted_block, log_index: minted_log, batch_index: minted_batch }

/** Except for ERC1155: the recipient of the newest transfer. */
export const soleOwner = ({ to_address }: { to_address: Uint8Array }): Pick<NftTokenRow, 'owner' | 'supply'> =>
  isZero(to_address) ? { owner: null, supply: '0' } : { owner: to_address, supply: '1' }

/** The change in supply by an ERC1155 transfer; 0 for others. */
export const supplyChange = ({ standard, from_address, to_address, amount }: NftTransferRow): bigint => {
  if (standard !== 1155) return 0n
  const isMint = isZero(from_address)
  const isBurn = isZero(to_address)
  if (isMint === isBurn) return 0n
  return isMint ? BigInt(amount) : -BigInt(amount)
}

/** The effect of a transfer on one of its two sides. */
type BalanceChange = { owner: Uint8Array; amount: bigint }

/** The balances that an ERC1155 transfer changes: one for a mint, a burn or a transfer to oneself. */
export const tokenBalanceChanges = (transfer: NftTransferRow): BalanceChange[] => {
  const { standard, from_address, to_address } = transfer
  if (standard !== 1155) return []
  const amount = BigInt(transfer.amount)
  if (Buffer.compare(from_address, to_address) === 0) {
    return isZero(from_address) ? [] : [{ owner: from_address, amount: 0n }]
  }
  const changes: BalanceChange[] = []
  if (!isZero(from_address)) changes.push({ owner: from_address, amount: -amount })
  if (!isZero(to_address)) changes.push({ owner: to_address, amount })
  return changes
}

/** A balance after one more transfer from or to its owner; `balance` is undefined before the first. */
export const withBalanceChange = (
  balance: NftBalanceRow | undefined,
  transfer: NftTransferRow,
  change: BalanceChange,
): NftBalanceRow => {
  const amount = change.amount + (balance ? BigInt(balance.amount) : 0n)
  const isNewest = !balance || compareTokenPlaces(transfer, changedPosition(balance)) > 0
  return {
    chain: transfer.chain,
    token_address: transfer.token_address,
    token_hash: transfer.token_hash,
    token_id: transfer.token_id,
    owner: change.owner,
    amount: String(amount),
    is_held: amount > 0n ? 1 : 0,
    ...changeOf(isNewest ? transfer : changedPosition(balance)),
  }
}

const isZero = (address: Uint8Array): boolean => address.every((byte) => byte === 0)

const bytesText = (bytes: Uint8Array): string =>
  (bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString('latin1')
