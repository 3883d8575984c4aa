import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { parseBlock, parseReceipts } from '#lib/evm/chain/rpc/parse.ts'
import { checkedBlock } from '#lib/evm/chain/rpc/reading/check.ts'
import { recordedAnswers } from '#tests/evm/chain/decode/recorded-answers.ts'
import { evmServices, walletInput } from './evm-services.ts'
import { evmStores } from './evm-stores.ts'

const folder = join('..', 'shared/recordings/evm/mainnet/blocks')

/* The recording as it is, read without any of the code under test. */
const hexText = z.string()
const rawTransaction = z.looseObject({
  hash: hexText,
  from: hexText,
  to: hexText.nullish(),
  value: hexText,
  nonce: hexText,
  gas: hexText,
  input: hexText,
})
const rawBlock = z.looseObject({
  number: hexText,
  hash: hexText,
  timestamp: hexText,
  transactions: z.array(rawTransaction),
})
const rawReceipt = z.looseObject({
  gasUsed: hexText,
  cumulativeGasUsed: hexText,
  status: hexText.nullish(),
  contractAddress: hexText.nullish(),
  logs: z.array(z.looseObject({ logIndex: hexText, address: hexText, topics: z.array(hexText), data: hexText })),
})

const readRecording = (file: string) => {
  const of = recordedAnswers(join(folder, file))
  const receipts = of('eth_getBlockReceipts')
  const block = of('eth_getBlockByNumber')
  return {
    raw: { block: rawBlock.parse(block), receipts: z.array(rawReceipt).parse(receipts) },
    parsed: checkedBlock(parseBlock(block), parseReceipts(receipts), { checkBloom: true }),
  }
}

const decimal = (hex: string) => BigInt(hex).toString()

/** Real blocks, where the recordings are at hand. */
describe.runIf(existsSync(folder))('recorded mainnet blocks', () => {
  const createStore = evmStores('sqlite')

  test('lists, records and logs of the index match the recording', async () => {
    const recordings = readdirSync(folder).map(readRecording)
    const services = evmServices(await createStore())
    for (const { parsed } of recordings) await services.ranges.appendRange([parsed], { latest: 0, finalized: 0 })

    const wanted = new Map<string, { block: number; index: number; record: Record<string, unknown> }[]>()
    const logsOf = new Map<string, unknown[]>()
    for (const { raw } of recordings)
      for (const [index, { hash, from, to, value, nonce, gas, input }] of raw.block.transactions.entries()) {
        const receipt = raw.receipts[index]
        if (!receipt) throw new Error('a recording lacks a receipt')
        const block = Number(raw.block.number)
        const status = receipt.status === null || receipt.status === undefined ? null : decimal(receipt.status)
        const record = {
          hash,
          transaction_index: String(index),
          from_address: from.toLowerCase(),
          to_address: to?.toLowerCase() ?? null,
          value: decimal(value),
          nonce: decimal(nonce),
          gas: decimal(gas),
          input,
          receipt_gas_used: decimal(receipt.gasUsed),
          receipt_cumulative_gas_used: decimal(receipt.cumulativeGasUsed),
          receipt_status: status,
          block_number: String(block),
          block_hash: raw.block.hash,
          block_timestamp: new Date(Number(raw.block.timestamp) * 1_000).toISOString(),
        }
        const parties = [from, to, receipt.contractAddress].flatMap((party) => party?.toLowerCase() ?? [])
        for (const party of new Set(parties))
          wanted.set(party, [...(wanted.get(party) ?? []), { block, index, record }])
        logsOf.set(
          hash,
          receipt.logs.map((log) => [decimal(log.logIndex), log.address.toLowerCase(), log.topics, log.data]),
        )
      }

    const byActivity = [...wanted].sort(([, a], [, b]) => b.length - a.length)
    const few = byActivity.filter((_, place) => place < 15 || place % 211 === 0)
    expect(few.length).toBeGreaterThan(50)
    for (const [address, transactions] of few) {
      const records: Record<string, unknown>[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await services.evm.walletTransactions(walletInput(address, { cursor, disable_total: false }))
        expect(page.total).toBe(transactions.length)
        records.push(...page.result)
        cursor = page.cursor
      }
      const expected = transactions.toSorted((a, b) => b.block - a.block || b.index - a.index)
      expect(records).toEqual(expected.map(({ record }) => expect.objectContaining(record)))
    }

    for (const [hash, logs] of [...logsOf].filter((_, place) => place % 97 === 0)) {
      const found = await services.evm.transaction({ transaction_hash: hash })
      expect(
        found.logs.map(({ log_index, address, topic0, topic1, topic2, topic3, data }) => [
          log_index,
          address,
          [topic0, topic1, topic2, topic3].filter((topic) => topic !== null),
          data,
        ]),
      ).toEqual(logs)
    }
  })
})
