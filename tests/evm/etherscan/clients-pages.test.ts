import { afterAll, beforeAll, expect } from 'vitest'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import { seeded } from '#tests/support/seeded.ts'
import { askIndex } from './ask-index.ts'
import { testClient } from './client-table.ts'
import {
  logsOfRecord,
  type RecordedTransaction,
  recordedTransactions,
  transactionOfRecord,
  transfersOfRecord,
} from './recorded-rows.ts'

/* How clients page through lists, as their sources do it, over the demo ledger. */

type Row = Record<string, string>
type Answer = { status: string; message: string; result: unknown }
type Ask = (parameters: Record<string, string>) => Promise<Answer>

const { busiestWallet: wallet, harborCoin, visitor } = { ...demoLedger, visitor: `0x${'12'.repeat(20)}` }
const miner = '0x00000000000000000000000000000000005c09e5'
let server: Awaited<ReturnType<typeof demoApi>>
let recorded: RecordedTransaction[]
beforeAll(async () => {
  server = await demoApi()
  recorded = await recordedTransactions()
}, 180_000)
afterAll(async () => await server?.stop())

const ask: Ask = async (parameters) => {
  const response = await fetch(`${server.url}/demo/api?${new URLSearchParams({ apikey: apiKey, ...parameters })}`)
  expect(response.status).toBe(200)
  return await response.json()
}
const ownTransactions = (): Row[] =>
  recorded.map(transactionOfRecord).filter((row) => [row.from, row.to, row.contractAddress].includes(wallet))
const ownTransferHashes = (): Set<string | undefined> =>
  new Set(
    recorded
      .flatMap((one) => transfersOfRecord(one, 'erc20'))
      .filter(({ from, to }) => from === wallet || to === wallet)
      .map(({ hash }) => hash),
  )
const hashesOf = (rows: readonly Row[]) => rows.map(({ hash }) => hash)

/** rotki's reading of an answer: what is not a list, and not one of its two empty ones, is an error of the source. */
const rotkiQuery = async (parameters: Record<string, string>, from: Ask = ask): Promise<Row[]> => {
  const { status, message, result } = await from(parameters)
  if (status === '0' && message === 'No transactions found') return []
  if (status !== '1' || message !== 'OK' || !Array.isArray(result)) throw new Error(`${message}: ${result}`)
  return result
}

/** A full page is continued at its last block, or with the next page; its database drops repeated rows. */
const rotkiRows = async (parameters: Record<string, string>, size: number, by: 'block' | 'page' = 'block') => {
  const rows = new Map<string, Row>()
  const options = { module: 'account', sort: 'asc', ...parameters, page: '1', offset: String(size) } as Row
  for (;;) {
    const page = await rotkiQuery(options)
    for (const row of page) rows.set(JSON.stringify({ ...row, confirmations: '' }), row)
    const last = page.at(-1)?.blockNumber ?? ''
    if (page.length !== size) return [...rows.values()]
    if (by === 'page') options.page = String(Number(options.page) + 1)
    else if (options.startblock === last) throw new Error('a full page did not advance')
    else options.startblock = last
  }
}

