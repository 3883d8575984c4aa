import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addInternalTransfers } from '#lib/evm/chain/write/add-internal-transfers.ts'
import type { Store } from '#lib/store/store.ts'
import { movingFrame } from './moving-frame.ts'
import { plainTransfers } from './traced-node.ts'

/** Stores the internal transfers that `plainTransfers` has of these blocks, and marks the blocks as traced. */
export const storeTraces = (store: Store<EvmTables>, chain: number, blocks: readonly EvmBlock[]): Promise<void> =>
  addInternalTransfers(
    store,
    chain,
    blocks.map((block) => {
      const transfers = plainTransfers(block)
      return {
        number: block.number,
        hash: block.hash,
        frames: transfers.map(({ transaction, from, to, value }, index) =>
          movingFrame({
            ...{ from, to, value },
            transactionIndex: transaction,
            transferIndex: index - transfers.findIndex((other) => other.transaction === transaction),
            kind: 'CALL',
          }),
        ),
      }
    }),
  )
