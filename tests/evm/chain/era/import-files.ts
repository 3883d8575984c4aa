import { writeFileSync } from 'node:fs'
import {
  createEraThreads,
  type EraImportOptions,
  type EraProgress,
  importEraFile,
} from '#lib/evm/chain/era/block-decoder.ts'
import { openEraFile } from '#lib/evm/chain/era/era-file.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

/** Imports one file, as the command does. */
export const importFrom = async (
  store: Store<EvmTables>,
  path: string,
  options: Pick<EraImportOptions, 'chainId'> & Partial<EraImportOptions>,
): Promise<EraProgress> => {
  const file = await openEraFile(path)
  const threads = options.threads ?? createEraThreads()
  try {
    return await importEraFile(store, file, { signal: new AbortController().signal, ...options, threads })
  } finally {
    await file.close()
    if (!options.threads) await threads.close()
  }
}

export const written = (path: string, bytes: Uint8Array): string => {
  writeFileSync(path, bytes)
  return path
}
