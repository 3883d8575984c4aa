import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'

/** The page of a module, by its short or long address. */
export const moduleHref = (
  { address, module }: { address: string; module: string },
  network: AptosNetwork,
  query?: Record<string, string | undefined>,
): string => aptosPath(aptosTabPaths.module({ address: aptosAddress(address) ?? address, module }), network, query)
