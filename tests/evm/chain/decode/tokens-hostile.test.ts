import { expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import type { DecodableLog } from '#lib/evm/chain/decode/token-rows.ts'
import { tokenTopic, tokenTopics } from '#lib/evm/chain/decode/token-topics.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { seeded } from '#tests/support/seeded.ts'
import { readableRows, tokenLog, word } from './token-logs.ts'

const emitters: Hex[] = [
  walletOf(1),
  walletOf(2),
  '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb',
  '0x06012c8cf97bead5deae237070f9587f8e7a266d',
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  '0xfffffffffffffffffffffffffffffffffffffffe',
]

const randomLogs = (count: number, random: () => number): DecodableLog[] => {
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
  const bytes = (length: number) => Array.from({ length }, () => below(256).toString(16).padStart(2, '0')).join('')
  const randomWord = (): string =>
    pick([
      () => bytes(32),
      () => word(below(6) * 32).slice(2),
      () => word(below(5)).slice(2),
      () => word(walletOf(below(3))).slice(2),
      () => 'ff'.repeat(32),
      () => '00'.repeat(32),
    ])()

  return Array.from({ length: count }, (_, logIndex) => {
    const topics = Array.from({ length: below(4) }, (): Hex => `0x${randomWord()}`)
    const data = Array.from({ length: below(9) }, randomWord).join('') + pick(['', '', bytes(below(32))])
    return tokenLog({
      logIndex,
      transactionIndex: Math.floor(logIndex / 5),
      address: pick(emitters),
      topics: random() < 0.02 ? [] : [pick(tokenTopics), ...topics],
      data: `0x${data}`,
    })
  })
}

/** Most ranges of random ends are cut at 20,000 tokens: a few of them say as much as all. */
const withFewRanges = (logs: DecodableLog[]): DecodableLog[] => {
  const ranges = logs.filter(({ topics }) => topics[0] === tokenTopic.consecutiveTransfer)
  const tooMany = new Set(ranges.slice(12))
  return logs.filter((log) => !tooMany.has(log))
}

test('no log makes decoding fail, and every row belongs to its log, in order', () => {
  let rowCount = 0
  for (let seed = 0; seed < 30; seed++) {
    const logs = withFewRanges(randomLogs(400, seeded(seed)))
    const logAt = new Map(logs.map((log) => [log.logIndex, log]))
    const kind = (['ERC20', 'ERC721', 'ERC1155', null, undefined] as const)[seed % 5]
    const { contracts, ...lists } = readableRows(decodeTokens(1, logs, () => kind))
    for (const rows of Object.values(lists)) {
      const places = rows.map((row) => row.log_index * 100_000 + ('batch_index' in row ? row.batch_index : 0))
      const unlike = rows.filter((row) => {
        const log = logAt.get(row.log_index)
        const isOfLog = row.token_address === log?.address && row.transaction_hash === log.transactionHash
        const isWhole = [row.from_address, row.to_address].every((address) => /^0x[0-9a-f]{40}$/.test(address))
        return !isOfLog || !isWhole || !(row.token_address in contracts)
      })
      expect(unlike).toEqual([])
      expect(places.findIndex((place, index) => index > 0 && place <= (places[index - 1] ?? 0))).toBe(-1)
      rowCount += rows.length
    }
    expect(lists.nftTransfers.length).toBeLessThanOrEqual(12 * 20_000 + logs.length * 9)
    expect(ambiguousContracts(logs)).not.toContain('0xfffffffffffffffffffffffffffffffffffffffe')
  }
  expect(rowCount).toBeGreaterThan(5_000)
})
