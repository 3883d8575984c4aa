import { aptosAddress } from '#lib/aptos/contract/format/aptos-address.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { type LabelKind, type LabelSubject, labelKey } from './label.ts'

/** The page of what a label is about. */
export const labelPath = ({ kind, chain, subject }: LabelSubject): string => {
  if (chain === 'aptos') return aptosPath(kind, subject)
  if (chain === 'aptos-testnet') return `${aptosPath(kind, subject)}?network=testnet`
  if (kind === 'transaction') return evmPaths.transaction({ chain, hash: subject })
  if (kind === 'wallet') return evmPaths.wallet({ chain, address: subject })
  const [address = subject, tokenId] = subject.split('/')
  return tokenId === undefined ? evmPaths.token({ chain, address }) : evmPaths.nft({ chain, address, tokenId })
}

const aptosPath = (kind: LabelKind, subject: string): string => {
  if (kind === 'transaction') return aptosPaths.transaction({ version: subject })
  if (kind === 'wallet') return aptosPaths.account({ address: subject })
  return kind === 'collection' ? aptosPaths.collection({ id: subject }) : aptosPaths.token({ id: subject })
}

const evmPage = /^\/([a-z0-9-]+)\/(?:address|token|tx)\/(0x[0-9a-f]{40}|0x[0-9a-f]{64})$/i
const nftPage = /^\/([a-z0-9-]+)\/nft\/(0x[0-9a-f]{40}\/\d{1,78})$/i
const aptosPage = /^\/aptos\/(account|creator|collection|token|txn)\/(\w{1,66})$/i

/** The key of what a link leads to; undefined if it is no page of something that has labels. */
export const linkKey = ({ pathname, search }: { pathname: string; search: string }): string | undefined => {
  const aptos = aptosPage.exec(pathname)
  if (aptos) {
    const [, page = '', id = ''] = aptos
    const isAddress = page === 'account' || page === 'creator'
    const subject = isAddress ? aptosAddress(id) : id.toLowerCase().replace(/^0x/, '')
    const chain = new URLSearchParams(search).get('network') === 'testnet' ? 'aptos-testnet' : 'aptos'
    return subject && labelKey({ chain, subject })
  }
  const [, chain, subject] = evmPage.exec(pathname) ?? nftPage.exec(pathname) ?? []
  return chain && subject && labelKey({ chain, subject: subject.toLowerCase() })
}
