import type { TransactionLog } from '#lib/evm/api/records/transactions.ts'
import type { SentencePart } from '#lib/evm/summary/moves.ts'
import type { Sentence } from '#lib/evm/summary/sentence.ts'
import type { Flows, RawReceipt } from './recorded-flows.ts'

/** Verbs of one thing given for another. */
const exchanges = /^(swapped|bought|sold|traded|minted|redeemed|deposited|added|removed|wrapped|unwrapped)$/

/** The amounts of fungible assets in a sentence about its subject. */
const amountsIn = (parts: readonly SentencePart[]): [asset: string, amount: bigint][] =>
  parts.flatMap((part): [string, bigint][] => {
    if (part.kind === 'native') return [['native', BigInt(part.amount)]]
    return part.kind === 'token' ? [[part.token, BigInt(part.amount)]] : []
  })

const sizeOf = (change: bigint | undefined): bigint | undefined =>
  change !== undefined && change < 0n ? -change : change

/** What a sentence says that the flows of its sender do not bear out; empty if nothing. */
export const faultsOf = ({ clauses }: Sentence, flows: Flows): string[] => {
  const gave = [...flows].filter(([, change]) => change < 0n)
  const got = [...flows].filter(([, change]) => change > 0n)
  const [first] = clauses
  const faults: string[] = []
  if (gave.length > 0 && got.length > 0 && !exchanges.test(first?.verb ?? '')) faults.push('is not called an exchange')
  if (first?.verb === 'called' || first?.verb === 'created' || first?.verb === 'bundled' || first?.verb === 'executed')
    return faults
  const isForAnother = first?.verb === 'swapped' && got.length === 0
  for (const { verb, parts } of clauses) {
    if (/^(moved|allowed|no longer)/.test(verb) || flows.size === 0) continue
    for (const [asset, amount] of amountsIn(parts))
      if (sizeOf(flows.get(asset)) !== amount && !(isForAnother && !flows.has(asset)))
        faults.push(`says ${amount} of ${asset}, which is ${flows.get(asset)}`)
  }
  return faults
}

/** A log as the product has it. */
export const logRecord = ({ address, topics, data, logIndex }: RawReceipt['logs'][number] & { logIndex: string }) => {
  const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = topics
  return { log_index: String(BigInt(logIndex)), address, data, topic0, topic1, topic2, topic3 } as TransactionLog
}
