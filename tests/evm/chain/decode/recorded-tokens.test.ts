import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import { type DecodableLog, decodableLogs } from '#lib/evm/chain/decode/token-rows.ts'
import { parseBlock, parseLog, parseReceipts } from '#lib/evm/chain/rpc/parse.ts'
import { checkedBlock } from '#lib/evm/chain/rpc/reading/check.ts'
import { plainTokens } from './plain-tokens.ts'
import { type RecordedBlock, recordedBlocks } from './recorded-blocks.ts'
import { readableRows } from './token-logs.ts'

const root = join('..', 'shared/recordings/evm')

/** Logs of a block as the follower has them; of one whose receipts were recorded in part, receipt by receipt. */
const logsOf = ({ answers, block, receipts }: RecordedBlock): DecodableLog[] => {
  const parsed = parseReceipts(answers.receipts)
  if (receipts.length === block.transactions.length)
    return decodableLogs([checkedBlock(parseBlock(answers.block), parsed, { checkBloom: false })])
  const values = new Map(block.transactions.map(({ hash, value }) => [hash, BigInt(value)]))
  return Object(answers.receipts).flatMap((receipt: unknown) =>
    parseReceipts([receipt]).flatMap(({ transactionHash, transactionIndex }) =>
      Object(receipt).logs.map((raw: unknown) => ({
        ...parseLog(raw),
        transactionIndex: transactionIndex ?? 0,
        transactionValue: values.get(transactionHash ?? '0x') ?? null,
      })),
    ),
  )
}

/** Real blocks, where the recordings are at hand. */
describe.runIf(existsSync(root))('recorded blocks yield the rows that a general decoder finds', () => {
  /** Compares every field of every row, and says how many there were. */
  const compare = (folder: string, chain: number, nfts: ReadonlySet<string> = new Set()) => {
    const counts: Record<string, number> = {}
    for (const block of recordedBlocks(join(root, folder, 'blocks'))) {
      const rows = decodeTokens(chain, logsOf(block), (address) => (nfts.has(address) ? 'ERC721' : undefined))
      const plain = plainTokens(chain, block, nfts)
      expect(readableRows(rows), `${folder} ${block.file}`).toEqual(plain.rows)
      for (const [what, count] of Object.entries(plain.counts)) counts[what] = (counts[what] ?? 0) + count
    }
    return counts
  }
  const none = { erc20: 0, wrapping: 0, erc721: 0, single: 0, batch: 0, batchItems: 0, consecutive: 0, punks: 0 }

  test('on Ethereum', () => {
    // 10,472 Transfers have two addresses as topics, one of them CryptoPunks' count. 13,470 have a token id besides, and 20 have
    // no topic: CryptoKitties, and one of CryptoBots.
    const erc20 = 10_472 - 1
    const erc721 = 13_470 + 20
    expect(compare('mainnet', 1)).toEqual({
      erc20,
      wrapping: 1339,
      erc721,
      single: 73,
      batch: 5,
      batchItems: 9,
      consecutive: 100,
      punks: 1,
    })
  })

  test('on Polygon', () => {
    const counts = { ...none, erc20: 143, wrapping: 6, erc721: 7, single: 31, batch: 21, batchItems: 327 }
    expect(compare('polygon', 137)).toEqual(counts)
    // As if a coin were known to be an ERC721 of the old form: its amounts are token ids.
    const reclassified = compare('polygon', 137, new Set(['0x2791bca1f2de4661ed88a30c99a7a9449aa84174']))
    expect(reclassified.erc721).toBeGreaterThan(7)
    expect((reclassified.erc721 ?? 0) + (reclassified.erc20 ?? 0)).toBe(150)
  })

  test('on Arbitrum and Cronos', () => {
    expect(compare('arbitrum', 42161)).toEqual({ ...none, erc20: 12 })
    expect(compare('arb-sepolia', 421614)).toEqual({ ...none, erc20: 41 })
    expect(compare('cronos', 25)).toEqual({ ...none, erc20: 58, wrapping: 7 })
  })

  test('in a block where one transaction mints 10,000 NFTs', () => {
    const block = recordedBlocks(join(root, 'mainnet/blocks')).find(({ file }) => file.startsWith('15537394.'))
    expect(block).toBeDefined()
    if (!block) return
    const { nftTransfers } = readableRows(decodeTokens(1, logsOf(block), () => undefined))
    const minted = nftTransfers.filter(
      ({ token_address }) => token_address === '0x05f08b01971cf70bcd4e743a8906790cfb9a8fb8',
    )
    expect(minted.map(({ token_id }) => token_id)).toEqual(Array.from({ length: 10_000 }, (_, id) => String(id)))
  })
})
