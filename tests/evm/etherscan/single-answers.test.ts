import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordedChain } from '#lib/demo/evm/methods.ts'
import { demoFeeds } from '#lib/demo/evm/price-feeds.ts'
import { etherscanModules } from '#lib/evm/etherscan/etherscan-actions.ts'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import { recordedTransactions, transfersOfRecord } from './recorded-rows.ts'

/* Actions that answer one thing, against the recording of the demo ledger. */

let server: Awaited<ReturnType<typeof demoApi>>
beforeAll(async () => {
  server = await demoApi()
}, 180_000)
afterAll(async () => await server?.stop())

const ask = async (module: string, action: string, parameters: Record<string, string> = {}) => {
  const query = new URLSearchParams({ apikey: apiKey, module, action, ...parameters })
  const response = await fetch(`${server.url}/api?${query}`)
  expect(response.status).toBe(200)
  return await response.json()
}
const { busiestWallet: wallet, harborCoin, lanterns, failedTransaction, tokenTransfer, unknownHash } = demoLedger
const ok = (result: unknown) => ({ status: '1', message: 'OK', result })
const fault = (text: string | RegExp) => ({
  status: '0',
  message: 'NOTOK',
  result: typeof text === 'string' ? text : expect.stringMatching(text),
})

/** Balances of a token by its Transfer events, the largest first. */
const holdersOf = async (token: string): Promise<[string, bigint][]> => {
  const balances = new Map<string, bigint>()
  const add = (address: string, amount: bigint) => balances.set(address, (balances.get(address) ?? 0n) + amount)
  for (const row of (await recordedTransactions()).flatMap((one) => transfersOfRecord(one, 'erc20'))) {
    const { value = '0' } = row as { value?: string }
    if (row.contractAddress !== token) continue
    add(row.from, -BigInt(value))
    add(row.to, BigInt(value))
  }
  return [...balances]
    .filter(([, balance]) => balance > 0n)
    .sort(([a, left], [b, right]) => (left === right ? (a < b ? 1 : -1) : left < right ? 1 : -1))
}

describe('account', () => {
  test('balances are those of the node', async () => {
    const { recording } = await recordedChain()
    const balance = String(BigInt(recording.balances[wallet] ?? ''))
    expect(await ask('account', 'balance', { address: wallet, tag: 'latest' })).toEqual(ok(balance))
    expect(await ask('account', 'balancemulti', { address: `${wallet},${harborCoin}` })).toEqual(
      ok([
        { account: wallet, balance },
        { account: harborCoin, balance: expect.stringMatching(/^\d+$/) },
      ]),
    )
    expect(await ask('account', 'balancehistory', { address: wallet, blockno: '1110' })).toEqual(ok(balance))
    expect(await ask('account', 'balancehistory', { address: wallet, blockno: '1111' })).toEqual(fault(/^Incomplete/))
    const many = Array.from({ length: 21 }, () => wallet).join()
    expect(await ask('account', 'balancemulti', { address: many })).toEqual(fault(/^Error!/))
  })

  test('the balance of a token is what it reports', async () => {
    const [[holder, balance] = ['', 0n]] = await holdersOf(harborCoin)
    expect(await ask('account', 'tokenbalance', { contractaddress: harborCoin, address: holder })).toEqual(
      ok(String(balance)),
    )
  })
})

