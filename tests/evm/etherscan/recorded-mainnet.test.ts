import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import { apiKey, type RunningApiServer } from '#tests/support/api-server.ts'
import {
  hasRecordings,
  type RawRecording,
  rawRecording,
  recordedReplies,
  startRecordedMainnet,
} from '#tests/support/recorded-mainnet.ts'
import { hashOf, isFull } from '#tests/support/tier.ts'
import {
  framesOfRecord,
  logsOfRecord,
  mainnetTransactions,
  type RecordedTransaction,
  transactionOfRecord,
  transfersOfRecord,
} from './recorded-rows.ts'

/*
 * The answers of Etherscan's actions about recorded blocks of Ethereum, against the recorded answers of nodes: before Byzantium and since,
 * with an uncle, failed calls, 10,000 NFTs of one transaction, withdrawals, blobs and EIP-7702.
 */

const head = 22_869_878
/** The last one has no trace. */
const numbers = [
  ...[4_369_999, 4_370_000, 8_889_776, 12_244_000, 14_202_253, 15_537_393, 15_537_394, 18_085_863],
  ...[19_426_586, 19_426_587, 19_932_148, 19_933_122, head],
]
const tracedNumbers = numbers.slice(0, -1)
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

type Row = Record<string, unknown>
type Answer = { status: string; message: string; result: unknown }
type Recorded = RawRecording & { number: number; transactions: RecordedTransaction[] }

let server: RunningApiServer
let recorded: Recorded[]
beforeAll(async () => {
  if (!hasRecordings) return
  recorded = numbers.map((number) => ({
    number,
    ...rawRecording(number),
    transactions: mainnetTransactions(number, head),
  }))
  server = await startRecordedMainnet(numbers)
}, 300_000)
afterAll(async () => await server?.stop())

