import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { LiveApproval, LiveApprovals } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { allowanceCall, balanceCall, readNumbers, stateKey } from '#lib/evm/query/state-block.ts'

/** Approvals read of a wallet: a few milliseconds. */
const approvalsReadMax = 2_000
/** Pairs of token and spender; about ten requests to the node. */
const pairsMax = 700

/** The approvals of a wallet that can still be spent after a block, newest first. */
export const liveApprovals = async (
  context: EvmQueryContext,
  chain: ServedChain,
  owner: string,
  { block, signal }: { block: StateBlock; signal: AbortSignal | undefined },
): Promise<LiveApprovals> => {
  const start = async (limit: AbortSignal): Promise<LiveApprovals> => {
    const { pairs, isWhole } = await approvedPairs(context.store.db, chain.id, owner, block.number)
    const tokens = [...new Set(pairs.map(({ token }) => token))]
    const calls = [
      ...pairs.map(({ token, spender }) => allowanceCall(token, owner, spender)),
      ...tokens.map((token) => balanceCall(token, owner)),
    ]
    const answers = await readNumbers(context, chain, calls, { block, signal: limit })
    const approvals = pairs.flatMap((pair, index): LiveApproval[] => {
      const allowance = answers[index]
      if (typeof allowance !== 'bigint' || allowance === 0n) return []
      const balance = answers[pairs.length + tokens.indexOf(pair.token)]
      return [{ ...pair, allowance, balance: typeof balance === 'bigint' ? balance : null }]
    })
    const failedCount = answers.slice(0, pairs.length).filter((answer) => answer === 'failed').length
    return { approvals, isWhole, failedCount }
  }
  return await context.stateReads.approvals.read(stateKey(chain, block, owner), start, signal)
}

type Pair = { token: Hex; spender: Hex; approved: bigint; blockNumber: number; logIndex: number }

/** Each pair of token and spender among a wallet's newest approvals, with its newest approval. */
const approvedPairs = async (
  db: Kysely<EvmTables>,
  chain: number,
  owner: string,
  block: number,
): Promise<{ pairs: Pair[]; isWhole: boolean }> => {
  const rows = await db
    .selectFrom('evm_erc20_approvals')
    .select(['token_address', 'to_address', 'value', 'block_number', 'log_index'])
    .where('chain', '=', chain)
    .where('from_address', '=', toBytes(owner))
    .where('block_number', '<=', block)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(approvalsReadMax)
    .execute()
  const pairs = new Map<string, Pair>()
  for (const { token_address, to_address, value, block_number, log_index } of rows) {
    const [token, spender] = [toHex(token_address), toHex(to_address)]
    const key = `${token} ${spender}`
    const place = { blockNumber: block_number, logIndex: log_index }
    if (!pairs.has(key)) pairs.set(key, { token, spender, approved: BigInt(value), ...place })
  }
  return {
    pairs: [...pairs.values()].slice(0, pairsMax),
    isWhole: rows.length < approvalsReadMax && pairs.size <= pairsMax,
  }
}