describe('what an address holds', () => {
  test('its tokens, with what the transfers of each leave', async () => {
    const { result } = await ask('account', 'addresstokenbalance', { address: wallet })
    const rows = new Map(result.map((row: Record<string, string>) => [row.TokenAddress, row]))
    const [, balance] = (await holdersOf(harborCoin)).find(([holder]) => holder === wallet) ?? []
    expect(rows.get(harborCoin)).toEqual({
      TokenAddress: harborCoin,
      TokenName: 'Harbor Coin',
      TokenSymbol: 'HBR',
      TokenQuantity: String(balance),
      TokenDivisor: '18',
    })
    const page = async (page: string) =>
      (await ask('account', 'addresstokenbalance', { address: wallet, page, offset: '2' })).result
    expect([...(await page('1')), ...(await page('2'))]).toEqual(result.slice(0, 4))
  })

  test('its NFTs, by collection and one by one', async () => {
    const owners = new Map<string, { contract: string; id: string; owner: string }>()
    for (const row of (await recordedTransactions()).flatMap((one) => transfersOfRecord(one, 'erc721'))) {
      const { contractAddress: contract, to: owner, tokenID: id = '' } = row as typeof row & { tokenID?: string }
      owners.delete(`${contract} ${id}`)
      owners.set(`${contract} ${id}`, { contract, id, owner })
    }
    const own = [...owners.values()].filter(({ owner }) => owner === wallet).reverse()
    expect(own.length).toBeGreaterThan(2)
    const counts = new Map(
      [...Map.groupBy(own, ({ contract }) => contract)].map(([contract, ids]) => [contract, ids.length]),
    )
    const { result } = await ask('account', 'addresstokennftbalance', { address: wallet })
    expect(new Map(result.map((row: Record<string, string>) => [row.TokenAddress, Number(row.TokenQuantity)]))).toEqual(
      counts,
    )
    const [contractaddress = ''] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
    const ids = own
      .filter(({ contract }) => contract === contractaddress)
      .map(({ id }) => ({ TokenAddress: contractaddress, TokenId: id }))
    expect(await ask('account', 'addresstokennftinventory', { address: wallet, contractaddress })).toEqual(ok(ids))
  })

  test('who paid it first', async () => {
    const first = (await recordedTransactions()).find(
      ({ fields, receipt }) => fields.to === wallet && BigInt(String(fields.value)) > 0n && receipt.status === '0x1',
    )
    expect(await ask('account', 'fundedby', { address: wallet })).toEqual(
      ok({
        block: Number(first?.fields.blockNumber),
        timeStamp: first?.time,
        fundingAddress: first?.fields.from,
        fundingTxn: first?.fields.hash,
        value: String(BigInt(String(first?.fields.value))),
      }),
    )
  })
})

describe('contract', () => {
  test('no implementation of a contract that is no proxy', async () => {
    const check = async (parameters: Record<string, string>) => {
      const { result: guid } = await ask('contract', 'verifyproxycontract', parameters)
      return await ask('contract', 'checkproxyverification', { guid })
    }
    const none = fault(/^A corresponding implementation contract was unfortunately not detected/)
    expect(await check({ address: harborCoin })).toEqual(none)
    expect(await check({ address: harborCoin, expectedimplementation: wallet })).toEqual(none)
    expect(await ask('contract', 'checkproxyverification', { guid: 'x' })).toEqual(fault('Unknown UID'))
  })

  test('the creation of contracts, and none of an account', async () => {
    const creation = (await recordedTransactions()).find(({ receipt }) => receipt.contractAddress === harborCoin)
    const row = {
      contractAddress: harborCoin,
      contractCreator: creation?.fields.from,
      txHash: creation?.fields.hash,
      blockNumber: String(Number(creation?.fields.blockNumber)),
      timestamp: creation?.time,
      contractFactory: '',
      creationBytecode: creation?.fields.input,
    }
    const find = (contractaddresses: string) => ask('contract', 'getcontractcreation', { contractaddresses })
    expect(await find(harborCoin)).toEqual(ok([row]))
    expect(await find(`${harborCoin},${wallet}`)).toEqual(ok([row]))
    expect(await find(wallet)).toEqual({ status: '0', message: 'No data found', result: null })
  })
})

