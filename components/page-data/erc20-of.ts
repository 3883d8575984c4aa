import { erc20Input, erc20Names } from '#components/evm/erc20-filters.ts'
import { evmCall, type SourceCall } from '#components/source/source-call.ts'
import { readFilters } from '#lib/format/filters.ts'
import type { PageAt } from '#lib/pages/page-content.ts'
import { partOf } from './page-words.ts'

/** The transfers of one coin, under its page's filters. */
export const erc20Of = (at: PageAt, chain: string, address: string): SourceCall =>
  evmCall('erc20Transfers', {
    ...erc20Input(chain, readFilters(at.query, erc20Names)),
    contract_addresses: [address],
    ...partOf(at, 50),
  })
