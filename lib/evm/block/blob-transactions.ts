import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { unpackedHashes } from '#lib/evm/chain/decode/packed-bodies.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'
import { inRange } from '#lib/evm/query/ranges/chain-list.ts'
import { bodyList, inBlock } from './body-list.ts'
import type { bodyListEndpoints } from './lists-contract.ts'

/** EIP-4844. */
const gasPerBlob = 131_072n

/** The transactions with blobs of a chain, newest first. */
export const blobTransactionsQuery = (
  context: EvmQueryContext,
): Service<typeof bodyListEndpoints>['evmBlobTransactions'] =>
  bodyList(context, {
    route: 'evmBlobTransactions',
    read: ({ store: { db } }, range) =>
      db
        .selectFrom((from) =>
          from
            .selectFrom('evm_blob_transactions')
            .select(['block_number', 'transaction_index', 'max_fee_per_blob_gas', 'blob_gas_price', 'hashes'])
            .where('chain', '=', range.chain)
            .where(inRange(['block_number', 'transaction_index'], range))
            .orderBy('block_number', 'desc')
            .orderBy('transaction_index', 'desc')
            .limit(range.rows)
            .as('page'),
        )
        .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(range.chain, 'page')))
        .innerJoin('evm_blocks as b', (join) => join.on(blockOf(range.chain, 'page')))
        .selectAll('page')
        .select(['t.hash', 't.from_address', 't.to_address', 'b.hash as block_hash', 'b.timestamp as block_timestamp'])
        .orderBy('page.block_number', 'desc')
        .orderBy('page.transaction_index', 'desc')
        .execute(),
    placeOf: ({ block_number, transaction_index }) => [block_number, transaction_index],
    recordOf: (row, labelOf) => {
      const from = toHex(row.from_address)
      const to = row.to_address && toHex(row.to_address)
      const hashes = unpackedHashes(row.hashes)
      return {
        hash: toHex(row.hash),
        from_address: from,
        from_address_label: labelOf(from),
        to_address: to,
        to_address_label: to && labelOf(to),
        blob_count: hashes.length,
        versioned_hashes: hashes,
        blob_gas_used: String(gasPerBlob * BigInt(hashes.length)),
        blob_gas_price: row.blob_gas_price,
        max_fee_per_blob_gas: row.max_fee_per_blob_gas,
        ...inBlock(row),
      }
    },
  })
