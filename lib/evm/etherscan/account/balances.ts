import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ActionCall } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, ok } from '#lib/evm/etherscan/kit/answer.ts'
import { nativeBalanceAt } from '#lib/evm/holdings/native-balance.ts'
import { balanceCall, needsNodeForBalances, readNumbers } from '#lib/evm/query/state-block.ts'

export const nativeBalance = async (
  { context, chain, signal }: ActionCall,
  address: Hex,
  block: StateBlock,
): Promise<EtherscanAnswer> => ok(String(await nativeBalanceAt(context, chain, address, block, signal)))

export const nativeBalances = async (
  { context, chain, signal }: ActionCall,
  addresses: readonly Hex[],
  block: StateBlock,
): Promise<EtherscanAnswer> => {
  if (!context.node.balancesOf) throw needsNodeForBalances(chain)
  const balances = await context.node.balancesOf(chain, addresses, block, signal)
  return ok(addresses.map((account, index) => ({ account, balance: String(balances[index] ?? 0n) })))
}

/** What the token reports. @throws not_available if it reports none */
export const reportedBalance = async (
  { context, chain, signal }: ActionCall,
  { token, owner }: { token: Hex; owner: Hex },
  block: StateBlock,
): Promise<EtherscanAnswer> => {
  const [balance] = await readNumbers(context, chain, [balanceCall(token, owner)], { block, signal })
  if (typeof balance !== 'bigint')
    throw new ServiceError('not_available', `${token} reported no balance after block ${block.number}`)
  return ok(String(balance))
}
