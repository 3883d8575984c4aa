import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { unpackedWithdrawals } from '#lib/evm/chain/decode/block-rows.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readBodyIntervals, readIntervals, readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { needsNodeForBalances, stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { accountListEndpoints } from './contract.ts'

/** Chains with more are not ranked: their fee recipients and accounts could not be read while a visitor waits. */
const blocksMax = 100_000
const addressesMax = 1_000

/** The accounts of a small chain by their native balance; of others, why they are not ranked. */
export const topAccountsQuery =
  (context: EvmQueryContext): Service<typeof accountListEndpoints>['evmTopAccounts'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { balancesOf } = context.node
    if (!balancesOf) throw needsNodeForBalances(chain)
    const binding = { route: 'evmTopAccounts', filters: { chain: chain.id } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    // Later pages are of the block of the first one.
    const last = await lastKnownBlock(context, chain)
    const block = await stateBlockOf(context, chain, position ? Number(position.key[0]) : last)
    const accounts = await context.stateReads.rankings.read(
      `${chain.id} ${block.hash}`,
      async (signal) => {
        const addresses = await addressesOf(context, chain)
        const balances = await balancesOf(chain, addresses, block, signal)
        return addresses
          .map((address, index) => ({ address, balance: balances[index] ?? 0n }))
          .filter(({ balance }) => balance > 0n)
          .sort(byBalance)
      },
      call?.signal,
    )
    const start = Number(position?.key[1] ?? 0)
    const rows = accounts
      .slice(start, start + limit + 1)
      .map((account, index) => ({ ...account, rank: start + index + 1 }))
    const { shown, cursor } = shownPage(
      context,
      { rows, limit, page, keyOf: ({ rank }) => [block.number, rank] },
      binding,
    )
    const labelOf = labelsOn(context.known, chain.id)
    return {
      cursor,
      block_number: String(block.number),
      account_count: accounts.length,
      result: shown.map(({ rank, address, balance }) => ({
        rank,
        address,
        address_label: labelOf(address),
        balance: String(balance),
      })),
    }
  }

type Account = { address: Hex; balance: bigint }

const byBalance = (a: Account, b: Account): number => {
  if (a.balance !== b.balance) return a.balance > b.balance ? -1 : 1
  return a.address < b.address ? -1 : 1
}

/** Permanent until the operator indexes more, so that trying again is no remedy. */
const notRanked = ({ title }: ServedChain, why: string): ServiceError =>
  new ServiceError('chain_not_served', `Accounts of ${title} are not ranked by their balance here: ${why}`)

/** Up to it, every block is stored and traced. @throws ServiceError unless that is so from the first block on */
const lastKnownBlock = async ({ store: { db } }: EvmQueryContext, chain: ServedChain): Promise<number> => {
  if (!chain.keepsTraces)
    throw notRanked(
      chain,
      `this requires all internal transfers, which are not indexed. Set TRACES_${chain.variable}=values, with a node that can trace blocks.`,
    )
  const lasts: number[] = []
  for (const [ranges, what] of [
    [await readIntervals(db, chain.id), 'indexed'],
    [await readTraceIntervals(db, chain.id), 'traced'],
    [await readBodyIntervals(db, chain.id), 'stored with their withdrawals'],
  ] as const) {
    const [range, ...others] = ranges
    if (!range || others.length > 0 || range.first > 0)
      throw notRanked(chain, `this requires every block from the first one on, and not all are ${what}.`)
    lasts.push(range.last)
  }
  const last = Math.min(...lasts)
  if (last > blocksMax) throw tooLarge(chain)
  return last
}

const tooLarge = (chain: ServedChain): ServiceError =>
  notRanked(
    chain,
    'no node lists its accounts, so that the balance of each must be asked for. ' +
      `This server does so for chains of at most ${blocksMax.toLocaleString('en-US')} blocks and ${addressesMax.toLocaleString('en-US')} accounts.`,
  )

/** Every address that a transaction, a call, a block or a withdrawal has paid. */
const addressesOf = async ({ store: { db } }: EvmQueryContext, chain: ServedChain): Promise<Hex[]> => {
  const { rows } = await sql<{ address: Uint8Array }>`
    select address from (select distinct address from evm_wallet_days where chain = ${chain.id} limit ${addressesMax + 1}) as w
    union
    select address from (select distinct address from evm_internal_transfers where chain = ${chain.id} limit ${addressesMax + 1}) as i
    union
    select distinct miner as address from evm_blocks where chain = ${chain.id}
    limit ${addressesMax + 1}`.execute(db)
  const withdrawals = await db.selectFrom('evm_withdrawals').select('packed').where('chain', '=', chain.id).execute()
  const receivers = withdrawals.flatMap(({ packed }) => unpackedWithdrawals(packed).map(({ address }) => address))
  const addresses = new Set([...rows.map(({ address }) => toHex(address)), ...receivers])
  if (addresses.size > addressesMax) throw tooLarge(chain)
  return [...addresses]
}
