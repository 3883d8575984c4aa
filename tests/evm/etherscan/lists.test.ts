import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import {
  logsOfRecord,
  type RecordedTransaction,
  recordedTransactions,
  transactionOfRecord,
  transfersOfRecord,
} from './recorded-rows.ts'

/* Lists of Etherscan's API against what the recording of the demo ledger says. */

type Row = Record<string, string>
type Answer = { status: string; message: string; result: Row[] | string }

let server: Awaited<ReturnType<typeof demoApi>>
let recorded: RecordedTransaction[]
beforeAll(async () => {
  server = await demoApi()
  recorded = await recordedTransactions()
}, 180_000)
afterAll(async () => await server?.stop())

const ask = async (parameters: Record<string, string>): Promise<Answer> => {
  const response = await fetch(`${server.url}/api?${new URLSearchParams({ apikey: apiKey, ...parameters })}`)
  expect(response.status).toBe(200)
  return await response.json()
}
const rowsOf = async (parameters: Record<string, string>): Promise<Row[]> => {
  const { status, message, result } = await ask(parameters)
  if (status === '0' && /^No (transactions|records) found$/.test(message)) return result as unknown as Row[]
  expect([status, message, typeof result]).toEqual(['1', 'OK', 'object'])
  return result as Row[]
}
/** All pages of a list, each but the last of exactly `offset` rows. */
const pagesOf = async (parameters: Record<string, string>, offset: number): Promise<Row[]> => {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const rows = await rowsOf({ ...parameters, page: String(page), offset: String(offset) })
    all.push(...rows)
    if (rows.length < offset) return all
  }
}
const without = (rows: readonly Row[], ...names: string[]): Row[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))))

const { busiestWallet: wallet, harborCoin, lanterns, stamps } = demoLedger
const account = { module: 'account', address: wallet }

