import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { type ChainRange, chainList, inRange } from '#lib/evm/query/chain-list.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'
import type { internalTransferEndpoints } from './internal-contract.ts'
import { keptTraces, transferRecord } from './internal-transfers.ts'

/** The internal transfers of a chain, newest first. */
export const chainInternalTransfersQuery = (
  context: EvmQueryContext,
): Service<typeof internalTransferEndpoints>['evmChainInternalTransfers'] =>
  chainList(context, {
    route: 'evmChainInternalTransfers',
    coverage: keptTraces,
    read: readTransfers,
    placeOf: ({ block_number, transaction_index, transfer_index }) => [block_number, transaction_index, transfer_index],
    recordOf: (row, labelOf) => transferRecord(row, toHex(row.address), labelOf),
  })

const placeColumns = ['block_number', 'transaction_index', 'transfer_index'] as const

/**
 * The rows of the receivers: each transfer has one. They are read block by block, down to that of the last row, and ordered within
 * each block.
 */
const readTransfers = ({ store: { db } }: EvmQueryContext, range: ChainRange) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('evm_internal_transfers')
        .select([...placeColumns, 'address', 'is_incoming', 'other_address', 'kind', 'value'])
        .where('chain', '=', range.chain)
        .where('is_incoming', '=', 1)
        .where(inRange(placeColumns, range))
        .orderBy('block_number', 'desc')
        .orderBy('transaction_index', 'desc')
        .orderBy('transfer_index', 'desc')
        .limit(range.rows)
        .as('page'),
    )
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(range.chain, 'page')))
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(range.chain, 'page')))
    .selectAll('page')
    .select(['t.hash as transaction_hash', 'b.hash as block_hash', 'b.timestamp as block_timestamp'])
    .orderBy('page.block_number', 'desc')
    .orderBy('page.transaction_index', 'desc')
    .orderBy('page.transfer_index', 'desc')
    .execute()
