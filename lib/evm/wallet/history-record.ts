import { toBytes, toHex } from '#lib/base/bytes.ts'
import type {
  HistoryErc20Transfer,
  HistoryNftTransfer,
  HistoryTransaction,
  NativeTransfer,
} from '#lib/evm/api/records/wallet-history.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import { timestampText, transactionRecord } from '#lib/evm/chain/decode/records.ts'
import { isWrappedNative } from '#lib/evm/chain/decode/token-topics.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { InternalTransferRow } from '#lib/evm/chain/tables/internal-transfer-tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { AddressMarks } from '#lib/evm/query/flags.ts'
import type { TokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { chainLogo } from '#lib/logos/logos.ts'
import { describeTransaction } from './describe-transaction.ts'
import { historyDirectionOf } from './history-positions.ts'

type Surroundings = {
  wallet: string
  chain: ServedChain
  metadata: ReadonlyMap<string, TokenMetadata>
  marks: AddressMarks
  method: string | null
  erc20: readonly Erc20TransferRow[]
  nfts: readonly NftTransferRow[]
  internal: readonly InternalTransferRow[]
  /** Whether the internal transfers of its block are indexed. */
  isCoinTraced: boolean
}

/** A transaction in the history of a wallet. */
export const historyRecord = (row: StoredTransaction, surroundings: Surroundings): HistoryTransaction => {
  const { wallet, chain, marks, method, erc20, nfts, isCoinTraced } = surroundings
  const { transfer_index: _, ...transaction } = transactionRecord(row, marks.labelOf)
  const moved = {
    nft_transfers: nfts.map((one) => nftTransfer(one, surroundings)),
    erc20_transfers: erc20.map((one) => erc20Transfer(one, row, surroundings)),
    native_transfers: [...nativeTransfers(row, surroundings), ...internalTransfers(surroundings)],
  }
  const { category, summary } = describeTransaction(
    { ...transaction, ...moved, method_label: method },
    { wallet, coin: chain, isCoinTraced, isWrapped: (token) => isWrappedNative(chain.id, token) },
  )
  const tokens = [...moved.nft_transfers, ...moved.erc20_transfers]
  const isReceiver = toHex(row.from_address) !== wallet && moved.native_transfers.length === 0
  const fee = BigInt(row.gas_used) * BigInt(row.gas_price)
  return {
    ...transaction,
    ...partiesOf(row, marks),
    transaction_fee: valueDecimal(String(fee), chain.decimals) ?? String(fee),
    category,
    contract_interactions: null,
    possible_spam: isReceiver && tokens.length > 0 && tokens.every(({ possible_spam }) => possible_spam),
    method_label: method,
    summary,
    ...moved,
  }
}

const partiesOf = (
  { from_address, to_address }: { from_address: Uint8Array; to_address: Uint8Array | null },
  { labelOf }: AddressMarks,
) => {
  const from = toHex(from_address)
  const to = to_address === null ? null : toHex(to_address)
  return {
    from_address_entity: null,
    from_address_entity_logo: null,
    from_address: from,
    from_address_label: labelOf(from),
    to_address_entity: null,
    to_address_entity_logo: null,
    to_address: to,
    to_address_label: to === null ? null : labelOf(to),
  }
}

const erc20Transfer = (
  row: Erc20TransferRow,
  { block_timestamp }: StoredTransaction,
  { wallet, metadata, marks }: Surroundings,
): HistoryErc20Transfer => {
  const address = toHex(row.token_address)
  const { name = null, symbol = null, decimals = null, isListed = false } = metadata.get(address) ?? {}
  const { possible_spam, verified_collection } = marks.flags(address)
  return {
    token_name: name,
    token_symbol: symbol,
    token_logo: marks.logoOf(address),
    token_decimals: decimals === null ? null : String(decimals),
    address,
    block_timestamp: timestampText(block_timestamp),
    ...partiesOf(row, marks),
    value: row.value,
    value_formatted: valueDecimal(row.value, decimals),
    log_index: row.log_index,
    possible_spam,
    verified_contract: verified_collection || isListed,
    direction: historyDirectionOf(wallet, row),
  }
}

const nftTransfer = (row: NftTransferRow, { wallet, metadata, marks }: Surroundings): HistoryNftTransfer => {
  const address = toHex(row.token_address)
  const { name = null, symbol = null } = metadata.get(address) ?? {}
  return {
    token_address: address,
    token_id: row.token_id,
    token_name: name,
    token_symbol: symbol,
    ...partiesOf(row, marks),
    value: row.transaction_value,
    amount: row.amount,
    contract_type: row.standard === 0 ? null : `ERC${row.standard}`,
    transaction_type: row.is_batch ? 'Batch' : 'Single',
    log_index: row.log_index,
    operator: row.operator === null ? null : toHex(row.operator),
    ...marks.flags(address),
    direction: historyDirectionOf(wallet, row),
    collection_logo: null,
    collection_banner_image: null,
  }
}

/** The value of the transaction itself, if it succeeded and involves the wallet. */
const nativeTransfers = (row: StoredTransaction, surroundings: Surroundings): NativeTransfer[] => {
  const { wallet } = surroundings
  const isParty = [row.from_address, row.to_address].some((party) => party !== null && toHex(party) === wallet)
  return row.value === '0' || row.status === 0 || !isParty ? [] : [nativeTransfer(row, false, surroundings)]
}

/** In execution order. */
const internalTransfers = (surroundings: Surroundings): NativeTransfer[] => {
  const own = toBytes(surroundings.wallet)
  return surroundings.internal
    .toSorted((a, b) => a.transfer_index - b.transfer_index)
    .map(({ is_incoming, other_address: other, value }) => {
      const parties =
        is_incoming === 1 ? { from_address: other, to_address: own } : { from_address: own, to_address: other }
      return nativeTransfer({ ...parties, value }, true, surroundings)
    })
}

const nativeTransfer = (
  moved: { from_address: Uint8Array; to_address: Uint8Array | null; value: string },
  internal_transaction: boolean,
  { wallet, chain, marks }: Surroundings,
): NativeTransfer => ({
  ...partiesOf(moved, marks),
  value: moved.value,
  value_formatted: valueDecimal(moved.value, chain.decimals),
  direction: historyDirectionOf(wallet, moved),
  internal_transaction,
  token_symbol: chain.symbol,
  token_logo: chainLogo(chain.id) ?? null,
})