testClient('rotki', {
  'transactions, internal transactions, token transfers': async () => {
    expect(ownTransactions().length).toBeGreaterThan(1_000)
    for (const size of [1_000, 90])
      expect(hashesOf(await rotkiRows({ action: 'txlist', address: wallet }, size))).toEqual(
        hashesOf(ownTransactions()),
      )
    const transfers = await rotkiRows({ action: 'tokentx', address: wallet }, 40)
    expect(new Set(hashesOf(transfers))).toEqual(ownTransferHashes())
    const internal = { action: 'txlistinternal', address: wallet }
    expect(await rotkiRows(internal, 10)).toEqual(await rotkiQuery({ module: 'account', ...internal }))
  },
  'internal transactions of a transaction': async () => {
    const internal = await rotkiQuery({ module: 'account', action: 'txlistinternal', address: wallet })
    const [{ hash = '' } = {}] = internal
    const range = { startblock: '5', endblock: '6' }
    const rows = await rotkiRows({ action: 'txlistinternal', txhash: hash, ...range }, 1_000, 'page')
    const moved = internal.filter((row) => row.hash === hash)
    expect(moved.length).toBeGreaterThan(0)
    expect(rows).toEqual(expect.arrayContaining(moved.map(({ hash: _, traceId: __, ...row }) => row)))
    for (const { traceId = '' } of internal) expect(traceId).toMatch(/^\d+(_\d+)*$/)
  },
  'mined blocks': async () => {
    const blocks = await rotkiRows({ action: 'getminedblocks', address: miner }, 100, 'page')
    const { result: newest } = await ask({ module: 'proxy', action: 'eth_blockNumber' })
    const first = Number(blocks[0]?.blockNumber)
    expect(blocks.map(({ blockNumber }) => Number(blockNumber))).toEqual(
      Array.from({ length: Number(newest) - first + 1 }, (_, index) => first + index),
    )
    expect(blocks.length).toBeGreaterThan(1_000)
  },
  'a block with more rows than a page': async () => {
    const hashes = hashesOf(ownTransactions())
    await expect(rotkiRows({ action: 'txlist', address: wallet }, 2)).rejects.toThrow('a full page did not advance')
    const [first] = Object.values(Object.groupBy(ownTransactions(), ({ blockNumber = '' }) => blockNumber)).filter(
      (rows = []) => rows.length > 2,
    )
    const block = first?.[0]?.blockNumber ?? ''
    const inBlock = { action: 'txlist', address: wallet, startblock: block, endblock: block }
    expect(hashesOf(await rotkiRows(inBlock, 2, 'page'))).toEqual(hashesOf(first ?? []))
    expect(hashesOf(await rotkiRows({ action: 'txlist', address: wallet }, 999, 'page'))).toEqual(hashes)
  },
  'a range that is not indexed': async () => {
    const store = await evmStores('sqlite')()
    const blocks = randomBlocks(61, { first: 0 }, seeded(7))
    await createEvmRangeIndex(store, chainId).appendRange(blocks.slice(10, 21), { latest: 60, finalized: 60 })
    const index = askIndex(store, blocks.at(-1)?.timestamp ?? 0)
    const from: Ask = ({ module = '', action = '', ...given }) => index(module, action, given)
    const list = { module: 'account', action: 'txlist', address: walletOf(0) }
    await expect(rotkiQuery(list, from)).rejects.toThrow('NOTOK: Incomplete: blocks 10-20 are indexed here')
    await expect(rotkiQuery({ ...list, startblock: '12', endblock: '30' }, from)).rejects.toThrow('Incomplete')
    expect(await rotkiQuery({ ...list, startblock: '10', endblock: '20' }, from)).not.toEqual([])
  },
  logs: async () => {
    const padded = `0x${wallet.slice(2).padStart(64, '0')}`
    const topics = { topic0: tokenTopic.transfer, topic2: padded, topic0_2_opr: 'and' }
    const query = { module: 'logs', action: 'getLogs', address: harborCoin, ...topics, toBlock: '999999999' }
    const found = new Set<string>()
    for (let fromBlock = 0, isFull = true; isFull; ) {
      const { result } = await ask({ ...query, fromBlock: String(fromBlock), page: '1', offset: '4' })
      for (const row of result as Row[]) found.add(`${row.transactionHash} ${Number(row.logIndex)}`)
      isFull = (result as Row[]).length === 4
      fromBlock = Number((result as Row[]).at(-1)?.blockNumber)
    }
    const own = recorded
      .flatMap(logsOfRecord)
      .filter((log) => log.address === harborCoin && log.topics[0] === topics.topic0 && log.topics[2] === padded)
    expect(own.length).toBeGreaterThan(4)
    expect(found).toEqual(new Set(own.map((log) => `${log.transactionHash} ${Number(log.logIndex)}`)))
  },
  'block by time, activity, contract creation': async () => {
    const [row] = ownTransactions()
    const time = { module: 'block', action: 'getblocknobytime', timestamp: row?.timeStamp ?? '', closest: 'before' }
    expect((await ask(time)).result).toBe(row?.blockNumber)
    const hasSome = async (action: string, address: string) =>
      (await rotkiQuery({ module: 'account', action, address, page: '1', offset: '1' })).length
    for (const action of ['txlist', 'tokentx'])
      expect([await hasSome(action, wallet), await hasSome(action, visitor)]).toEqual([1, 0])
    const creationOf = async (contractaddresses: string) =>
      (await ask({ module: 'contract', action: 'getcontractcreation', contractaddresses })).result
    expect(await creationOf(harborCoin)).toMatchObject([{ txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }])
    expect(await creationOf(visitor)).toBeNull()
  },
})

testClient('apePages', {
  get_all_normal_transactions: async () => {
    const rows: Row[] = []
    for (let page = 1, last = 100; last === 100; page++) {
      const list = {
        module: 'account',
        action: 'txlist',
        address: wallet,
        page: String(page),
        offset: '100',
        sort: 'asc',
      }
      const { result } = await ask(list)
      rows.push(...(result as Row[]))
      last = (result as Row[]).length
    }
    expect(hashesOf(rows)).toEqual(hashesOf(ownTransactions()))
  },
})

/** Newest first, ten pages from each last block, which is read again. */
const zenMoneyHashes = async (action: string, size: number): Promise<Set<string | undefined>> => {
  const seen = new Set<string | undefined>()
  for (let endblock = '999999999'; ; ) {
    let last = ''
    for (let page = 1; page <= 10; page++) {
      const list = {
        address: wallet,
        sort: 'desc',
        page: String(page),
        offset: String(size),
        startblock: '0',
        endblock,
      }
      const rows = await rotkiQuery({ module: 'account', action, ...list })
      for (const { hash } of rows) seen.add(hash)
      if (rows.length < size) return seen
      last = rows.at(-1)?.blockNumber ?? ''
    }
    if (last === endblock) throw new Error('ten full pages did not advance')
    endblock = last
  }
}

testClient('zenmoney', {
  'txlist, tokentx, descending': async () => {
    for (const size of [1_000, 9]) {
      expect(await zenMoneyHashes('txlist', size)).toEqual(new Set(hashesOf(ownTransactions())))
      expect(await zenMoneyHashes('tokentx', size)).toEqual(ownTransferHashes())
    }
    const beyond = { module: 'account', action: 'txlist', address: wallet, page: '11', offset: '1000', sort: 'desc' }
    expect((await ask(beyond)).result).toMatch(/^Result window is too large/)
  },
})
