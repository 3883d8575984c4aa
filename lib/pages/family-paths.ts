import type { PagePath } from '#lib/api/page-path.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { aptosTabPaths } from '#lib/aptos/contract/tab-paths.ts'
import { evmListPaths } from '#lib/evm/contract/list-paths.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'

/** The data pages of each chain family. A new family is a line here. */
export const familyPaths: readonly Readonly<Record<string, PagePath>>[] = [
  evmPaths,
  evmTabPaths,
  evmListPaths,
  aptosPaths,
  aptosTabPaths,
]
