import { isHex } from '#lib/base/hex.ts'
import { foldedReason, historyAmount, historyDealing, historyDealings } from '#lib/evm/api/format/history-dealings.ts'
import type { HistoryErc20Transfer, HistoryTransaction } from '#lib/evm/api/records/wallet-history.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { AddressMarks } from '#lib/evm/query/flags.ts'
import { type PlacedDealing, readWalletEvidence, signedDealing } from '#lib/evm/query/spam/known-dealings.ts'
import { dustIn, pricesInTime, suspicionFieldsOf } from '#lib/evm/query/spam/suspicions.ts'
import type { Evidence } from '#lib/format/look-alike.ts'

type Page = { wallet: string; marks: AddressMarks; records: readonly HistoryTransaction[] }

/** Adds the flags to transactions of a wallet, and to each of their transfers. */
export const withSuspicions = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { wallet, marks, records }: Page,
): Promise<HistoryTransaction[]> => {
  if (records.length === 0) return []
  const newestBlock = Math.max(...records.map(({ block_number }) => Number(block_number)))
  const rows = records.flatMap((record) => placedDealings(record, wallet))
  const coins = records.flatMap(({ erc20_transfers }) => erc20_transfers)
  const [evidence, prices] = await Promise.all([
    readWalletEvidence(context, chain, { wallet, newestBlock, rows }),
    pricesInTime(
      context,
      chain,
      coins.flatMap(({ address, token_decimals }) =>
        isHex(address) ? [{ address, decimals: token_decimals === null ? null : Number(token_decimals) }] : [],
      ),
    ),
  ])
  const judge = { wallet, marks, evidence, dust: dustIn(prices) }
  return records.map((record) => flagged(record, judge))
}

/** The block, and positions in it, are those of the record. */
const placedDealings = (record: HistoryTransaction, wallet: string): PlacedDealing[] =>
  historyDealings(record, wallet).map((dealing) => ({
    place: [Number(record.block_number), Number(record.transaction_index), 0],
    dealing: signedDealing(dealing, record.from_address === wallet),
  }))

type Judge = { wallet: string; marks: AddressMarks; evidence: Evidence; dust: ReturnType<typeof dustIn> }

const flagged = (record: HistoryTransaction, judge: Judge): HistoryTransaction => {
  const { wallet, marks, evidence } = judge
  const isSigned = record.from_address === wallet
  const fieldsOf = (
    move: Parameters<typeof historyDealing>[0],
    { isDust, token }: { isDust: boolean | null; token?: string },
  ) =>
    suspicionFieldsOf(evidence, {
      ...{ dealing: historyDealing(move, isSigned), amount: historyAmount(move), isDust },
      rules: token === undefined ? [] : marks.ratingOf(token).rules,
    })
  const coins = record.erc20_transfers.map((move) => ({
    ...move,
    ...fieldsOf(move, { isDust: isDustOf(move, isSigned, judge), token: move.address }),
  }))
  const nfts = record.nft_transfers.map((move) => ({
    ...move,
    ...fieldsOf(move, { isDust: null, token: move.token_address }),
  }))
  const native = record.native_transfers.map((move) => ({ ...move, ...fieldsOf(move, { isDust: null }) }))
  const all = [...native, ...coins, ...nfts]
  const folded = foldedReason(evidence, historyDealings(record, wallet))
  return {
    ...record,
    is_imitation: folded?.reason === 'imitating an address',
    imitates: folded?.imitates ?? null,
    is_zero_value: folded?.reason === 'zero value',
    is_dust: isDustAltogether(all),
    spam_reasons: [...new Set(all.flatMap(({ spam_reasons }) => spam_reasons))],
    erc20_transfers: coins,
    nft_transfers: nfts,
    native_transfers: native,
  }
}

const isDustOf = (move: HistoryErc20Transfer, isSigned: boolean, { dust }: Judge): boolean | null =>
  dust({
    token: move.address,
    decimals: move.token_decimals === null ? null : Number(move.token_decimals),
    value: move.value,
    isSent: isSigned || move.direction !== 'incoming',
  })

/** One transfer that is no dust decides; otherwise one whose worth is not known. */
const isDustAltogether = (moves: readonly { is_dust: boolean | null }[]): boolean | null => {
  if (moves.length === 0 || moves.some(({ is_dust }) => is_dust === false)) return false
  return moves.every(({ is_dust }) => is_dust) ? true : null
}