const ask = async (module: string, action: string, given: Record<string, string>): Promise<Answer> => {
  const response = await fetch(`${server.url}/api?${new URLSearchParams({ apikey: apiKey, module, action, ...given })}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}
/** The rows of an answer that is one of the two that clients know. */
const rowsOf = async (module: string, action: string, given: Record<string, string>): Promise<Row[]> => {
  const { status, message, result } = await ask(module, action, given)
  expect([status, message]).toEqual(
    (result as Row[]).length > 0 ? ['1', 'OK'] : ['0', expect.stringMatching(/^No (transactions|records) found$/)],
  )
  return result as Row[]
}
const of = (number: number) => ({ startblock: String(number), endblock: String(number) })
const without = (rows: readonly Row[], ...names: string[]): Row[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))))

/** Some of many values, always the same ones; ten times as many in the full run. */
const some = (values: Iterable<string>, count: number): string[] =>
  [...new Set(values)]
    .filter((one) => one !== '')
    .sort((a, b) => hashOf(a) - hashOf(b))
    .slice(0, isFull ? 10 * count : count)

/** Asks about several addresses of a block, and compares the rows of each; returns how many there were. */
const compareEach = async (
  action: string,
  number: number,
  questions: readonly { given: Record<string, string>; expected: Row[]; dropped?: string[] }[],
): Promise<number> => {
  let count = 0
  for (const { given, expected, dropped = [] } of questions) {
    const rows = without(await rowsOf('account', action, { ...given, ...of(number) }), ...dropped)
    expect(rows, `${action} ${JSON.stringify(given)} of ${number}`).toEqual(without(expected, ...dropped))
    count += rows.length
  }
  return count
}

describe.runIf(hasRecordings)('Etherscan actions on recorded blocks of Ethereum', () => {
  test('txlist: transactions of senders, receivers and created contracts', async () => {
    let count = 0
    for (const { number, transactions } of recorded) {
      const rows = transactions.map(transactionOfRecord)
      const created = rows.flatMap(({ contractAddress }) => contractAddress)
      const addresses = new Set([...some([...rows.flatMap(({ from, to }) => [from, to])], 12), ...some(created, 99)])
      const questions = [...addresses].map((address) => ({
        given: { address },
        expected: rows.filter(({ from, to, contractAddress }) => [from, to, contractAddress].includes(address)),
        dropped: ['functionName'],
      }))
      count += await compareEach('txlist', number, questions)
    }
    expect(count).toBeGreaterThan(150)
  })

  test('txlistinternal: of blocks, of addresses and of transactions, as the trace has them', async () => {
    const kinds = new Set<string>()
    let count = 0
    for (const number of tracedNumbers) {
      const rows = framesOfRecord(number)
      const sides = some(
        rows.flatMap(({ from, to, contractAddress }) => [from, to, contractAddress]),
        8,
      )
      const isOf = (address: string) => (row: (typeof rows)[number]) =>
        [row.from, row.to, row.contractAddress].includes(address)
      count += await compareEach('txlistinternal', number, [
        { given: {}, expected: rows },
        { given: { sort: 'desc' }, expected: rows.toReversed() },
        ...sides.map((address) => ({ given: { address }, expected: rows.filter(isOf(address)) })),
      ])
      for (const hash of some(
        [...rows.map((row) => row.hash), rawRecording(number).block.transactions[0]?.hash ?? ''],
        4,
      ))
        expect(await rowsOf('account', 'txlistinternal', { txhash: hash })).toEqual(
          without(
            rows.filter((row) => row.hash === hash),
            'hash',
            'traceId',
          ),
        )
      for (const { type, isError } of rows) kinds.add(`${type} ${isError}`)
    }
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['call 0', 'call 1', 'create 0', 'create2 0']))
    expect(count).toBeGreaterThan(500)
    expect(await ask('account', 'txlistinternal', of(head))).toMatchObject({
      status: '0',
      result: expect.stringMatching(/^Incomplete: .*the request needs 22869878-22869878$/),
    })
  })

  test.each([
    { action: 'tokentx', standard: 'erc20', atLeast: 500 },
    { action: 'tokennfttx', standard: 'erc721', atLeast: 10_000 },
    { action: 'token1155tx', standard: 'erc1155', atLeast: 5 },
  ] as const)('$action: transfers of tokens and of addresses', async ({ action, standard, atLeast }) => {
    const dropped = [
      'tokenName',
      'tokenSymbol',
      'functionName',
      'methodId',
      ...(standard === 'erc20' ? ['tokenDecimal'] : []),
    ]
    let count = 0
    for (const { number, transactions } of recorded) {
      const rows = transactions.flatMap((one) => transfersOfRecord(one, standard)) as (Row & {
        from: string
        to: string
        contractAddress: string
      })[]
      const tokens = some(
        rows.map(({ contractAddress }) => contractAddress),
        20,
      )
      const holders = some(
        rows.flatMap(({ from, to }) => [from, to]),
        10,
      )
      const windowed = (found: Row[]) => found.slice(0, 10_000)
      count += await compareEach(action, number, [
        ...tokens.map((contractaddress) => ({
          given: { contractaddress },
          expected: windowed(rows.filter((row) => row.contractAddress === contractaddress)),
          dropped,
        })),
        ...holders.map((address) => ({
          given: { address },
          expected: windowed(rows.filter(({ from, to }) => [from, to].includes(address))),
          dropped,
        })),
      ])
    }
    expect(count).toBeGreaterThan(atLeast)
  })

  test('tokentx: deposits and withdrawals of WETH are no rows, as they are events of other names', async () => {
    let [wrappings, transfers] = [0, 0]
    for (const { number, transactions } of recorded) {
      const logs = transactions.flatMap(({ receipt }) => receipt.logs).filter(({ address }) => address === weth)
      const topics = logs.map((log) => (log.topics as string[])[0])
      wrappings += topics.filter((topic) => topic === tokenTopic.deposit || topic === tokenTopic.withdrawal).length
      const rows = await rowsOf('account', 'tokentx', { contractaddress: weth, ...of(number) })
      expect(rows).toHaveLength(topics.filter((topic) => topic === tokenTopic.transfer).length)
      transfers += rows.length
    }
    expect([wrappings > 150, transfers > 150]).toEqual([true, true])
  })

  test('tokentx: names, symbols and decimals are what the contracts answered', async () => {
    const { calls } = recordedReplies()
    const decimalsOf = (token: string) => BigInt(calls.get(`${token} 0x313ce567`) ?? '0x0')
    const rows = async () => await rowsOf('account', 'tokentx', { contractaddress: weth, ...of(head) })
    await expect.poll(async () => (await rows())[0]?.tokenSymbol).toBe('WETH')
    let count = 0
    for (const { number, transactions } of recorded)
      for (const token of some(
        transactions.flatMap(({ receipt }) => receipt.logs.map(({ address }) => String(address))),
        20,
      ))
        for (const { tokenDecimal } of await rowsOf('account', 'tokentx', { contractaddress: token, ...of(number) })) {
          if (tokenDecimal === '' || !calls.has(`${token} 0x313ce567`)) continue
          expect([token, tokenDecimal]).toEqual([token, String(decimalsOf(token))])
          count++
        }
    expect(count).toBeGreaterThan(200)
  })

  test('getLogs: by contract and by topics, combined with and, and with or', async () => {
    let count = 0
    for (const { number, transactions } of recorded) {
      const logs = transactions.flatMap(logsOfRecord)
      const range = { fromBlock: String(number), toBlock: String(number) }
      const compare = async (given: Record<string, string>, isWanted: (log: (typeof logs)[number]) => boolean) => {
        const rows = await rowsOf('logs', 'getLogs', { ...given, ...range })
        expect(rows, `getLogs ${JSON.stringify(given)} of ${number}`).toEqual(logs.filter(isWanted).slice(0, 1_000))
        count += rows.length
      }
      for (const address of some(
        logs.map((log) => log.address),
        6,
      ))
        await compare({ address }, (log) => log.address === address)
      for (const topic0 of some(
        logs.map(({ topics }) => topics[0] ?? ''),
        4,
      ))
        await compare({ topic0 }, ({ topics }) => topics[0] === topic0)
      for (const topic of some(
        logs.map(({ topics }) => topics[1] ?? ''),
        3,
      )) {
        const [topic0, topic1, topic2] = [tokenTopic.transfer, topic, topic]
        const has = ({ topics }: { topics: string[] }) => [
          topics[0] === topic0,
          topics[1] === topic1,
          topics[2] === topic2,
        ]
        await compare({ topic0, topic1 }, (log) => has(log).slice(0, 2).every(Boolean))
        await compare({ topic1, topic2, topic1_2_opr: 'or' }, (log) => has(log).slice(1).some(Boolean))
        await compare({ topic0, topic1, topic2, topic0_1_opr: 'and', topic1_2_opr: 'or' }, (log) => {
          const [is0, is1, is2] = has(log)
          return (is0 && is1) || is2 === true
        })
      }
    }
    expect(count).toBeGreaterThan(2_000)
  })
})

const ether = 10n ** 18n
const newCoins = (number: number): bigint => {
  if (number >= 15_537_394) return 0n
  return (number >= 7_280_000 ? 2n : number >= 4_370_000 ? 3n : 5n) * ether
}

/** Fees without what is burnt, and new coins. */
const rewardOf = ({ number, block, receipts }: Recorded): bigint => {
  const burnt = BigInt(block.baseFeePerGas ?? 0) * BigInt(block.gasUsed)
  const fees = receipts.reduce((sum, one) => sum + BigInt(one.gasUsed) * BigInt(one.effectiveGasPrice), 0n)
  const coins = newCoins(number)
  return coins + (coins * BigInt(block.uncles.length)) / 32n + fees - burnt
}

describe.runIf(hasRecordings)('Etherscan actions about recorded blocks', () => {
  test('getblockreward and getminedblocks: what the fee recipient got', async () => {
    for (const one of recorded) {
      const { number, block } = one
      const reward = {
        blockNumber: String(number),
        timeStamp: String(Number(block.timestamp)),
        blockReward: String(rewardOf(one)),
      }
      const answer = await ask('block', 'getblockreward', { blockno: String(number) })
      if (block.uncles.length > 0)
        expect(answer).toMatchObject({ status: '0', result: 'The node does not support the method.' })
      else
        expect(answer).toEqual({
          status: '1',
          message: 'OK',
          result: { ...reward, blockMiner: block.miner, uncles: [], uncleInclusionReward: '0' },
        })
      expect(await rowsOf('account', 'getminedblocks', { address: block.miner, ...of(number) })).toEqual([reward])
    }
    expect(recorded.some(({ block }) => block.uncles.length > 0)).toBe(true)
  })

  test('txsBeaconWithdrawal: what validators withdrew', async () => {
    let count = 0
    for (const { number, block } of recorded) {
      const rows = (block.withdrawals ?? []).map(({ index, validatorIndex, address, amount }) => ({
        withdrawalIndex: String(Number(index)),
        validatorIndex: String(Number(validatorIndex)),
        address,
        amount: String(BigInt(amount)),
        blockNumber: String(number),
        timestamp: String(Number(block.timestamp)),
      }))
      const questions = some(
        rows.map(({ address }) => address),
        99,
      ).map((address) => ({
        given: { address },
        expected: rows.filter((row) => row.address === address),
      }))
      count += await compareEach('txsBeaconWithdrawal', number, questions)
    }
    expect(count).toBe(16 * recorded.filter(({ block }) => block.withdrawals).length)
  })

  test('getblocktxnscount: by kind', async () => {
    for (const { number, transactions } of recorded) {
      const countOf = (standard: 'erc20' | 'erc721' | 'erc1155') =>
        transactions.reduce((sum, one) => sum + transfersOfRecord(one, standard).length, 0)
      expect((await ask('block', 'getblocktxnscount', { blockno: String(number) })).result).toEqual({
        block: number,
        txsCount: transactions.length,
        internalTxsCount: number === head ? null : framesOfRecord(number).length,
        erc20TxsCount: countOf('erc20'),
        erc721TxsCount: countOf('erc721'),
        erc1155TxsCount: countOf('erc1155'),
      })
    }
  })

  test('getblocknobytime: both sides of a time between two blocks, and none from gaps', async () => {
    const [before, after] = [19_426_586, 19_426_587].map((number) => Number(rawRecording(number).block.timestamp))
    const at = async (timestamp: number, closest: string) =>
      (await ask('block', 'getblocknobytime', { timestamp: String(timestamp), closest })).result
    for (const seconds of [(before ?? 0) + 1, (after ?? 0) - 1])
      expect([await at(seconds, 'before'), await at(seconds, 'after')]).toEqual(['19426586', '19426587'])
    expect(await at(before ?? 0, 'before')).toBe('19426586')
    expect(await at(after ?? 0, 'after')).toBe('19426587')
    // No block of October 2022 was recorded: a neighbour would be wrong.
    expect(await ask('block', 'getblocknobytime', { timestamp: '1665000000' })).toMatchObject({
      status: '0',
      message: 'NOTOK',
    })
  })

  test('gettxreceiptstatus and getstatus: whether a transaction failed', async () => {
    const statuses = new Set<string>()
    for (const { transactions } of recorded)
      for (const hash of some(
        transactions.map(({ fields }) => String(fields.hash)),
        5,
      )) {
        const status = transactions.find(({ fields }) => fields.hash === hash)?.receipt.status
        const text = typeof status === 'string' ? String(Number(status)) : ''
        statuses.add(text)
        expect((await ask('transaction', 'gettxreceiptstatus', { txhash: hash })).result).toEqual({ status: text })
        expect((await ask('transaction', 'getstatus', { txhash: hash })).result).toEqual({
          isError: status === '0x0' ? '1' : '0',
          errDescription: '',
        })
      }
    expect(statuses).toEqual(new Set(['', '0', '1']))
  })

  test('getcontractcreation: contracts that transactions created, and what they ran', async () => {
    let count = 0
    for (const { number, block, transactions } of recorded)
      for (const { fields, receipt } of transactions) {
        if (typeof fields.to === 'string' || receipt.status !== '0x1') continue
        const { result } = await ask('contract', 'getcontractcreation', {
          contractaddresses: String(receipt.contractAddress),
        })
        expect(result).toEqual([
          {
            contractAddress: receipt.contractAddress,
            contractCreator: fields.from,
            txHash: fields.hash,
            blockNumber: String(number),
            timestamp: String(Number(block.timestamp)),
            contractFactory: '',
            creationBytecode: fields.input,
          },
        ])
        count++
      }
    expect(count).toBeGreaterThan(1)
  })

  test('proxy actions: what the node answers, unchanged', async () => {
    const proxy = async (action: string, given: Record<string, string>) => {
      const { result, error } = (await ask('proxy', action, given)) as unknown as Row
      return result ?? error
    }
    for (const { number, block, receipts } of recorded.slice(-4)) {
      const tag = `0x${number.toString(16)}`
      const [transaction] = block.transactions
      const txhash = transaction?.hash ?? ''
      expect(await proxy('eth_getBlockByNumber', { tag, boolean: 'true' })).toEqual(block)
      expect(await proxy('eth_getBlockTransactionCountByNumber', { tag })).toBe(
        `0x${block.transactions.length.toString(16)}`,
      )
      expect(await proxy('eth_getTransactionByHash', { txhash })).toEqual(transaction)
      expect(await proxy('eth_getTransactionByBlockNumberAndIndex', { tag, index: '0x0' })).toEqual(transaction)
      expect(await proxy('eth_getTransactionReceipt', { txhash })).toMatchObject({
        ...receipts[0],
        logs: expect.any(Array),
      })
    }
    expect(await proxy('eth_blockNumber', {})).toBe(`0x${head.toString(16)}`)
    const { calls, codes } = recordedReplies()
    expect(await proxy('eth_getCode', { address: weth, tag: 'latest' })).toBe(codes.get(weth))
    expect(await proxy('eth_call', { to: weth, data: '0x313ce567', tag: 'latest' })).toBe(
      calls.get(`${weth} 0x313ce567`),
    )
  })

  test('balance: refused in words where the node has no state', async () => {
    const refused = { status: '0', message: 'NOTOK', result: 'The node does not have the data for that block.' }
    expect(await ask('account', 'balance', { address: weth })).toEqual(refused)
    expect(await ask('account', 'balancemulti', { address: weth })).toEqual(refused)
    expect(await ask('account', 'tokenbalance', { contractaddress: weth, address: weth })).toMatchObject({
      status: '0',
      message: 'NOTOK',
    })
  })
})
