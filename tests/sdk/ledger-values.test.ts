import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#lib/api/client/client.ts'
import type { Client } from '#lib/api/endpoint.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import { askLedger, type Ledger, readLedger, topic } from './ledger.ts'
import { allowed, callingHash, ledgerPair, transferEvent } from './operations.ts'

/* What the operations of the hosted service answer, against what the node of the demo ledger says. */

const chain = 'demo'
let server: Awaited<ReturnType<typeof demoApi>>
let ledger: Ledger
let api: Client<typeof evmApi>
beforeAll(async () => {
  ;[server, ledger] = await Promise.all([demoApi(), readLedger()])
  api = createClient(evmApi, { baseUrl: server.url, headers: { 'x-api-key': apiKey } })
})
afterAll(async () => {
  await server?.stop()
})

const addressOf = (word: string | undefined): string => `0x${word?.slice(26)}`
const ofContract = (address: string, first?: string) =>
  ledger.logs.filter((log) => log.address === address && (first === undefined || log.topics[0] === first)).toReversed()

describe('state', () => {
  const calledBy = (to: string, data: string) => askLedger<string>('eth_call', { to, data }, 'latest')
  const word = (address: string) => `${'0'.repeat(24)}${address.slice(2)}`

  test('an allowance is what the token says', async () => {
    const { address, owner_address, spender_address } = allowed
    const told = await calledBy(address, `0xdd62ed3e${word(owner_address)}${word(spender_address)}`)
    expect(await api.tokenAllowance({ chain, ...allowed })).toEqual({ allowance: BigInt(told).toString() })
    expect(BigInt(told)).toBeGreaterThan(0n)
  })

  test('a contract without allowances is 404, by its address', async () => {
    const asked = { chain, ...allowed, address: ledger.trader }
    await expect(api.tokenAllowance(asked)).rejects.toThrow(`No contract at ${ledger.trader} on`)
  })

  test('the balances of several wallets add up', async () => {
    const wallets = [ledger.collector, ledger.trader]
    const told = await Promise.all(wallets.map((wallet) => askLedger<string>('eth_getBalance', wallet, 'latest')))
    const [answer] = await api.nativeBalances({ chain, wallet_addresses: wallets })
    expect(answer?.wallet_balances.map(({ balance }) => BigInt(balance))).toEqual(told.map(BigInt))
    expect(BigInt(answer?.total_balance ?? 0)).toBe(told.reduce((sum, one) => sum + BigInt(one), 0n))
    expect(answer).toMatchObject({ chain, block_number: String(ledger.head) })
  })

  const item = (name: string, outputs: string[], inputs: string[] = []) => ({
    type: 'function',
    name,
    inputs: inputs.map((type, index) => ({ name: `input${index}`, type })),
    outputs: outputs.map((type, index) => ({ name: index === 1 ? 'second' : '', type })),
  })
  const run = (address: string, abi: ReturnType<typeof item>[], params = {}) =>
    api.contractFunction({ chain, address, function_name: abi[0]?.name ?? '', abi, params })

  test('a function returns one value as it is, several by place and name, and lists as lists', async () => {
    const told = await calledBy(ledgerPair.address, '0x0902f1ac')
    const [first = 0n, second = 0n] = [0, 1].map((at) => BigInt(`0x${told.slice(2 + 64 * at, 66 + 64 * at)}`))
    expect(await run(ledgerPair.address, [item('getReserves', ['uint112', 'uint112'])])).toEqual({
      '0': String(first),
      '1': String(second),
      second: String(second),
    })
    expect(String(await run(ledgerPair.address, [item('token0', ['address'])])).toLowerCase()).toBe(ledgerPair.token0)
    const safe = '0xdc6a36469d61fc85f0ebcb5588fa61d036c57abb'
    const owners = await run(safe, [item('getOwners', ['address[]'])])
    expect(owners).toHaveLength(4)
  })

  test('a function that is not in the ABI, two of one name, a wrong argument and a revert are named', async () => {
    const { coin } = ledger
    const messageOf = (answer: Promise<unknown>) => answer.then(String, (error: Error) => error.message)
    const asked = { chain, address: coin, abi: [item('totalSupply', ['uint256'])] }
    expect(await messageOf(api.contractFunction({ ...asked, function_name: 'supply' }))).toBe(
      'function_name is supply, which is no function of the ABI: expected one of totalSupply()',
    )
    const twice = [item('f', [], ['uint256']), item('f', [], ['address'])]
    expect(await messageOf(api.contractFunction({ ...asked, abi: twice, function_name: 'f' }))).toMatch(
      /^function_name is f, which the ABI has 2 times: expected a signature such as f\(uint256\)/,
    )
    expect(await messageOf(run(coin, [item('balanceOf', ['uint256'], ['address'])], { input0: '0x1' }))).toMatch(
      /^params is wrong: argument 1 \(input0\) of balanceOf\(address\) must be an address/,
    )
    expect(await messageOf(run(coin, [item('unheardOf', [])]))).toMatch(/^The call of unheardOf\(\) reverted: /)
    expect(await messageOf(api.contractFunction({ ...asked, abi: 'oops', function_name: 'f' }))).toMatch(
      /^abi is not an ABI: expected a JSON list/,
    )
  })
})

