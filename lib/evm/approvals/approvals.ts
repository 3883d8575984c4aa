import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { creationRow } from '#lib/evm/chain/stored/creation-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { LiveApproval, LiveNftApproval } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import type { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { readPrices } from '#lib/evm/query/token-prices.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { accountCode } from '#lib/evm/wallet/account-code.ts'
import type { approvalListEndpoints, EvmApproval } from './contract.ts'
import { liveApprovals } from './live-approvals.ts'
import { liveNftApprovals } from './nft-approvals.ts'
import { approvalEvents, approvalPlaceKey, livePage, riskOf } from './wallet-approvals.ts'

type Spender = {
  kind: EvmApproval['spender']['kind']
  /** Whether an ABI from verified source code is known; null if that is not looked up here. */
  isVerified: boolean | null
}

const requestsAtOnce = 5
/** ABIs that arrive later are known to the next visitor. */
const abiWaitMs = 1_500

/** What is known of the addresses that may spend, by address. */
const readSpenders = async (
  context: EvmQueryContext,
  chain: ServedChain,
  spenders: readonly Hex[],
  { block, signal }: { block: StateBlock; signal: AbortSignal | undefined },
): Promise<ReadonlyMap<Hex, Spender>> => {
  const [kinds, known] = await Promise.all([
    inParallel(spenders, requestsAtOnce, (spender) => spenderKind(context, chain, spender, { block, signal })),
    context.abis?.knownOf(
      chain,
      spenders.map((address) => ({ address, block: block.number })),
      { waitMs: abiWaitMs },
    ),
  ])
  return new Map(
    spenders.map((address, index) => [
      address,
      { kind: kinds[index] ?? null, isVerified: known ? known({ address, block: block.number }).length > 0 : null },
    ]),
  )
}

/** By its code. An account that delegates its code (EIP-7702) is still a wallet: its key can spend. */
const spenderKind = async (
  context: EvmQueryContext,
  chain: ServedChain,
  spender: Hex,
  at: { block: StateBlock; signal: AbortSignal | undefined },
): Promise<Spender['kind']> => {
  try {
    const { bytes, delegate } = await accountCode(context, chain, spender, at)
    if (delegate !== null) return 'wallet'
    if (bytes > 0) return 'contract'
    return (await creationRow(context.store.db, chain.id, spender)) ? 'destroyed' : 'wallet'
  } catch (error) {
    if (at.signal?.aborted || !isServiceError(error)) throw error
    return null
  }
}

const dayMs = 86_400_000
const unusedMs = 180 * dayMs
const oldMs = 365 * dayMs

type Granted = {
  kind: EvmApproval['kind']
  /** What can be spent, and what was approved; null for NFTs. */
  value: bigint | null
  approved: bigint | null
  grantedAtMs: number
  spender: EvmApproval['spender']['kind']
  /** Whether a verified source of the spender is known; null if that was not looked up. */
  isVerified: boolean | null
}

/** Why an approval deserves attention, most serious first. */
export const approvalRisks = (granted: Granted, nowMs: number): EvmApproval['risks'] => {
  const { kind, value, approved, grantedAtMs, spender, isVerified } = granted
  const age = nowMs - grantedAtMs
  const isWithoutLimit = value !== null && isUnlimited(String(value))
  const risks: [EvmApproval['risks'][number], boolean][] = [
    ['destroyed_spender', spender === 'destroyed'],
    ['wallet_spender', spender === 'wallet'],
    ['unlimited', isWithoutLimit],
    ['collection', kind === 'collection'],
    ['unverified_spender', spender === 'contract' && isVerified === false],
    ['unused', !isWithoutLimit && value !== null && value === approved && age > unusedMs],
    ['old', age > oldMs],
  ]
  return risks.flatMap(([risk, applies]) => (applies ? [risk] : []))
}

type Live = LiveApproval | LiveNftApproval

const isAllowance = (approval: Live): approval is LiveApproval => 'allowance' in approval
const isOfNfts = (approval: Live): approval is LiveNftApproval => !isAllowance(approval)

