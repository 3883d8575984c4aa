import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { hexNumber, isHex } from '#lib/base/hex.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { needsNodeForBalances, stateBlockOf } from '#lib/evm/query/state-block.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { describedTokens } from '#lib/evm/token/described-tokens.ts'
import { answerHoldings } from './answer-holdings.ts'
import { balanceBlockHeader, type balanceEndpoints } from './balance-contract.ts'

/** The ERC20 tokens of a wallet, as one list. */
export const walletTokenBalancesQuery =
  (context: EvmQueryContext): Service<typeof balanceEndpoints>['walletTokenBalances'] =>
  async ({ address, token_addresses, exclude_spam, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const block = await stateBlockOf(context, chain, input.to_block)
    const { held } = await answerHoldings(context, { chain, address, block, tokens: token_addresses }, call)
    const tokens = await describedTokens(context, chain, held)
    return tokens.map(({ record }) => record).filter(({ possible_spam }) => !(exclude_spam && possible_spam))
  }

/** The native balances of wallets after one block, with their sum. */
export const nativeBalancesQuery =
  (context: EvmQueryContext): Service<typeof balanceEndpoints>['nativeBalances'] =>
  async ({ wallet_addresses, to_block, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { balancesOf } = context.node
    const wallets = wallet_addresses.filter(isHex)
    if (!balancesOf) throw needsNodeForBalances(chain)
    const block = await stateBlockOf(context, chain, to_block)
    const [balances, timestamp] = await Promise.all([
      balancesOf(chain, wallets, block, call?.signal),
      timeOf(context, chain, block.number, call?.signal),
    ])
    call?.setHeader?.(balanceBlockHeader, String(block.number))
    const whole = (amount: bigint): string => valueDecimal(String(amount), chain.decimals) ?? String(amount)
    const total = balances.reduce((sum, balance) => sum + balance, 0n)
    return [
      {
        chain: chain.name,
        chain_id: hexNumber(chain.id),
        total_balance: String(total),
        block_number: String(block.number),
        block_timestamp: timestampText(timestamp),
        total_balance_formatted: whole(total),
        wallet_balances: wallets.map((address, index) => {
          const balance = balances[index] ?? 0n
          return { address, balance: String(balance), balance_formatted: whole(balance) }
        }),
      },
    ]
  }

const timeOf = async (
  { store: { db }, node }: EvmQueryContext,
  chain: ServedChain,
  number: number,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const stored = await db
    .selectFrom('evm_blocks')
    .select('timestamp')
    .where('chain', '=', chain.id)
    .where('number', '=', number)
    .executeTakeFirst()
  const found = stored ?? (await node.header?.(chain, number, signal))
  if (!found) throw new ServiceError('not_available', `The node of ${chain.title} does not have block ${number}.`)
  return found.timestamp
}
