import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ActionCall, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { ok } from '#lib/evm/etherscan/kit/answer.ts'
import { numberedBlock, taggedBlock } from '#lib/evm/etherscan/kit/state-tag.ts'
import { usdText } from '#lib/evm/prices/price.ts'
import { readPrices } from '#lib/evm/query/token-prices.ts'
import type { statsActions } from './actions.ts'
import { blockSeconds, dailyBlockSums, dailySums } from './daily-sums.ts'
import { tokenSupply } from './token-supply.ts'

export const statsAnswers: ModuleAnswers<typeof statsActions> = {
  tokensupply: async ({ contractaddress }, call) =>
    await supply(contractaddress, await taggedBlock(call, 'latest'), call),
  tokensupplyhistory: async ({ contractaddress, blockno }, call) =>
    await supply(contractaddress, await numberedBlock(call, blockno), call),
  ethprice: async (_, { context, chain }) => {
    const native = (await readPrices(context, chain, []))?.native
    if (!native) throw new ServiceError('not_available', `The price of ${chain.symbol} is not known here`)
    const at = native.timestamp - (native.ageSeconds ?? 0)
    return ok({ ethbtc: '', ethbtc_timestamp: '', ethusd: usdText(native.usd), ethusd_timestamp: String(at) })
  },
  dailytx: (days, call) => dailySums(days, call, (row) => ({ transactionCount: row.transaction_count })),
  dailyblkcount: (days, call) => dailySums(days, call, (row) => ({ blockCount: row.block_count })),
  dailygasused: (days, call) => dailySums(days, call, (row) => ({ gasUsed: String(row.gas_used) })),
  dailyavgblocktime: (days, call) => dailySums(days, call, (row) => ({ blockTime_sec: blockSeconds(row) })),
  dailyavgblocksize: (days, call) =>
    dailyBlockSums(days, call, ({ blocks, sized, size }) => {
      if (sized < blocks) throw new ServiceError('not_available', 'The node did not report the size of all blocks')
      return { blockSize_bytes: Math.round(size / blocks) }
    }),
  dailyavggaslimit: (days, call) =>
    dailyBlockSums(days, call, ({ blocks, gasLimit }) => ({ gasLimit: String(Math.round(gasLimit / blocks)) })),
  dailynetutilization: (days, call) =>
    dailyBlockSums(days, call, ({ gasUsed, gasLimit }) => ({
      networkUtilization: gasLimit === 0 ? '0' : (gasUsed / gasLimit).toFixed(4),
    })),
}

const supply = async (token: Hex, block: StateBlock, call: ActionCall) => {
  const reported = await tokenSupply(call, token, block)
  if (reported === undefined)
    throw new ServiceError('not_available', `${token} reported no supply after block ${block.number}`)
  return ok(String(reported))
}