describe('transaction and block', () => {
  test('the status of a transaction', async () => {
    expect(await ask('transaction', 'getstatus', { txhash: failedTransaction })).toEqual(
      ok({ isError: '1', errDescription: '' }),
    )
    expect(await ask('transaction', 'gettxreceiptstatus', { txhash: failedTransaction })).toEqual(ok({ status: '0' }))
    expect(await ask('transaction', 'gettxreceiptstatus', { txhash: tokenTransfer })).toEqual(ok({ status: '1' }))
    expect(await ask('transaction', 'gettxreceiptstatus', { txhash: unknownHash })).toEqual(ok({ status: '' }))
    expect(await ask('transaction', 'getstatus', { txhash: unknownHash })).toEqual(
      fault('Error! Transaction not found'),
    )
  })

  test('a block by time, on both sides', async () => {
    const { recording, head } = await recordedChain()
    const seconds = recording.blocks.map(({ timestamp }) => Number(timestamp))
    const at = (timestamp: number, closest?: string) =>
      ask('block', 'getblocknobytime', { timestamp: String(timestamp), ...(closest && { closest }) })
    for (const time of [seconds[0] ?? 0, (seconds[10] ?? 0) + 1, seconds[500] ?? 0]) {
      expect(await at(time)).toEqual(ok(String(seconds.findLastIndex((one) => one <= time))))
      expect(await at(time, 'after')).toEqual(ok(String(seconds.findIndex((one) => one >= time))))
    }
    expect(await at((seconds[head] ?? 0) + 9)).toEqual(ok(String(head)))
    expect(await at((seconds[head] ?? 0) + 9, 'after')).toEqual(fault('Error! No closest block found'))
    expect(await at((seconds[0] ?? 0) - 9)).toEqual(fault('Error! No closest block found'))
  })

  test('the reward of a block is what its transactions paid beyond the base fee', async () => {
    const { recording } = await recordedChain()
    const number = recording.receipts.findIndex((receipts) => receipts.length > 1)
    const block = recording.blocks[number] as Record<string, unknown>
    const paid = (recording.receipts[number] ?? []).reduce((sum, receipt) => {
      const { gasUsed, effectiveGasPrice } = receipt as unknown as Record<string, string>
      return sum + BigInt(gasUsed ?? 0) * (BigInt(effectiveGasPrice ?? 0) - BigInt(String(block.baseFeePerGas)))
    }, 0n)
    expect(await ask('block', 'getblockreward', { blockno: String(number) })).toEqual(
      ok({
        blockNumber: String(number),
        timeStamp: String(Number(block.timestamp)),
        blockMiner: block.miner,
        blockReward: String(paid),
        uncles: [],
        uncleInclusionReward: '0',
      }),
    )
  })

  test('the time until a block', async () => {
    expect(await ask('block', 'getblockcountdown', { blockno: '5' })).toEqual(fault('Error! Block number already pass'))
    expect(await ask('block', 'getblockcountdown', { blockno: '1120' })).toEqual(
      ok({
        CurrentBlock: '1110',
        CountdownBlock: '1120',
        RemainingBlock: '10',
        EstimateTimeInSec: expect.stringMatching(/^\d+\.\d$/),
      }),
    )
  })
})

describe('proxy', () => {
  test('answers as the node does', async () => {
    const { recording, head } = await recordedChain()
    const rpc = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result })
    const block = recording.blocks[25] as unknown as Record<string, unknown>
    const hashes = recording.blocks[25]?.transactions.map(({ hash }) => hash)
    expect(await ask('proxy', 'eth_blockNumber')).toEqual(rpc(`0x${head.toString(16)}`))
    expect(await ask('proxy', 'eth_getBlockByNumber', { tag: '0x19', boolean: 'true' })).toEqual(rpc(block))
    expect(await ask('proxy', 'eth_getBlockByNumber', { tag: '25', boolean: 'false' })).toEqual(
      rpc({ ...block, transactions: hashes }),
    )
    expect(await ask('proxy', 'eth_getTransactionByHash', { txhash: tokenTransfer })).toMatchObject(
      rpc({ hash: tokenTransfer }),
    )
    expect(await ask('proxy', 'eth_getTransactionReceipt', { txhash: tokenTransfer })).toMatchObject(
      rpc({ transactionHash: tokenTransfer }),
    )
    expect(await ask('proxy', 'eth_getCode', { address: harborCoin, tag: 'latest' })).toEqual(
      rpc(recording.code[harborCoin]),
    )
  })

  test('refuses other methods, and sending by default', async () => {
    expect(await ask('proxy', 'debug_traceTransaction')).toEqual(fault('Error! Missing Or invalid Action name'))
    const body = new URLSearchParams({ apikey: apiKey, module: 'proxy', action: 'eth_sendRawTransaction', hex: '0x00' })
    const response = await fetch(`${server.url}/api`, { method: 'POST', body })
    expect(await response.json()).toEqual(fault(/does not send transactions/))
    expect(await ask('proxy', 'eth_sendRawTransaction', { hex: '0x00' })).toEqual(fault(/with POST/))
  })

  test('an error has the form of a node', async () => {
    expect(await ask('proxy', 'eth_call', { to: harborCoin, data: '0x12345678' })).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      error: { code: expect.any(Number), message: expect.any(String) },
    })
  })
})

