import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { type Hex, wordOf } from '#lib/base/hex.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { isNftApproval } from '#lib/evm/chain/stored/is-nft-approval.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { LiveNftApproval, LiveNftApprovals } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { readNumbers, stateKey } from '#lib/evm/query/state-block.ts'

/** Approvals read of a wallet: a few milliseconds. */
const approvalsReadMax = 2_000
/** Approvals that a node is asked about; about ten requests. */
const askedMax = 700

/** NFTs and collections of a wallet that others can move after a block, newest first. */
export const liveNftApprovals = async (
  context: EvmQueryContext,
  chain: ServedChain,
  owner: string,
  { block, signal }: { block: StateBlock; signal: AbortSignal | undefined },
): Promise<LiveNftApprovals> => {
  const start = async (limit: AbortSignal): Promise<LiveNftApprovals> => {
    const { granted, isWhole } = await grantedApprovals(context.store.db, chain.id, owner, block.number)
    const calls = granted.flatMap((approval) => approvalCalls(approval, owner))
    const answers = calls.length === 0 ? [] : await readNumbers(context, chain, calls, { block, signal: limit })
    let at = 0
    let failedCount = 0
    const approvals = granted.filter((approval) => {
      const { length } = approvalCalls(approval, owner)
      const read = answers.slice(at, at + length)
      at += length
      if (read.includes('failed')) failedCount += 1
      const [allowed, holder] = read
      if (approval.tokenId === null) return allowed === 1n
      return allowed === BigInt(approval.spender) && holder === BigInt(owner)
    })
    return { approvals, isWhole, failedCount }
  }
  return await context.stateReads.nftApprovals.read(stateKey(chain, block, owner), start, signal)
}

/** `isApprovedForAll(address,address)`, or `getApproved(uint256)` and `ownerOf(uint256)`: a transfer ends the approval of a token. */
const approvalCalls = ({ token: to, spender, tokenId }: LiveNftApproval, owner: string): ContractCall[] => {
  if (tokenId === null) return [{ to, data: `0xe985e9c5${wordOf(owner)}${wordOf(spender)}` }]
  const id = wordOf(BigInt(tokenId))
  return [
    { to, data: `0x081812fc${id}` },
    { to, data: `0x6352211e${id}` },
  ]
}

/** The newest approval of each collection for each operator, and of each token, that is not a revocation. */
const grantedApprovals = async (
  db: Kysely<EvmTables>,
  chain: number,
  owner: string,
  block: number,
): Promise<{ granted: LiveNftApproval[]; isWhole: boolean }> => {
  const rows = await db
    .selectFrom('evm_logs')
    .select(['address', 'topic2', 'topic3', 'data', 'block_number', 'transaction_index', 'log_index'])
    .where('chain', '=', chain)
    .where('topic1', '=', toBytes(`0x${wordOf(owner)}`))
    .where('block_number', '<=', block)
    .where(isNftApproval(db))
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(approvalsReadMax)
    .execute()
  const newest = new Map<string, LiveNftApproval | undefined>()
  for (const { address, topic2, topic3, data, block_number, transaction_index, log_index } of rows) {
    if (!topic2) continue
    const token = toHex(address)
    const spender: Hex = `0x${toHex(topic2).slice(-40)}`
    const tokenId = topic3 && String(BigInt(toHex(topic3)))
    const key = `${token} ${tokenId ?? spender}`
    if (newest.has(key)) continue
    const isGranted = tokenId === null ? data.some((byte) => byte !== 0) : BigInt(spender) !== 0n
    const place = { blockNumber: block_number, transactionIndex: transaction_index, logIndex: log_index }
    newest.set(key, isGranted ? { token, spender, tokenId, ...place } : undefined)
  }
  const granted = [...newest.values()].filter((one) => one !== undefined)
  return { granted: granted.slice(0, askedMax), isWhole: rows.length < approvalsReadMax && granted.length <= askedMax }
}
