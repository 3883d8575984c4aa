import { type Kysely, sql } from 'kysely'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { type InBlock, timestampText } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20ApprovalRow } from '#lib/evm/chain/tables/token-tables.ts'
import { balanceBlockHeader, missingBalancesHeader } from '#lib/evm/holdings/balance-contract.ts'
import { centsText, holdingValue, type Price, usdText } from '#lib/evm/prices/price.ts'
import type { LiveApproval } from '#lib/evm/query/caches/state-reads.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { readPrices } from '#lib/evm/query/token-prices.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { withBlock } from '#lib/evm/query/with-block.ts'
import type { approvalEndpoints, WalletApproval } from './contract.ts'
import { liveApprovals } from './live-approvals.ts'

type StateBlock = Awaited<ReturnType<typeof stateBlockOf>>
type Placed = { blockNumber: number; logIndex: number }
type Live<One> = { approvals: readonly One[]; isWhole: boolean; failedCount: number }

/**
 * A page of the approvals of a wallet that are in force after a block, newest first. The cursor keeps the block of the first page, and
 * the approval shown last. Headers say which block that is, and how many approvals the node did not confirm.
 * @throws invalid_request if the block of the cursor was removed by a reorg
 */
export const livePage = async <One extends Placed>(
  context: EvmQueryContext,
  asked: { route: string; chain: ServedChain; address: string; cursor?: string | undefined; limit: number },
  read: (block: StateBlock) => Promise<Live<One>>,
  call: CallContext | undefined,
): Promise<{ block: StateBlock; shown: One[]; cursor: string | null; limit: number; page: number }> => {
  const { route, chain, address } = asked
  const binding = { route, filters: { chain: chain.id, address } }
  const position = openCursor(context, asked.cursor, binding)
  const { limit, page } = position ?? { limit: asked.limit, page: 1 }
  const coverageThen = await context.coverage(chain)
  const block = await stateBlockOf(context, chain, position ? Number(position.key[0]) : undefined)
  if (position && position.key[1] !== (block.hash ?? null))
    throw badParameter('cursor', 'belongs to a block that was removed by a reorg: start again without it')
  const { approvals, isWhole, failedCount } = await read(block)
  const coverage = coverageThen({ first: 0, last: block.number })
  call?.coveredBy?.({ ...coverage, isComplete: coverage.isComplete && isWhole && failedCount === 0 })
  call?.setHeader?.(balanceBlockHeader, String(block.number))
  if (failedCount > 0) call?.setHeader?.(missingBalancesHeader, `${failedCount}: The node did not answer in time.`)
  const isLast = ({ blockNumber, logIndex }: One) => blockNumber === position?.key[2] && logIndex === position?.key[3]
  const from = position ? approvals.findIndex(isLast) + 1 : 0
  const { shown, cursor } = shownPage(
    context,
    {
      rows: approvals.slice(from, from + limit + 1),
      limit,
      page,
      keyOf: ({ blockNumber, logIndex }) => [block.number, block.hash ?? null, blockNumber, logIndex],
    },
    binding,
  )
  return { block, shown: [...shown], cursor, limit, page }
}

/** Approvals that can still be spent. */
export const walletApprovalsQuery =
  (context: EvmQueryContext): Service<typeof approvalEndpoints>['walletApprovals'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { shown, cursor, limit, page } = await livePage(
      context,
      { ...input, route: 'walletApprovals', chain, address },
      (block) => liveApprovals(context, chain, address, { block, signal: call?.signal }),
      call,
    )
    const tokens = [...new Set(shown.map(({ token }) => token))]
    const [events, metadata, marks] = await Promise.all([
      approvalEvents(context.store.db, chain.id, shown),
      readTokenMetadata(context.store.db, chain.id, tokens),
      marksOf(context, chain.id, tokens),
    ])
    const priced = tokens.flatMap((token) => {
      const decimals = metadata.get(token)?.decimals ?? null
      return decimals === null || marks.flags(token).possible_spam ? [] : [{ address: token, decimals }]
    })
    const prices = await readPrices(context, chain, priced)
    const result = shown.flatMap((approval): WalletApproval[] => {
      const event = events.get(approvalPlaceKey(approval.blockNumber, approval.logIndex))
      // Removed by a reorg since it was read.
      if (!event) return []
      const { token, spender, allowance, balance } = approval
      const { name = null, symbol = null, decimals = null, isListed = false } = metadata.get(token) ?? {}
      const { possible_spam, verified_collection } = marks.flags(token)
      return [
        {
          block_number: String(approval.blockNumber),
          block_timestamp: timestampText(event.block_timestamp),
          transaction_hash: toHex(event.transaction_hash),
          value: String(allowance),
          value_formatted: valueDecimal(String(allowance), decimals),
          token: {
            address: token,
            address_label: marks.labelOf(token),
            name,
            symbol,
            logo: marks.logoOf(token),
            possible_spam,
            verified_contract: verified_collection || isListed,
            current_balance: balance === null ? null : String(balance),
            current_balance_formatted: balance === null ? null : valueDecimal(String(balance), decimals),
            ...riskOf(prices?.tokens.get(token), { allowance, balance, decimals }),
          },
          spender: { address: spender, address_label: marks.labelOf(spender), entity: null, entity_logo: null },
        },
      ]
    })
    return { page, page_size: limit, cursor, result }
  }

type Risk = Pick<LiveApproval, 'allowance' | 'balance'> & { decimals: number | null }

/** The value that the spender could take, limited by the wallet's balance. */
export const riskOf = (price: Price | undefined, { allowance, balance, decimals }: Risk) => {
  if (!price || decimals === null) return { usd_price: null, usd_at_risk: null }
  const amount = balance !== null && balance < allowance ? balance : allowance
  const value = balance === null ? null : holdingValue(amount, decimals, price)
  return { usd_price: usdText(price.usd), usd_at_risk: value === null ? null : centsText(value) }
}

export const approvalPlaceKey = (block: number, log: number): string => `${block}/${log}`

type ApprovalEvent = Pick<Erc20ApprovalRow, 'block_number' | 'log_index' | 'transaction_hash'> & InBlock

/** The events of a page by their places, with the times of their blocks. */
export const approvalEvents = async (
  db: Kysely<EvmTables>,
  chain: number,
  approvals: readonly LiveApproval[],
): Promise<ReadonlyMap<string, ApprovalEvent>> => {
  if (approvals.length === 0) return new Map()
  const places = approvals.map(
    ({ blockNumber, logIndex }) => sql`(cast(${blockNumber} as bigint), cast(${logIndex} as bigint))`,
  )
  const block = withBlock(chain, 't')
  const { rows } = await sql<ApprovalEvent>`
    with page(place_block, place_log) as (values ${sql.join(places)})
    select t.block_number, t.log_index, t.transaction_hash, ${block.columns} from page
    join evm_erc20_approvals as t
      on t.chain = ${chain} and t.block_number = page.place_block and t.log_index = page.place_log
    ${block.joins}`.execute(db)
  return new Map(rows.map((row) => [approvalPlaceKey(row.block_number, row.log_index), row]))
}
