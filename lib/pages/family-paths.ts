import type { PagePath } from '#lib/api/page-path.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'

/** The data pages of each chain family. A new family is a line here. */
export const familyPaths: readonly Readonly<Record<string, PagePath>>[] = [
  evmPaths,
  evmTabPaths,
  evmListPaths,
  aptosPaths,
  aptosTabPaths,
]