describe('gas', () => {
  test('prices rise from safe to fast', async () => {
    const { result } = await ask('gastracker', 'gasoracle')
    const { LastBlock, SafeGasPrice, ProposeGasPrice, FastGasPrice, suggestBaseFee, gasUsedRatio } = result
    expect(LastBlock).toBe('1110')
    const prices = [suggestBaseFee, SafeGasPrice, ProposeGasPrice, FastGasPrice].map(Number)
    expect(prices.toSorted((a, b) => a - b)).toEqual(prices)
    expect(prices[0]).toBeGreaterThan(0)
    expect(gasUsedRatio.split(',').map(Number)).toHaveLength(5)
    const far = await ask('gastracker', 'gasestimate', { gasprice: '2000000000000' })
    expect(far).toEqual(ok(expect.stringMatching(/^\d+$/)))
    expect(await ask('gastracker', 'gasestimate', { gasprice: '1' })).toEqual(fault(/newest blocks/))
  })
})

describe('token', () => {
  test('holders are those that the transfers leave, page by page', async () => {
    const holders = await holdersOf(harborCoin)
    const rows = holders.map(([holder, balance]) => ({
      TokenHolderAddress: holder,
      TokenHolderQuantity: String(balance),
    }))
    const page = (page: string, offset: string) =>
      ask('token', 'tokenholderlist', { contractaddress: harborCoin, page, offset })
    expect(await page('1', '1000')).toEqual(ok(rows))
    expect(await page('2', '3')).toEqual(ok(rows.slice(3, 6)))
    expect(await ask('token', 'tokenholdercount', { contractaddress: harborCoin })).toEqual(ok(String(rows.length)))
    const { result } = await ask('token', 'topholders', { contractaddress: harborCoin, offset: '5' })
    expect(result.map((row: Record<string, string>) => row.TokenHolderAddress)).toEqual(
      holders.slice(0, 5).map(([holder]) => holder),
    )
    expect(new Set(result.map((row: Record<string, string>) => row.TokenHolderAddressType))).toEqual(
      new Set(['C', 'E']),
    )
    expect(await ask('token', 'tokenholdercount', { contractaddress: lanterns })).toEqual(fault(/no ERC-20 token/))
  })

  test('says what it is', async () => {
    const { result } = await ask('token', 'tokeninfo', { contractaddress: harborCoin })
    expect(result).toEqual([
      expect.objectContaining({
        contractAddress: harborCoin,
        tokenName: 'Harbor Coin',
        symbol: 'HBR',
        divisor: '18',
        tokenType: 'ERC-20',
        totalSupply: expect.stringMatching(/^\d+$/),
        website: '',
      }),
    ])
    expect(await ask('stats', 'tokensupply', { contractaddress: harborCoin })).toEqual(ok(result[0].totalSupply))
  })
})

describe("Blockscout's forms", () => {
  test('of a token, its holders, a transaction and the newest block', async () => {
    const { head } = await recordedChain()
    const { result: token } = await ask('token', 'getToken', { contractaddress: harborCoin })
    expect(token).toMatchObject({ contractAddress: harborCoin, symbol: 'HBR', decimals: '18', type: 'ERC-20' })
    const holders = (await holdersOf(harborCoin)).map(([address, balance]) => ({ address, value: String(balance) }))
    expect(await ask('token', 'getTokenHolders', { contractaddress: harborCoin })).toEqual(ok(holders))
    expect(await ask('block', 'eth_block_number')).toEqual({ jsonrpc: '2.0', id: 1, result: `0x${head.toString(16)}` })
    const record = (await recordedTransactions()).find(({ fields }) => fields.hash === tokenTransfer)
    const { result: info } = await ask('transaction', 'gettxinfo', { txhash: tokenTransfer })
    expect(info).toMatchObject({ hash: tokenTransfer, success: true, from: record?.fields.from, to: record?.fields.to })
    expect(info.logs.map((log: { data: string }) => log.data)).toEqual(record?.receipt.logs.map(({ data }) => data))
    expect(await ask('contract', 'listcontracts')).toMatchObject({
      message: expect.stringMatching(/^OK$|^No contracts found$/),
    })
  })
})

test('what has no true answer here says so', async () => {
  expect(await ask('stats', 'ethsupply')).toEqual(fault(/^Error! ethsupply is not answered here: /))
  expect(await ask('nametag', 'getaddresstag', { address: wallet })).toEqual(fault(/^Error! getaddresstag/))
})

