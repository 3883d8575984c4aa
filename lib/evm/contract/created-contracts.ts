import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { inBlock } from '#lib/evm/block/body-list.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { blockOf } from '#lib/evm/query/key-joins.ts'
import { type ChainRange, chainList, inRange } from '#lib/evm/query/ranges/chain-list.ts'
import type { contractListEndpoints } from './contract.ts'

/** The contracts that transactions of a chain created, newest first. */
export const createdContractsQuery = (
  context: EvmQueryContext,
): Service<typeof contractListEndpoints>['evmContracts'] =>
  chainList(context, {
    route: 'evmContracts',
    read: readCreations,
    placeOf: ({ block_number, transaction_index }) => [block_number, transaction_index],
    recordOf: (row, labelOf) => {
      const [address, creator] = [toHex(row.address), toHex(row.from_address)]
      return {
        address,
        address_label: labelOf(address),
        kind: row.kind,
        name: row.name,
        symbol: row.symbol,
        verified_name: row.verified_name,
        creator,
        creator_label: labelOf(creator),
        transaction_hash: toHex(row.hash),
        ...inBlock(row),
      }
    },
  })

/** A range of the index of creations (`evm_created_contracts`), then each row by its key. */
const readCreations = ({ store: { db } }: EvmQueryContext, range: ChainRange) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('evm_transactions')
        .select(['block_number', 'transaction_index', 'hash', 'from_address'])
        .select((part) => part.ref('contract_address').$notNull().as('address'))
        .where('chain', '=', range.chain)
        .where('contract_address', 'is not', null)
        // The receipt of a failed creation has an address too.
        .where((part) => part.or([part('status', 'is', null), part('status', '=', 1)]))
        .where(inRange(['block_number', 'transaction_index'], range))
        .orderBy('block_number', 'desc')
        .orderBy('transaction_index', 'desc')
        .limit(range.rows)
        .as('page'),
    )
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(range.chain, 'page')))
    .leftJoin('evm_contracts as c', (join) =>
      join.on('c.chain', '=', range.chain).onRef('c.address', '=', 'page.address'),
    )
    .leftJoin('evm_verified_contracts as v', (join) =>
      join.on('v.chain', '=', range.chain).onRef('v.address', '=', 'page.address'),
    )
    .selectAll('page')
    .select(['c.kind', 'c.name', 'c.symbol', 'v.name as verified_name'])
    .select(['b.hash as block_hash', 'b.timestamp as block_timestamp'])
    .orderBy('page.block_number', 'desc')
    .orderBy('page.transaction_index', 'desc')
    .execute()
