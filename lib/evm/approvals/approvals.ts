import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/evm/chain/decode/bytes.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { LiveApproval, LiveNftApproval } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { readPrices } from '#lib/evm/query/prices/token-prices.ts'
import type { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { tokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { approvalRisks } from './approval-risks.ts'
import type { approvalListEndpoints, EvmApproval } from './contract.ts'
import { liveApprovals } from './live-approvals.ts'
import { livePage } from './live-page.ts'
import { liveNftApprovals } from './nft-approvals.ts'
import { readSpenders } from './spenders.ts'
import { approvalEvents, placeKey, riskOf } from './wallet-approvals.ts'

type Live = LiveApproval | LiveNftApproval

const isAllowance = (approval: Live): approval is LiveApproval => 'allowance' in approval
const isOfNfts = (approval: Live): approval is LiveNftApproval => !isAllowance(approval)

/** Approvals of all kinds that are still in force. */
export const approvals =
  (context: EvmQueryContext): Service<typeof approvalListEndpoints>['evmApprovals'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { db } = context.store
    const read = async (block: Awaited<ReturnType<typeof stateBlockOf>>) => {
      const [coins, nfts] = await Promise.all([
        liveApprovals(context, chain, address, block, call?.signal),
        liveNftApprovals(context, chain, address, block, call?.signal),
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
      tokenMetadata(db, chain.id, tokens),
      marksOf(context, chain.id, tokens),
      readSpenders(context, chain, [...new Set(shown.map(({ spender }) => spender))], block, call?.signal),
    ])
    const priced = [...new Set(shown.filter(isAllowance).map(({ token }) => token))].flatMap((token) => {
      const decimals = metadata.get(token)?.decimals ?? null
      return decimals === null || marks.flags(token).possible_spam ? [] : [{ address: token, decimals }]
    })
    const prices = await readPrices(context, chain, priced)
    const result = shown.flatMap((approval): EvmApproval[] => {
      const { token, spender, blockNumber, logIndex } = approval
      const events = isAllowance(approval) ? coinEvents : nftEvents
      const event = events.get(placeKey(blockNumber, logIndex))
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
  return new Map(rows.map((row) => [placeKey(row.block_number, row.log_index), row]))
}
