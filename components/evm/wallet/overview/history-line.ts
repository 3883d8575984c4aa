import type { HistoryTransaction } from '#lib/evm/api/records/wallet-history.ts'
import { addDealing, type Dealing, noEvidence, suspicionOf } from '#lib/format/look-alike.ts'

type Party = { address: string; label: string | null }

/** A transaction in one sentence, as the overview shows it. */
export type HistoryLine = {
  hash: string
  timestamp: string
  /** The sentence, without its last word if that is the counterparty. */
  text: string
  /** The address that the sentence ends with. */
  party: Party | undefined
  isFailed: boolean
  method: { name: string; isGuess: boolean } | undefined
}

/** Why lines are folded: anyone can write them into the history of a wallet. */
type FoldedReason = 'imitating an address' | 'zero value' | 'spam'

export type FoldedLine = HistoryLine & { reason: FoldedReason }

const zeroAddress = `0x${'0'.repeat(40)}`

/** The lines of a wallet's history. Those that it did not sign and that are worth nothing, or imitate an address, are folded. */
export const historyLines = (
  transactions: readonly HistoryTransaction[],
  wallet: string,
): { lines: HistoryLine[]; folded: FoldedLine[] } => {
  const evidence = noEvidence(wallet)
  const dealings = new Map(transactions.map((one) => [one.hash, dealingsOf(one, wallet)]))
  for (const dealing of [...dealings.values()].flat()) addDealing(evidence, dealing)
  const reasonOf = ({ hash }: HistoryTransaction): FoldedReason | undefined => {
    const all = dealings.get(hash) ?? []
    const suspicions = all.flatMap((dealing) => suspicionOf(evidence, dealing) ?? [])
    const [first] = suspicions
    if (!first || suspicions.length < all.length || !suspicions.every(({ isFolded }) => isFolded)) return undefined
    return suspicions.some(({ imitated }) => imitated) ? 'imitating an address' : first.doubt
  }
  const all = transactions.map((transaction) => ({ line: lineOf(transaction, wallet), reason: reasonOf(transaction) }))
  return {
    lines: all.flatMap(({ line, reason }) => (reason ? [] : [line])),
    folded: all.flatMap(({ line, reason }) => (reason ? [{ ...line, reason }] : [])),
  }
}

/** The wallet's relation to the other side of each transfer of a transaction. */
const dealingsOf = (transaction: HistoryTransaction, wallet: string): Dealing[] => {
  const { from_address, erc20_transfers, nft_transfers, native_transfers } = transaction
  const isSigned = from_address === wallet
  return [
    ...native_transfers.map((one) => ({ ...one, amount: one.value, possible_spam: false })),
    ...erc20_transfers.map((one) => ({ ...one, amount: one.value })),
    ...nft_transfers,
  ].map(({ direction, amount, possible_spam, ...transfer }): Dealing => {
    const other = direction === 'incoming' ? transfer.from_address : transfer.to_address
    const party = other === zeroAddress ? null : other
    if (isSigned) return { party, kind: 'sent' }
    if (possible_spam) return { party, kind: 'nothing', doubt: 'spam' }
    if (amount === '0') return { party, kind: 'nothing', doubt: 'zero value' }
    return { party, kind: direction === 'incoming' ? 'received' : 'sent' }
  })
}

const lineOf = (transaction: HistoryTransaction, wallet: string): HistoryLine => {
  const { hash, block_timestamp, summary, receipt_status, method } = transaction
  const isFailed = receipt_status === '0'
  const about = {
    hash,
    timestamp: block_timestamp,
    isFailed,
    method: method ? { name: method.label, isGuess: method.source === 'signatures' } : undefined,
  }
  const party = partiesOf(transaction).find((one) => summary.endsWith(` ${nameOf(one)}`))
  if (party?.address === wallet) {
    if (transaction.from_address === wallet) return { ...about, text: 'Sent to itself', party: undefined }
    // A contract is called by others: its own page shows by whom.
    const caller = { address: transaction.from_address, label: transaction.from_address_label }
    return { ...about, text: 'Called by ', party: caller }
  }
  const sentence = capitalised(isFailed ? summary.replace(/^Failed: /, '') : summary)
  return { ...about, text: party ? sentence.slice(0, -nameOf(party).length) : sentence, party }
}

const nameOf = ({ address, label }: Party): string => label ?? shortAddress(address)

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** Every address that a sentence may name. */
const partiesOf = (transaction: HistoryTransaction): Party[] => {
  const { erc20_transfers, nft_transfers, native_transfers } = transaction
  return [transaction, ...erc20_transfers, ...nft_transfers, ...native_transfers].flatMap((one) => [
    { address: one.from_address, label: one.from_address_label },
    ...(one.to_address === null ? [] : [{ address: one.to_address, label: one.to_address_label }]),
  ])
}

/** An address without a label, as in the sentences of the history. */
const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
