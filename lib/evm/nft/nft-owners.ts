import type { Kysely } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftBalanceRow } from '#lib/evm/chain/tables/token-tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { type EvmQueryContext, openCursor } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import type { ownershipEndpoints } from './collection-contract.ts'

/** Balances, including empty ones, that one request scans. */
export const ownerCandidatesMax = 2_000

type Balance = Pick<NftBalanceRow, 'owner' | 'amount' | 'is_held' | 'changed_block'>
type StoredBalance = Balance & Pick<NftBalanceRow, 'changed_log' | 'changed_batch'>

/** Balances of one token are adjacent by owner: a few are sorted by amount; of many, each page scans a part. */
export const nftOwnersQuery =
  (context: EvmQueryContext): Service<typeof ownershipEndpoints>['evmNftOwners'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, token_id } = input
    await reportCoverage(context.coverage, chain, call, { contracts: [address] })
    const binding = { route: 'evmNftOwners', filters: { chain: chain.id, address, token_id } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const contract = toBytes(address)
    const { db } = context.store
    const token = await db
      .selectFrom('evm_nft_tokens')
      .select(['token_hash', 'owner', 'standard', 'changed_block'])
      .where('chain', '=', chain.id)
      .where('token_address', '=', contract)
      .where('token_hash', '=', tokenHash(contract, token_id))
      .executeTakeFirst()
    if (!token) throw new ServiceError('not_found', `No NFT ${token_id} of ${address} is known on ${chain.title}.`)

    const [order, last, amount] = position?.key ?? []
    const after = order === 'address' ? toBytes(String(last)) : undefined
    const read: Balance[] =
      token.standard === 1155
        ? await balancesAfter(db, chain.id, token.token_hash, after)
        : token.owner
          ? [{ owner: token.owner, amount: '1', is_held: 1 as const, changed_block: token.changed_block }]
          : []
    const isPart = after !== undefined || read.length > ownerCandidatesMax
    const candidates = isPart ? read.slice(0, ownerCandidatesMax) : read
    const held = candidates.filter(({ is_held }) => is_held === 1)
    const owners = isPart ? null : held.length
    if (!isPart) held.sort(largestFirst)
    if (isPart && order === 'amount')
      throw badParameter('cursor', 'has expired because the list became too long for its order: start again without it')
    const before = order === 'amount' ? { owner: toBytes(String(last)), amount: String(amount) } : undefined
    const rest = before ? held.filter((one) => largestFirst(one, before) > 0) : held
    const shown = rest.slice(0, limit)
    const lastShown =
      rest.length > limit ? shown.at(-1) : read.length > ownerCandidatesMax ? candidates.at(-1) : undefined
    const labelOf = labelsOn(context.known, chain.id)
    return {
      cursor: lastShown
        ? context.cursors.seal(
            {
              limit,
              key: isPart ? ['address', toHex(lastShown.owner)] : ['amount', toHex(lastShown.owner), lastShown.amount],
              page: page + 1,
              total: null,
              snapshot: null,
              issuedAt: Math.floor(context.now() / 1_000),
            },
            binding,
          )
        : null,
      owners,
      order: isPart ? ('address' as const) : ('amount' as const),
      result: shown.map(({ owner, amount, changed_block }) => {
        const holder = toHex(owner)
        return { owner: holder, owner_label: labelOf(holder), amount, block_number: String(changed_block) }
      }),
    }
  }

const largestFirst = (a: Pick<Balance, 'owner' | 'amount'>, b: Pick<Balance, 'owner' | 'amount'>): number => {
  const difference = BigInt(b.amount) - BigInt(a.amount)
  return difference === 0n ? Buffer.compare(a.owner, b.owner) : difference > 0n ? 1 : -1
}

/** One more than the scan limit: shows whether there are more without another query. */
export const balancesAfter = (
  db: Kysely<EvmTables>,
  chain: number,
  hash: Uint8Array,
  after: Uint8Array | undefined,
): Promise<StoredBalance[]> =>
  db
    .selectFrom('evm_nft_balances')
    .select(['owner', 'amount', 'is_held', 'changed_block', 'changed_log', 'changed_batch'])
    .where('chain', '=', chain)
    .where('token_hash', '=', hash)
    .$if(after !== undefined, (query) => query.where('owner', '>', after ?? new Uint8Array()))
    .orderBy('owner')
    .limit(ownerCandidatesMax + 1)
    .execute()