/** Approvals of all kinds that are still in force. */
export const approvalsQuery =
  (context: EvmQueryContext): Service<typeof approvalListEndpoints>['evmApprovals'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { db } = context.store
    const read = async (block: Awaited<ReturnType<typeof stateBlockOf>>) => {
      const [coins, nfts] = await Promise.all([
        liveApprovals(context, chain, address, { block, signal: call?.signal }),
        liveNftApprovals(context, chain, address, { block, signal: call?.signal }),
      ])
      return {
        approvals: [...coins.approvals, ...nfts.approvals].sort(
          (a: Live, b: Live) => b.blockNumber - a.blockNumber || b.logIndex - a.logIndex,
        ),
        isWhole: coins.isWhole && nfts.isWhole,
        failedCount: coins.failedCount + nfts.failedCount,
      }
    }
    const { block, shown, cursor } = await livePage<Live>(
      context,
      { ...input, route: 'evmApprovals', chain, address },
      read,
      call,
    )
    const tokens = [...new Set(shown.map(({ token }) => token))]
    const [coinEvents, nftEvents, metadata, marks, spenders] = await Promise.all([
      approvalEvents(db, chain.id, shown.filter(isAllowance)),
      logEvents(db, chain.id, shown.filter(isOfNfts)),
      readTokenMetadata(db, chain.id, tokens),
      marksOf(context, chain.id, tokens),
      readSpenders(context, chain, [...new Set(shown.map(({ spender }) => spender))], { block, signal: call?.signal }),
    ])
    const priced = [...new Set(shown.filter(isAllowance).map(({ token }) => token))].flatMap((token) => {
      const decimals = metadata.get(token)?.decimals ?? null
      return decimals === null || marks.flags(token).possible_spam ? [] : [{ address: token, decimals }]
    })
    const prices = await readPrices(context, chain, priced)
    const result = shown.flatMap((approval): EvmApproval[] => {
      const { token, spender, blockNumber, logIndex } = approval
      const events = isAllowance(approval) ? coinEvents : nftEvents
      const event = events.get(approvalPlaceKey(blockNumber, logIndex))
      // Removed by a reorg since it was read.
      if (!event) return []
      const { name = null, symbol = null, decimals = null, isListed = false } = metadata.get(token) ?? {}
      const { possible_spam, verified_collection } = marks.flags(token)
      const { allowance, approved } = isAllowance(approval) ? approval : { allowance: null, approved: null }
      const tokenId = isAllowance(approval) ? null : approval.tokenId
      const kind = allowance !== null ? 'allowance' : tokenId === null ? 'collection' : 'token'
      const { kind: spenderKind, isVerified } = spenders.get(spender) ?? { kind: null, isVerified: null }
      const granted = { kind, value: allowance, approved, spender: spenderKind, isVerified } as const
      const grantedAtMs = event.block_timestamp * 1_000
      return [
        {
          kind,
          block_number: String(blockNumber),
          block_timestamp: timestampText(event.block_timestamp),
          transaction_hash: toHex(event.transaction_hash),
          token: {
            address: token,
            address_label: marks.labelOf(token),
            name,
            symbol,
            possible_spam,
            verified_contract: verified_collection || isListed,
          },
          token_id: tokenId,
          spender: { address: spender, address_label: marks.labelOf(spender), kind: spenderKind },
          value: allowance === null ? null : String(allowance),
          value_formatted: allowance === null ? null : valueDecimal(String(allowance), decimals),
          usd_at_risk: isAllowance(approval)
            ? riskOf(prices?.tokens.get(token), { ...approval, decimals }).usd_at_risk
            : null,
          risks: approvalRisks({ ...granted, grantedAtMs }, context.now()),
        },
      ]
    })
    return { cursor, block_number: String(block.number), result }
  }

type Event = { block_number: number; log_index: number; transaction_hash: Uint8Array; block_timestamp: number }

/** The transactions of stored logs by their places, with the times of their blocks. */
const logEvents = async (
  db: Kysely<EvmTables>,
  chain: number,
  places: readonly LiveNftApproval[],
): Promise<ReadonlyMap<string, Event>> => {
  if (places.length === 0) return new Map()
  const values = places.map(({ blockNumber, transactionIndex, logIndex }) => {
    const numbers = [blockNumber, transactionIndex, logIndex].map((number) => sql`cast(${number} as bigint)`)
    return sql`(${sql.join(numbers)})`
  })
  const { rows } = await sql<Event>`
    with page(block, place, log) as (values ${sql.join(values)})
    select l.block_number, l.log_index, t.hash as transaction_hash, b.timestamp as block_timestamp from page
    join evm_logs as l on l.chain = ${chain} and l.block_number = page.block
      and l.transaction_index = page.place and l.log_index = page.log
    join evm_transactions as t on t.chain = ${chain} and t.block_number = page.block and t.transaction_index = page.place
    join evm_blocks as b on b.chain = ${chain} and b.number = page.block`.execute(db)
  return new Map(rows.map((row) => [approvalPlaceKey(row.block_number, row.log_index), row]))
}
