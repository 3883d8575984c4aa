import type { Family } from '#components/family.ts'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'

type SearchFinding = Awaited<ReturnType<ReturnType<Family['search']>['findings']>>[number]
type SearchedName = Output<EvmExplorerApi['evmSearch']>['name']

/** Findings for a name that resolves: its wallet page, on one chain or on all where the address was active on several. */
export const nameFindings = (name: SearchedName, found: readonly SearchFinding[]): SearchFinding[] => {
  if (name?.status !== 'resolved' || name.address === null) return [...found]
  const { address } = name
  const isCertain = name.warning === null
  const own = found.filter(({ text }) => text === address)
  const others = found.filter(({ text }) => text !== address)
  if (own.length === 1) return [...own.map((one) => ({ ...one, isCertain })), ...others]
  const everywhere = { path: evmPaths.timeline({ address }), title: `${name.name} on all chains`, text: address }
  return [{ ...everywhere, isCertain }, ...own, ...others]
}

/** Why a name cannot be resolved, or should not be trusted. */
export const nameNotice = (searched: SearchedName): string | undefined => {
  if (!searched) return undefined
  const { status, name, address, warning, expires_at } = searched
  if (status === 'unknown') return `No address is set for ${name}. Check its spelling.`
  if (status === 'failed') return `${name} could not be looked up: the Ethereum node did not answer in time. Try again.`
  if (status === 'off') return `${name} could not be looked up: this server reads ENS names only with NODE_URL_ETH set.`
  if (status === 'expired') return `${name} expired on ${expires_at?.slice(0, 10)}. It pointed to ${address}.`
  if (warning === 'look_alike')
    return `${name} reads like a well-known name. Check that the address is the one you mean.`
  return warning === 'mixed_scripts'
    ? `${name} has letters of different scripts in one word. Check that the address is the one you mean.`
    : undefined
}
