import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { dueBlocks, postponeDoubtful } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { replaceDoubtful } from '#lib/evm/chain/write/writer.ts'
import { addTokensOfBlocks } from '#lib/evm/nft/metadata/stored-metadata.ts'
import { type RereadOptions, rereadBlocks } from '#lib/indexing/reread-doubtful.ts'
import type { Store } from '#lib/store/store.ts'

type EvmRereadOptions = Omit<RereadOptions, 'onReplaced'> & {
  log: { info(facts: object, text: string): void }
}

/** Reads the doubtful blocks of a chain again until they pass all checks. */
export const rereadDoubtful = (
  store: Store<EvmTables>,
  chain: number,
  reader: Pick<EvmReader, 'readRight'>,
  { log, ...options }: EvmRereadOptions,
): Promise<void> =>
  rereadBlocks(
    {
      due: (nowSeconds, countMax) => dueBlocks(store.db, chain, nowSeconds, countMax),
      replace: async (due) => {
        const block = await reader.readRight(due.number, options.signal)
        if (block?.hash !== due.hash) return false
        await replaceDoubtful(store, chain, block)
        // The search for tokens without a document is past this block.
        await addTokensOfBlocks(store.db, chain, { first: block.number, last: block.number }, Date.now())
        return true
      },
      postpone: (number, nowSeconds) => postponeDoubtful(store.db, chain, number, nowSeconds),
    },
    {
      ...options,
      onReplaced: ({ number, fault }) =>
        log.info({ chain, block: number, fault }, 'a block that had been set aside is consistent now'),
    },
  )
