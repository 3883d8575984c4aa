import { afterAll, beforeAll, expect } from 'vitest'
import * as z from 'zod'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import { testClient } from './client-table.ts'

/* The forms that the library of foundry requires of each row and answer, over the demo ledger. */

const { busiestWallet: wallet, harborCoin, lanterns, stamps } = demoLedger
const miner = '0x00000000000000000000000000000000005c09e5'
let server: Awaited<ReturnType<typeof demoApi>>
beforeAll(async () => {
  server = await demoApi()
}, 180_000)
afterAll(async () => await server?.stop())

const ask = async (parameters: Record<string, string>): Promise<{ result: unknown }> =>
  await (await fetch(`${server.url}/demo/api?${new URLSearchParams({ apikey: apiKey, ...parameters })}`)).json()

const number = z.string().regex(/^\d+$/)
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const address = z.string().regex(/^0x[0-9a-f]{40}$/)
const bytes = z.string().regex(/^0x(?:[0-9a-f]{2})*$/)
/** Put between quotes and read as JSON. */
const quoted = z.string().regex(/^[^"\\]*$/)
const orEmpty = <Form extends z.ZodType>(form: Form) => z.union([form, z.literal('')])

const inBlock = { blockNumber: number, timeStamp: z.string(), hash }
const ofTransaction = { transactionIndex: number, gas: number, gasPrice: number, gasUsed: number }
const transfer = {
  ...{
    ...inBlock,
    ...ofTransaction,
    nonce: number,
    blockHash: hash,
    from: address,
    to: address,
    contractAddress: address,
  },
  ...{
    tokenName: z.string(),
    tokenSymbol: z.string(),
    cumulativeGasUsed: number,
    input: z.string(),
    confirmations: number,
  },
}
/** The required fields of each list in foundry-block-explorers, `account.rs`. */
const foundryRows = {
  txlist: z.object({
    ...{ ...inBlock, ...ofTransaction, isError: z.string(), nonce: number, blockHash: hash, from: address },
    ...{
      to: orEmpty(address),
      value: number,
      txreceipt_status: z.string(),
      input: bytes,
      contractAddress: orEmpty(address),
    },
    ...{ cumulativeGasUsed: number, confirmations: number, methodId: bytes.optional(), functionName: quoted },
  }),
  txlistinternal: z.object({
    ...{ ...inBlock, from: address, to: orEmpty(address), value: number, contractAddress: orEmpty(address) },
    ...{ input: orEmpty(bytes), type: z.string(), gas: number, gasUsed: number, traceId: z.string() },
    ...{ isError: z.string(), errCode: z.string() },
  }),
  tokentx: z.object({ ...transfer, value: number, tokenDecimal: z.string() }),
  tokennfttx: z.object({ ...transfer, tokenID: z.string(), tokenDecimal: z.string() }),
  token1155tx: z.object({ ...transfer, tokenID: z.string(), tokenValue: z.string() }),
}

testClient('foundryLibrary', {
  'transactions, internal transactions, transfers': async () => {
    const list = { module: 'account', startBlock: '0', endBlock: '99999999', page: '0', offset: '10000', sort: 'asc' }
    const ofTokens: Record<string, string>[] = [
      { address: wallet },
      ...[harborCoin, lanterns, stamps].map((token) => ({ contractaddress: token })),
    ]
    for (const [action, row] of Object.entries(foundryRows))
      for (const of of action.startsWith('txlist') ? [{ address: wallet }] : ofTokens) {
        const { result } = await ask({ ...list, action, ...of })
        expect(z.array(row).safeParse(result).error).toBeUndefined()
      }
    for (const action of ['txlist', 'txlistinternal', 'tokentx'])
      expect((await ask({ ...list, action, address: wallet })).result, action).not.toEqual([])
    expect((await ask({ ...list, action: 'tokennfttx', contractaddress: lanterns })).result).not.toEqual([])
    expect((await ask({ ...list, action: 'token1155tx', contractaddress: stamps })).result).not.toEqual([])
  },
  'gas oracle, block by time, mined blocks': async () => {
    const price = z.string().regex(/^\d+(?:\.\d+)?$/)
    const prices = { SafeGasPrice: price, ProposeGasPrice: price, FastGasPrice: price, suggestBaseFee: price }
    const oracle = z.object({ LastBlock: number, ...prices, gasUsedRatio: z.string().regex(/^[\d.]+(?:,[\d.]+)*$/) })
    expect(oracle.safeParse((await ask({ module: 'gastracker', action: 'gasoracle' })).result).error).toBeUndefined()
    const estimate = await ask({ module: 'gastracker', action: 'gasestimate', gasprice: '2000000000000' })
    expect(number.safeParse(estimate.result).error).toBeUndefined()
    const block = { module: 'block', action: 'getblocknobytime', timestamp: '1790000000' }
    for (const closest of ['before', 'after'])
      expect(number.safeParse((await ask({ ...block, closest })).result).error).toBeUndefined()
    const mined = {
      module: 'account',
      action: 'getminedblocks',
      address: miner,
      blocktype: 'blocks',
      page: '1',
      offset: '50',
    }
    const row = z.object({ blockNumber: number, timeStamp: z.string(), blockReward: z.string() })
    expect(
      z
        .array(row)
        .length(50)
        .safeParse((await ask(mined)).result).error,
    ).toBeUndefined()
  },
})
