import { aptosNetworkOf, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import type { FamilyLinks } from '#components/family.ts'
import { readAssetType } from '#lib/aptos/api/format/asset-type.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'

const lists: Record<string, () => string> = {
  blocks: aptosPaths.blocks,
  transactions: aptosPaths.transactions,
  validators: aptosPaths.validators,
  collections: aptosPaths.collections,
  coins: aptosPaths.assets,
  'fungible-assets': aptosPaths.assets,
  analytics: aptosPaths.network,
}

const tabs: Record<string, Record<string, string>> = {
  account: { resources: 'resources', modules: 'modules', coins: 'assets', tokens: 'nfts' },
  txn: { changes: 'state' },
  asset: { holders: 'holders' },
}

/** A page of this site and its query. */
const pageForm = /^(\/aptos\/(account|txn|asset)\/[^/?]+)(\?.*)?$/

const onNetwork = (path: string, { searchParams }: URL): string =>
  aptosPath(path, aptosNetworkOf(searchParams.get('network')) ?? 'mainnet')

export const aptosLinks: FamilyLinks = {
  page: (link) => {
    const [word = '', item = ''] = link.pathname.split('/').filter(Boolean)
    const isAsset = word === 'coin' || word === 'fungible_asset'
    const type = isAsset ? readAssetType(decodeURIComponent(item)) : undefined
    if (type) return onNetwork(aptosTabPaths.asset({ type }), link)
    const list = Object.hasOwn(lists, word) ? lists[word] : undefined
    return list && onNetwork(list(), link)
  },
  tab: (path, { pathname }) => {
    const [, page = '', kind = '', query = ''] = pageForm.exec(path) ?? []
    const own = tabs[kind] ?? {}
    const [, , name = '', , module] = pathname.split('/').filter(Boolean)
    // `/account/0x1/modules/code/coin`; `view` and `run` are on the same page here.
    if (kind === 'account' && name === 'modules' && module) return `${page}/modules/${module}${query}`
    return Object.hasOwn(own, name) ? `${page}/${own[name]}${query}` : undefined
  },
}