describe('logs and calls', () => {
  test('logs of a contract are those of the node, newest first', async () => {
    const expected = ofContract(ledger.coin, topic.approval)
    const { result } = await api.contractLogs({ chain, address: ledger.coin, topic0: topic.approval, limit: 100 })
    expect(result.map(({ transaction_hash, log_index }) => [transaction_hash, log_index])).toEqual(
      expected.slice(0, 100).map(({ transactionHash, logIndex }) => [transactionHash, Number(logIndex)]),
    )
    expect(result[0]).toMatchObject({ data: expected[0]?.data, topic0: topic.approval, topic1: expected[0]?.topics[1] })
  })

  test('logs between two dates are those of their blocks', async () => {
    const logs = ofContract(ledger.coin)
    const at = async (log: (typeof logs)[number] | undefined) =>
      Number((await askLedger<{ timestamp: string }>('eth_getBlockByNumber', log?.blockNumber, false)).timestamp)
    const [from, to] = [await at(logs[90]), await at(logs[20])]
    const times = await Promise.all(logs.slice(0, 200).map(at))
    const { result } = await api.contractLogs({ chain, address: ledger.coin, from_date: from, to_date: to, limit: 100 })
    expect(result).toHaveLength(times.filter((time) => time >= from && time <= to).length)
    expect(await api.contractLogs({ chain, address: ledger.coin, to_date: '2001-01-01' })).toMatchObject({ result: [] })
  })

  test('events are decoded by the ABI of the request', async () => {
    const [newest] = ofContract(ledger.coin, topic.transfer)
    const asked = { chain, address: ledger.coin, topic: topic.transfer, limit: 1 }
    const { result } = await api.contractEvents({ ...asked, abi: transferEvent })
    expect(result[0]).toMatchObject({
      transaction_hash: newest?.transactionHash,
      data: {
        from: addressOf(newest?.topics[1]),
        to: addressOf(newest?.topics[2]),
        value: BigInt(newest?.data ?? 0).toString(),
      },
    })
    const other = { ...transferEvent, name: 'Moved' }
    await expect(api.contractEvents({ ...asked, abi: other })).rejects.toThrow(
      `abi declares another event than that of the topic: expected one whose signature has the hash ${topic.transfer}`,
    )
  })

  test('internal transactions are the calls that the node traced', async () => {
    type Frame = { from: string; to: string; calls?: Frame[] }
    const trace = await askLedger<Frame>('debug_traceTransaction', callingHash, { tracer: 'callTracer' })
    const below = ({ calls = [] }: Frame): Frame[] => calls.flatMap((call) => [call, ...below(call)])
    const answer = await api.internalTransactions({ chain, transaction_hash: callingHash })
    expect(answer.map(({ from, to }) => [from, to])).toEqual(below(trace).map(({ from, to }) => [from, to]))
    const unknown = { chain, transaction_hash: `0x${'ab'.repeat(32)}` }
    await expect(api.internalTransactions(unknown)).rejects.toThrow('No transaction 0xabab')
  })
})

describe('blocks and the server', () => {
  test('the stats of a block are counted in its logs', async () => {
    const number = ledger.nftBlock
    const { transactions } = await askLedger<{ transactions: unknown[] }>(
      'eth_getBlockByNumber',
      `0x${Number(number).toString(16)}`,
      false,
    )
    const inBlock = ledger.logs.filter(({ blockNumber }) => Number(blockNumber) === Number(number))
    const places = new Set(inBlock.map(({ transactionHash, logIndex }) => `${transactionHash}:${Number(logIndex)}`))
    expect(await api.blockStats({ chain, block_number_or_hash: number })).toEqual({
      transactions: { total: String(transactions.length) },
      nft_transfers: { total: String(ledger.nftBlockTransfers) },
      token_transfers: { total: String([...ledger.transfers].filter((place) => places.has(place)).length) },
    })
    await expect(api.blockStats({ chain, block_number_or_hash: '99999999' })).rejects.toThrow('is not mined yet')
  })

  test('the newest block and the version are known, and every served operation has a weight', async () => {
    expect(await api.latestBlockNumber({ chain })).toBe(String(ledger.head))
    expect(await api.web3Version({})).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    const weights = await api.endpointWeights({})
    expect(weights).toContainEqual({
      ...{ endpoint: 'getWalletNFTs', path: '/{address}/nft', rateLimitCost: '1', price: '0' },
    })
    expect(weights.map(({ endpoint }) => endpoint)).not.toContain('getNFTTrades')
  })
})
