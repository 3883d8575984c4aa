import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { parseAptosName } from '#lib/aptos/api/format/aptos-name.ts'
import { readAssetType } from '#lib/aptos/api/format/asset-type.ts'
import { readIdHash } from '#lib/aptos/api/format/id-hash.ts'
import { aptosNameApi } from '#lib/aptos/names/contract.ts'
import { type AptosStatus, aptosStatusApi } from '#lib/aptos/network/contract.ts'
import { aptosLedgerApi } from '#lib/aptos/transaction/ledger-contract.ts'
import { aptosPendingApi } from '#lib/aptos/transaction/pending-contract.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { PageAt } from '#lib/pages/page-definition.ts'
import { callTo } from '#lib/pages/question.ts'
import { type AptosNetwork, aptosNetworkOf, readU64 } from './aptos-path.ts'

/** The status as lists of coins and fungible assets need it: their part of the index may be smaller than that of tokens. */
export const assetStatus = (status: AptosStatus | undefined): AptosStatus | undefined =>
  status?.index?.assets ? { ...status, index: { ...status.index, ...status.index.assets } } : status

/*
 * Parse the path segments of Aptos pages into canonical form. Each throws ServiceError `not_found` for a segment that
 * cannot be valid.
 */

type OnNetwork = {
  network: AptosNetwork
  status: AptosStatus | undefined
  /** The network's name in page metadata. */
  place: string
}

/** The network that is requested; without one, the one that is served. */
export const networkParams = async ({ query, ask }: PageAt): Promise<OnNetwork> => {
  const asked = aptosNetworkOf(query.network)
  const { data: status } = await ask(callTo(aptosStatusApi.aptosStatus, { network: asked }))
  const network = status?.network ?? asked ?? 'mainnet'
  const title = network === 'testnet' ? 'Aptos testnet' : 'Aptos'
  return { network, status, place: status?.source === 'demo' ? 'Aptos, demo ledger' : title }
}

const found = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new ServiceError('not_found', `There is no such ${what}.`)
  return value
}

/** By address, or by name, which is resolved to the address. */
export const accountParams = async (at: PageAt): Promise<OnNetwork & { address: string }> => {
  const { address: text = '' } = at.parameters
  const on = await networkParams(at)
  if (!parseAptosName(text)) return { ...on, address: found(aptosAddress(text), 'account') }
  const { data } = await at.ask(callTo(aptosNameApi.aptosName, { name: text, network: on.network }))
  return { ...on, address: found(data?.address, 'account') }
}

const moveName = /^[A-Za-z_]\w{0,127}$/

export const moduleParams = async (at: PageAt): Promise<OnNetwork & { address: string; module: string }> => {
  const module = at.parameters.module ?? ''
  return { ...(await accountParams(at)), module: found(moveName.test(module) ? module : undefined, 'module') }
}

/** The status of such a page is that of the part of the index with coins and fungible assets. */
export const networkAssetParams = async (at: PageAt): Promise<OnNetwork> => {
  const on = await networkParams(at)
  return { ...on, status: assetStatus(on.status) }
}

export const assetParams = async (at: PageAt): Promise<OnNetwork & { type: string }> => {
  const type = found(readAssetType(at.parameters.type ?? ''), 'asset')
  return { ...(await networkAssetParams(at)), type }
}

export const idParams =
  (what: 'collection' | 'token') =>
  async (at: PageAt): Promise<OnNetwork & { id: string }> => {
    const id = found(readIdHash(at.parameters.id ?? ''), what)
    return { ...(await networkParams(at)), id }
  }

export const aptosBlockParams = async (at: PageAt): Promise<OnNetwork & { height: string }> => {
  const height = found(readU64(at.parameters.height ?? ''), 'block')
  return { ...(await networkParams(at)), height }
}

/** By version, or by hash, which is resolved to the version unless the transaction is pending or awaited. */
export const aptosTransactionParams = async (
  at: PageAt,
): Promise<
  OnNetwork & {
    version: string
    pendingHash: string | undefined
    /** A wallet has just sent it, and the node does not know it yet. */
    isAwaited: boolean
  }
> => {
  const { version = '' } = at.parameters
  if (!/^0x[0-9a-f]{64}$/i.test(version)) {
    const own = { version: found(readU64(version), 'transaction'), pendingHash: undefined, isAwaited: false }
    return { ...(await networkParams(at)), ...own }
  }
  const named = { transaction_hash: version, network: aptosNetworkOf(at.query.network) }
  const [on, { data, fault }] = await Promise.all([
    networkParams(at),
    at.ask(callTo(aptosLedgerApi.aptosTransaction, named)),
  ])
  if (data) return { ...on, version: data.version, pendingHash: undefined, isAwaited: false }
  const hash = version.toLowerCase()
  const isSent = at.query.sent !== undefined
  // What a silent node does not tell is not missing: the page shows that it failed.
  if (fault.code === 'upstream_timeout') return { ...on, version: hash, pendingHash: hash, isAwaited: isSent }
  const pending = (await at.ask(callTo(aptosPendingApi.aptosPendingTransaction, named))).data
  const isAwaited = pending === undefined && isSent
  return {
    ...on,
    version: found(pending?.version ?? (pending || isAwaited ? hash : undefined), 'transaction'),
    pendingHash: pending?.version ? undefined : hash,
    isAwaited,
  }
}