describe('stats', () => {
  test('means of days are those of their blocks', async () => {
    const { recording } = await recordedChain()
    const day = (timestamp: string) => new Date(Number(timestamp) * 1_000).toISOString().slice(0, 10)
    const [UTCDate = '', blocks = []] = [...Map.groupBy(recording.blocks, (block) => day(block.timestamp))][2] ?? []
    const sum = (name: string) =>
      blocks.reduce((total, block) => total + Number((block as unknown as Record<string, string>)[name]), 0)
    const series = async (action: string) =>
      (await ask('stats', action, { startdate: UTCDate, enddate: UTCDate })).result[0]
    expect(await series('dailyavgblocksize')).toMatchObject({
      UTCDate,
      blockSize_bytes: Math.round(sum('size') / blocks.length),
    })
    expect(await series('dailyavggaslimit')).toMatchObject({
      gasLimit: String(Math.round(sum('gasLimit') / blocks.length)),
    })
    expect(await series('dailynetutilization')).toMatchObject({
      networkUtilization: (sum('gasUsed') / sum('gasLimit')).toFixed(4),
    })
    expect(await ask('stats', 'dailyavgblocksize', { startdate: '2020-01-01', enddate: '2020-03-01' })).toEqual(
      fault(/at most 31 days/),
    )
  })

  test('sums of days are those of the blocks, and only of days that have ended', async () => {
    const { recording } = await recordedChain()
    const day = (timestamp: string) => new Date(Number(timestamp) * 1_000).toISOString().slice(0, 10)
    const byDay = [...Map.groupBy(recording.blocks, (block) => day(block.timestamp))]
    const whole = byDay.slice(1, 6)
    const [startdate = '', enddate = ''] = [whole[0]?.[0], whole.at(-1)?.[0]]
    const dates = { startdate, enddate, sort: 'desc' }
    const { result } = await ask('stats', 'dailytx', dates)
    expect(result).toEqual(
      whole
        .map(([UTCDate, blocks]) => ({
          UTCDate,
          unixTimeStamp: String(Date.parse(`${UTCDate}T00:00:00Z`) / 1_000),
          transactionCount: blocks.reduce((sum, { transactions }) => sum + transactions.length, 0),
        }))
        .reverse(),
    )
    expect((await ask('stats', 'dailyblkcount', dates)).result[0]).toMatchObject({
      blockCount: whole.at(-1)?.[1].length,
    })
    expect((await ask('stats', 'dailygasused', dates)).result).toHaveLength(whole.length)
    const last = byDay.at(-1)?.[0] ?? ''
    expect(await ask('stats', 'dailytx', { startdate, enddate: last })).toEqual(fault(/^Incomplete/))
    expect(await ask('stats', 'dailytx', { startdate: '2024-01-01', enddate: '2023-01-01' })).toEqual(fault(/^Error!/))
  })

  test('has the price of the native coin, and the time of its round', async () => {
    const [coin] = demoFeeds
    expect(await ask('stats', 'ethprice')).toEqual(
      ok({
        ethbtc: '',
        ethbtc_timestamp: '',
        ethusd: String(Number(coin?.answer) / 1e8),
        ethusd_timestamp: expect.stringMatching(/^\d{10}$/),
      }),
    )
  })
})

test('the limit is that of the largest plan', async () => {
  expect(await ask('getapilimit', 'getapilimit')).toEqual(
    ok({
      creditsUsed: 0,
      creditsAvailable: 1_500_000,
      creditLimit: 1_500_000,
      limitInterval: 'daily',
      intervalExpiryTimespan: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
    }),
  )
})

test('no action fails in another way than its clients expect, whatever it is given', async () => {
  for (const [module, actions] of Object.entries(etherscanModules))
    for (const [action, { parameters }] of Object.entries(actions))
      for (const given of ['', '-1', '0x', "'", '99999999999999999999', `0x${'f'.repeat(40)}`, `0x${'f'.repeat(64)}`]) {
        const all = Object.fromEntries(Object.keys(parameters).map((name) => [name, given]))
        const answer = await ask(module, action, all)
        const isKnown = answer.jsonrpc === '2.0' || answer.status === '1' || typeof answer.message === 'string'
        expect([module, action, given, isKnown, String(answer.result).includes('Something went wrong')]).toEqual([
          ...[module, action, given, true, false],
        ])
      }
})