describe('txlist', () => {
  const own = () =>
    recorded.map(transactionOfRecord).filter((row) => [row.from, row.to, row.contractAddress].includes(wallet))

  test('has every transaction of a wallet in both orders, whatever the size of a page', async () => {
    const rows = await rowsOf({ ...account, action: 'txlist' })
    expect(without(rows, 'functionName')).toEqual(own())
    expect(rows.length).toBeGreaterThan(1_000)
    // ABIs are read meanwhile: a later answer may know the name of a function that an earlier one did not.
    const paged = async (parameters: Record<string, string>, offset: number) =>
      without(await pagesOf({ ...account, action: 'txlist', ...parameters }, offset), 'functionName')
    expect(await paged({}, 333)).toEqual(own())
    expect(await paged({ sort: 'desc' }, 500)).toEqual(own().toReversed())
  })

  test('includes both bounds, and page 0 is page 1', async () => {
    const bounds = { startblock: '100', endblock: '200' }
    const expected = own().filter(({ blockNumber }) => Number(blockNumber) >= 100 && Number(blockNumber) <= 200)
    expect(without(await rowsOf({ ...account, action: 'txlist', ...bounds, page: '0' }), 'functionName')).toEqual(
      expected,
    )
    expect(await rowsOf({ ...account, action: 'txlist', startBlock: '0', endBlock: '99999999' })).toHaveLength(
      own().length,
    )
  })

  test('lists the creation under the created contract', async () => {
    const rows = await rowsOf({ module: 'account', action: 'txlist', address: harborCoin, page: '1', offset: '1' })
    expect(rows).toMatchObject([{ to: '', contractAddress: harborCoin, input: expect.stringMatching(/^0x60/) }])
  })

  test('is filtered by sender and receiver', async () => {
    const all = recorded.map(transactionOfRecord)
    const filtered = async (parameters: Record<string, string>) =>
      without(await pagesOf({ module: 'account', action: 'txlist', ...parameters }, 100), 'functionName')
    const sides = { from: wallet, to: harborCoin }
    expect(await filtered({ from: wallet })).toEqual(all.filter(({ from }) => from === wallet))
    expect(await filtered({ to: harborCoin })).toEqual(all.filter(({ to }) => to === harborCoin))
    expect(await filtered({ ...sides, fromto_opr: 'and' })).toEqual(
      all.filter(({ from, to }) => from === wallet && to === harborCoin),
    )
    expect(await filtered({ ...sides, fromto_opr: 'or', sort: 'desc' })).toEqual(
      all.filter(({ from, to }) => from === wallet || to === harborCoin).toReversed(),
    )
    const faulty: Record<string, string>[] = [sides, { address: wallet, from: wallet }, {}]
    for (const parameters of faulty)
      expect(await ask({ module: 'account', action: 'txlist', ...parameters })).toMatchObject({
        status: '0',
        message: 'NOTOK',
        result: expect.stringMatching(/^Error!/),
      })
  })

  test('names functions as declared, without quotes', async () => {
    const rows = await rowsOf({ module: 'account', action: 'txlist', address: harborCoin, offset: '50', page: '1' })
    expect(rows.map(({ functionName }) => functionName)).toContain('transfer(address to,uint256 value)')
    expect(rows.every(({ functionName = '' }) => !/["\\]/.test(functionName))).toBe(true)
  })
})

describe('a list of transfers', () => {
  const kinds = [
    { action: 'tokentx', standard: 'erc20', token: harborCoin },
    { action: 'tokennfttx', standard: 'erc721', token: lanterns },
    { action: 'token1155tx', standard: 'erc1155', token: stamps },
  ] as const
  const dropped = ['functionName', 'methodId', 'tokenName', 'tokenSymbol']

  test.each(kinds)('$action has all of a wallet, of a token, and of both', async ({ action, standard, token }) => {
    const all = recorded.flatMap((one) => transfersOfRecord(one, standard))
    const drop = standard === 'erc20' ? [...dropped, 'tokenDecimal'] : dropped
    const read = async (parameters: Record<string, string>, offset = 10_000) =>
      without(await pagesOf({ module: 'account', action, ...parameters }, offset), ...drop)
    const ofWallet = all.filter(({ from, to }) => from === wallet || to === wallet)
    expect(ofWallet.length).toBeGreaterThan(standard === 'erc20' ? 10 : 0)
    expect(await read({ address: wallet })).toEqual(ofWallet)
    expect(await read({ address: wallet, sort: 'desc' }, 7)).toEqual(ofWallet.toReversed())
    expect(await read({ contractaddress: token }, 100)).toEqual(
      all.filter(({ contractAddress }) => contractAddress === token),
    )
    expect(await read({ contractaddress: token, address: wallet }, 5)).toEqual(
      ofWallet.filter(({ contractAddress }) => contractAddress === token),
    )
    expect(await read({ from: wallet, startblock: '50', endblock: '900' })).toEqual(
      all.filter(({ from, blockNumber }) => from === wallet && Number(blockNumber) >= 50 && Number(blockNumber) <= 900),
    )
  })

  test('has the name of the token and of the called function', async () => {
    const [row] = await rowsOf({ ...account, action: 'tokentx', contractaddress: harborCoin, offset: '1' })
    expect(row).toMatchObject({ tokenName: 'Harbor Coin', tokenSymbol: 'HBR', tokenDecimal: '18' })
    expect(row?.functionName).not.toBe('')
  })
})

describe('getLogs', () => {
  const read = async (parameters: Record<string, string>) =>
    await rowsOf({ module: 'logs', action: 'getLogs', ...parameters })
  const all = () => recorded.flatMap(logsOfRecord)
  const padded = `0x${wallet.slice(2).padStart(64, '0')}`

  test('has the logs of a contract, page by page', async () => {
    const expected = all().filter(({ address }) => address === harborCoin)
    expect(await pagesOf({ module: 'logs', action: 'getLogs', address: harborCoin }, 300)).toEqual(expected)
    expect(await read({ address: harborCoin, fromBlock: '10', toBlock: '60' })).toEqual(
      expected.filter(({ blockNumber }) => Number(blockNumber) >= 10 && Number(blockNumber) <= 60),
    )
  })

  test('combines topics by and, and by or', async () => {
    const topics = { topic0: tokenTopic.transfer, topic1: padded, topic2: padded }
    const has = (index: number, topic: string) => (log: { topics: string[] }) => log.topics[index] === topic
    const [is0, is1, is2] = [has(0, tokenTopic.transfer), has(1, padded), has(2, padded)]
    expect(await read({ ...topics, topic0_1_opr: 'and', topic1_2_opr: 'or' })).toEqual(
      all()
        .filter((log) => (is0(log) && is1(log)) || is2(log))
        .slice(0, 1_000),
    )
    expect(await read({ topic0: tokenTopic.transfer, topic2: padded, topic0_2_opr: 'and' })).toEqual(
      all()
        .filter((log) => is0(log) && is2(log))
        .slice(0, 1_000),
    )
  })

  test('has its own words for none, and for too large a page', async () => {
    expect(await ask({ module: 'logs', action: 'getLogs', address: `0x${'12'.repeat(20)}` })).toEqual({
      status: '0',
      message: 'No records found',
      result: [],
    })
    expect(await ask({ module: 'logs', action: 'getLogs', address: wallet, offset: '1001' })).toMatchObject({
      status: '0',
      result: expect.stringMatching(/^Error!/),
    })
  })
})

describe('a list', () => {
  test('of nobody is empty with the message that clients know', async () => {
    for (const action of ['txlist', 'tokentx', 'tokennfttx', 'token1155tx'])
      expect(await ask({ module: 'account', action, address: `0x${'12'.repeat(20)}` })).toEqual({
        status: '0',
        message: 'No transactions found',
        result: [],
      })
  })

  test('has a window', async () => {
    expect(await ask({ ...account, action: 'txlist', page: '2', offset: '6000' })).toEqual({
      status: '0',
      message: 'NOTOK',
      result: 'Result window is too large, PageNo x Offset size must be less than or equal to 10000',
    })
  })
})
