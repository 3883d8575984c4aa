import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { logRows, transactionRow } from '#lib/evm/chain/decode/block-rows.ts'
import { logRecord, timestampText, transactionRecord } from '#lib/evm/chain/decode/records.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { type EvmQueryContext, fetchRawBlock } from '#lib/evm/query/context.ts'
import { knownBlock } from '#lib/evm/query/find-block.ts'
import { coverageOfBlock } from '#lib/evm/query/report-coverage.ts'
import { withInternalTransactions } from '#lib/evm/transaction/internal-transactions.ts'
import type { BlockContents, blockContentsEndpoints } from './contract.ts'

/** A block with its transactions and logs. The index finds it; header and contents come from the node, by the same hash. */
export const blockContentsQuery =
  (context: EvmQueryContext): Service<typeof blockContentsEndpoints>['blockContents'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const found = await knownBlock(context, chain, input.block_number_or_hash, call?.signal)
    const place = 'stored' in found ? found.stored : { number: found.fetched.number, hash: toBytes(found.fetched.hash) }
    const { block: raw, parsed } = await fetchRawBlock(context, chain, place, call?.signal)
    call?.coveredBy?.(coverageOfBlock(parsed.number))

    const labelOf = labelsOn(context.known, chain.id)
    const rows = parsed.transactions.map((transaction) => ({
      ...transactionRow(chain.id, parsed.number, transaction),
      block_hash: toBytes(parsed.hash),
      block_timestamp: parsed.timestamp,
      base_fee_per_gas: parsed.baseFeePerGas === null ? null : String(parsed.baseFeePerGas),
    }))
    const records = rows.map((row, index) => {
      const record = transactionRecord(row, labelOf)
      const transaction = parsed.transactions[index]
      const logs = transaction ? logRows(chain.id, parsed.number, transaction) : []
      return { ...record, logs: logs.map((log) => logRecord(log, record)) }
    })
    const transactions = input.include
      ? await withInternalTransactions(context, chain, rows, { records, call })
      : records

    const bytes = (key: string): string | null => {
      const value = raw[key]
      return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value) ? value.toLowerCase() : null
    }
    const quantity = (key: string): string | null => {
      const value = raw[key]
      return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? String(BigInt(value)) : null
    }
    const difficulty = quantity('difficulty')
    return {
      timestamp: timestampText(parsed.timestamp),
      number: String(parsed.number),
      hash: parsed.hash,
      parent_hash: parsed.parentHash,
      nonce: bytes('nonce'),
      sha3_uncles: bytes('sha3Uncles'),
      logs_bloom: bytes('logsBloom'),
      transactions_root: bytes('transactionsRoot'),
      state_root: bytes('stateRoot'),
      receipts_root: bytes('receiptsRoot'),
      miner: parsed.miner,
      difficulty,
      total_difficulty: quantity('totalDifficulty') ?? finalDifficulty(chain.id, difficulty),
      size: parsed.size === null ? null : String(parsed.size),
      extra_data: bytes('extraData'),
      // The SDKs cannot read a block without it.
      gas_limit: String(parsed.gasLimit ?? 0n),
      gas_used: String(parsed.gasUsed),
      base_fee_per_gas: parsed.baseFeePerGas === null ? null : String(parsed.baseFeePerGas),
      transaction_count: String(parsed.transactions.length),
      transactions,
    } satisfies BlockContents
  }

/**
 * Nodes no longer report it. Since the Merge, blocks of Ethereum add nothing: it is the sum at the last proof-of-work
 * block.
 */
const finalDifficulty = (chain: number, difficulty: string | null): string | null =>
  chain === 1 && difficulty === '0' ? '58750003716598352816469' : null
