import { afterAll, beforeAll, expect, test } from 'vitest'
import { etherscanModules } from '#lib/evm/etherscan/etherscan-actions.ts'
import type { EtherscanModule } from '#lib/evm/etherscan/kit/action.ts'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'

/*
 * The answer of every action on the demo ledger, which its reference page shows as an example. After a change that is meant:
 * `npx vitest run --config tests/vitest.config.ts tests/evm/etherscan/golden.test.ts -u`.
 */

const { busiestWallet: address, harborCoin, lanterns, stamps, tokenTransfer, failedTransaction } = demoLedger
const list = { address, page: '1', offset: '2' }
const token = { contractaddress: harborCoin }
const days = { startdate: '2026-09-20', enddate: '2026-09-22' }
const topic0 = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** What each action is asked. */
const inputs: Record<string, Record<string, string>> = {
  'account.balance': { address, tag: 'latest' },
  'account.balancemulti': { address: `${address},${harborCoin}`, tag: 'latest' },
  'account.balancehistory': { address, blockno: '1110' },
  'account.txlist': list,
  'account.txlistinternal': list,
  'account.tokentx': list,
  'account.tokennfttx': { ...list, contractaddress: lanterns },
  'account.token1155tx': { ...list, contractaddress: stamps },
  'account.getminedblocks': { address: '0x00000000000000000000000000000000005c09e5', page: '1', offset: '2' },
  'account.txsBeaconWithdrawal': list,
  'account.tokenbalance': { ...token, address, tag: 'latest' },
  'account.tokenbalancehistory': { ...token, address, blockno: '1110' },
  'account.addresstokenbalance': list,
  'account.addresstokennftbalance': list,
  'account.addresstokennftinventory': { ...list, contractaddress: lanterns },
  'account.fundedby': { address },
  'contract.getabi': { address: harborCoin },
  'contract.getsourcecode': { address: harborCoin },
  'contract.getcontractcreation': { contractaddresses: harborCoin },
  'contract.listcontracts': { page: '1', offset: '2' },
  'contract.verifyproxycontract': { address: harborCoin },
  'contract.checkproxyverification': { guid: harborCoin.slice(2) },
  'contract.verifysourcecode': { contractaddress: harborCoin },
  'contract.checkverifystatus': { guid: 'ezq878u486pzijkvvmerl6a9mzwhv6sefgvqi5tkwceejc7tvn' },
  'transaction.getstatus': { txhash: failedTransaction },
  'transaction.gettxinfo': { txhash: tokenTransfer },
  'transaction.gettxreceiptstatus': { txhash: failedTransaction },
  'block.getblocknobytime': { timestamp: '1790000000', closest: 'before' },
  'block.getblockreward': { blockno: '25' },
  'block.getblocktxnscount': { blockno: '25' },
  'block.eth_block_number': {},
  'block.getblockcountdown': { blockno: '2000' },
  'logs.getLogs': { address: harborCoin, topic0, fromBlock: '0', toBlock: 'latest', page: '1', offset: '2' },
  'proxy.eth_blockNumber': {},
  'proxy.eth_getBlockByNumber': { tag: '0x19', boolean: 'false' },
  'proxy.eth_getUncleByBlockNumberAndIndex': { tag: '0x19', index: '0x0' },
  'proxy.eth_getBlockTransactionCountByNumber': { tag: '0x19' },
  'proxy.eth_getTransactionByHash': { txhash: tokenTransfer },
  'proxy.eth_getTransactionByBlockNumberAndIndex': { tag: '0x19', index: '0x0' },
  'proxy.eth_getTransactionCount': { address, tag: 'latest' },
  'proxy.eth_getTransactionReceipt': { txhash: tokenTransfer },
  'proxy.eth_sendRawTransaction': { hex: '0x02' },
  'proxy.eth_call': { to: harborCoin, data: '0x18160ddd', tag: 'latest' },
  'proxy.eth_estimateGas': { to: harborCoin, data: '0x18160ddd' },
  'proxy.eth_getCode': { address: harborCoin, tag: 'latest' },
  'proxy.eth_getStorageAt': { address: harborCoin, position: '0x0', tag: 'latest' },
  'proxy.eth_gasPrice': {},
  'gastracker.gasoracle': {},
  'gastracker.gasestimate': { gasprice: '2000000000000' },
  'token.tokeninfo': token,
  'token.getToken': token,
  'token.tokenholderlist': { ...token, page: '1', offset: '2' },
  'token.getTokenHolders': { ...token, page: '1', offset: '2' },
  'token.tokenholdercount': token,
  'token.topholders': { ...token, offset: '2' },
  'stats.tokensupply': token,
  'stats.tokensupplyhistory': { ...token, blockno: '1110' },
  'stats.ethprice': {},
  'stats.dailytx': days,
  'stats.dailyblkcount': days,
  'stats.dailygasused': days,
  'stats.dailyavgblocktime': days,
  'stats.dailyavgblocksize': days,
  'stats.dailyavggaslimit': days,
  'stats.dailynetutilization': days,
  'getapilimit.getapilimit': {},
}

let server: Awaited<ReturnType<typeof demoApi>>
beforeAll(async () => {
  server = await demoApi()
}, 180_000)
afterAll(async () => await server?.stop())

const ask = async (module: string, action: string, input: Record<string, string>, isPosted: boolean) => {
  const sent = new URLSearchParams({ apikey: apiKey, module, action, ...input })
  const response = await (isPosted
    ? fetch(`${server.url}/api`, { method: 'POST', body: sent })
    : fetch(`${server.url}/api?${sent}`))
  expect(response.status).toBe(200)
  return await response.json()
}

const textMax = 140
/** Times that pass while the tests run. */
const passing: Record<string, string> = { EstimateTimeInSec: '10680.0', intervalExpiryTimespan: '07:20:05' }

/** Short enough to be read: the first rows, and the beginning of long texts. */
const shortened = (value: unknown, name = ''): unknown => {
  if (passing[name] !== undefined) return passing[name]
  if (typeof value === 'string') return value.length > textMax ? `${value.slice(0, textMax / 2)}…` : value
  if (Array.isArray(value)) return value.slice(0, 2).map((one) => shortened(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner, key)]))
}

const modules: Record<string, EtherscanModule> = etherscanModules

test('every action answers as its example says', { timeout: 180_000 }, async () => {
  const examples: Record<string, { input: Record<string, string>; output: unknown }> = {}
  for (const [module, actions] of Object.entries(modules))
    for (const [action, { isPosted }] of Object.entries(actions)) {
      const name = `${module}.${action}`
      const input = inputs[name]
      if (!input) throw new Error(`${name} has no example`)
      examples[name] = { input, output: shortened(await ask(module, action, input, isPosted === true)) }
    }
  expect(Object.keys(examples).sort()).toEqual(Object.keys(inputs).sort())
  console.table(
    Object.entries(examples).map(([action, { output }]) => {
      const { status, message, result, error } = output as Record<string, unknown>
      return {
        action,
        status: status ?? 'rpc',
        message: message ?? '',
        answer: JSON.stringify(result ?? error).slice(0, 50),
      }
    }),
  )
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(
    '../../../lib/evm/etherscan/example-answers.json',
  )
})
