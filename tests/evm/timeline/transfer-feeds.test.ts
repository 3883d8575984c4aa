import { expect, test } from 'vitest'
import { erc20Feed } from '#components/evm/timeline/feed/erc20-feed.ts'
import type { FeedClient, FeedKind } from '#components/evm/timeline/feed/feed-kind.ts'
import { internalFeed } from '#components/evm/timeline/feed/internal-feed.ts'
import { nftFeed } from '#components/evm/timeline/feed/nft-feed.ts'
import { createTimelineReader } from '#components/evm/timeline/feed/timeline-reader.ts'
import { transactionFeed } from '#components/evm/timeline/feed/transaction-feed.ts'
import { erc20Event, nftTransfer, plainTransaction, wallet } from '#lib/evm/api/examples.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { chainState, pageOf } from './chain-ledger.ts'

const isoOf = (second: number) => new Date(second * 1_000).toISOString()
const blockOf = (second: number) => ({ block_number: String(second), block_timestamp: isoOf(second) })

const [internalTransfer] = evmExplorerApi.evmInternalTransfers.example.output.result

type Asked = { name: string; chain?: string; to_block?: unknown; limit?: unknown; cursor?: unknown }

/** Chains that answer the lists of a wallet, a block a second; each list has its rows at these seconds. */
const chainsWith = (ledgers: Record<string, readonly number[]>) => {
  const asked: Asked[] = []
  const list = (name: string, rowAt: (second: number, place: number) => object) => async (input: Asked) => {
    asked.push({ ...input, name })
    const last = Number(input.to_block ?? Number.POSITIVE_INFINITY)
    const seconds = (ledgers[input.chain ?? ''] ?? []).filter((second) => second <= last)
    const { rows, cursor } = pageOf(seconds.map(rowAt), input.cursor as string | undefined, Number(input.limit))
    return { result: rows, cursor: cursor ?? null }
  }
  const client = {
    walletTransactions: list('walletTransactions', (second, place) => ({
      ...plainTransaction,
      ...blockOf(second),
      hash: `${second}-${place}`,
    })),
    erc20Transfers: list('erc20Transfers', (second, place) => ({
      ...{ ...erc20Event, ...blockOf(second) },
      log_index: String(place),
    })),
    walletNftTransfers: list('walletNftTransfers', (second, place) => ({
      ...{ ...nftTransfer, ...blockOf(second) },
      log_index: place,
    })),
    evmInternalTransfers: list('evmInternalTransfers', (second, place) => ({
      ...{ ...internalTransfer, ...blockOf(second) },
      transfer_index: place,
    })),
  } as unknown as FeedClient
  return { client, asked }
}

const readAll = async <Row>(feed: FeedKind<Row>, ledgers: Record<string, readonly number[]>) => {
  const { client } = chainsWith(ledgers)
  const chains = Object.keys(ledgers).map((name) => chainState(name))
  const reader = createTimelineReader({
    ...{ chains, first: {}, chosen: Object.keys(ledgers), order: feed },
    ask: (state, cursor, signal) =>
      feed.ask(client, { state, address: wallet, limit: 2, ...(cursor && { cursor }) }, { signal }),
  })
  reader.start()
  for (let turns = 0; turns < 50; turns++) {
    await new Promise((resolve) => setImmediate(resolve))
    reader.more()
  }
  expect(reader.view().feeds.map(({ state, isDone }) => [state, isDone])).toEqual(chains.map(() => ['read', true]))
  return reader.view().rows.map(({ chain, timeMs }) => `${chain.chain} ${timeMs / 1_000}`)
}

test.each([
  ['transactions', transactionFeed],
  ['ERC20 transfers', erc20Feed],
  ['NFT transfers', nftFeed],
  ['internal transfers', internalFeed],
] as const)('%s of several chains form one list, newest first, to the end', async (_, feed) => {
  const rows = await readAll(feed as FeedKind<unknown>, { eth: [9, 7, 7, 3, 1], bsc: [8, 7, 2] })
  expect(rows).toEqual(['eth 9', 'bsc 8', 'eth 7', 'eth 7', 'bsc 7', 'eth 3', 'bsc 2', 'eth 1'])
})

test('two equal transfers of one batch are two rows; a transaction in two responses is one', () => {
  const rowsOf = <Row>(feed: FeedKind<Row>, row: Row) => {
    const page = { rows: [row, row], cursor: undefined }
    const options = { chains: [chainState('a')], chosen: ['a'], order: feed, ask: () => Promise.reject() }
    return createTimelineReader({ ...options, first: { a: { page } } }).view().rows
  }
  const transfer = { ...nftTransfer, contract_type: 'ERC1155' as const }
  const line = { key: `${transfer.block_number}-1`, timestamp: transfer.block_timestamp } as never
  const keys = rowsOf(nftFeed, line).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
  expect(rowsOf(transactionFeed, plainTransaction)).toHaveLength(1)
})

const period = (from: number, to: number) => ({ from_date: isoOf(from), to_date: isoOf(to) })
const secondsOf = (rows: readonly { timestamp: string }[]) => rows.map(({ timestamp }) => Date.parse(timestamp) / 1_000)

test('ERC20 transfers around a time start at its block if known, and end where they are older', async () => {
  const { client, asked } = chainsWith({ eth: [9, 8, 6, 5, 4, 2, 1] })
  const question = { state: chainState('eth', { source: 'index' }), address: wallet, limit: 3, lastBlock: '7' }
  const first = await erc20Feed.ask(client, { ...question, ...period(4, 7) })
  expect(secondsOf(first.rows)).toEqual([6, 5, 4])
  const second = await erc20Feed.ask(client, { ...question, ...period(4, 7), cursor: first.cursor })
  expect(second).toEqual({ rows: [], cursor: undefined })
  expect(asked.map(({ to_block }) => to_block)).toEqual(['7', '7'])

  const none = await erc20Feed.ask(client, { ...question, lastBlock: null, ...period(0, 0) })
  expect(none).toEqual({ rows: [], cursor: undefined })
  expect(asked).toHaveLength(2)
})

test('newer transfers are skipped in bounded steps when the block of a time is unknown', async () => {
  const newest = 900
  const { client, asked } = chainsWith({ eth: Array.from({ length: newest }, (_, place) => newest - place) })
  const question = { state: chainState('eth'), address: wallet, limit: 25, to_date: isoOf(100) }
  const first = await erc20Feed.ask(client, question)
  expect(first.rows).toEqual([])
  expect(asked).toHaveLength(5)
  const second = await erc20Feed.ask(client, { ...question, cursor: first.cursor })
  expect(secondsOf(second.rows)).toEqual(Array.from({ length: 100 }, (_, place) => 100 - place))
  expect(asked).toHaveLength(9)
})
