import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import type { AptosHit } from '#lib/aptos/search/contract.ts'
import { aptosPath } from './aptos-path.ts'

/** The page of a search result. */
export const aptosHitPath = ({ type, network, value }: AptosHit): string => aptosPath(pathOf(type, value), network)

const pathOf = (type: AptosHit['type'], value: string): string => {
  if (type === 'account') return aptosPaths.account({ address: value })
  if (type === 'collection') return aptosPaths.collection({ id: value })
  return type === 'token' ? aptosPaths.token({ id: value }) : aptosTabPaths.asset({ type: value })
}

/** `Aptos Coin (APT)` */
export const hitTitle = ({ name, symbol, value }: AptosHit): string => {
  if (name === null) return symbol ?? value
  return symbol === null ? name : `${name} (${symbol})`
}
