import { servedChains } from '#components/evm/parts/chain-of.ts'
import { evmHitItem } from '#components/evm/parts/hit-item.tsx'
import { evmHitPath } from '#components/evm/parts/hit-path.ts'
import type { FamilyPages } from '#components/family.ts'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmRecogniser } from '#lib/evm/api/recogniser.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { nftStateEndpoints } from '#lib/evm/nft/state-contract.ts'
import { searchEndpoints } from '#lib/evm/search/contract.ts'
import { shortHexDigits } from '#lib/format/written.ts'
import { callTo } from '#lib/pages/question.ts'

type SearchFinding = Awaited<ReturnType<ReturnType<FamilyPages['search']>['findings']>>[number]
type SearchedName = Output<EvmExplorerApi['evmSearch']>['name']

/** Findings for a name that resolves: its wallet page, on one chain or on all where the address was active on several. */
const nameFindings = (name: SearchedName, found: readonly SearchFinding[]): SearchFinding[] => {
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
const nameNotice = (searched: SearchedName): string | undefined => {
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

const queryLengthMax = 128

/** Any text that no family recognises may be a name, and a part of an address or hash the beginning of one. One NFT has a page of its own, and its contract another. */
export const searchEvm: FamilyPages['search'] = ({ text, candidates, waitMs }) => {
  const [first] = shortHexDigits(text) === undefined ? candidates : []
  const { kind = 'evm-name', value = text, chain, tokenId } = first ?? {}
  const isSearchable = kind.startsWith('evm-') && kind !== 'evm-chain' && value !== '' && value.length <= queryLengthMax
  if (!isSearchable) return { questions: {}, findings: async () => [] }
  if (kind === 'evm-nft' && tokenId !== undefined && chain !== undefined) {
    // Requesting an unknown token would start the backfill of its contract.
    const nft = callTo(nftStateEndpoints.evmNftState, { chain, address: value, token_id: tokenId })
    return {
      questions: { nft },
      findings: async (ask) => {
        const [{ data }, chains] = await Promise.all([ask(nft), servedChains(ask)])
        const title = `NFT on ${chains.find((one) => one.chain === chain)?.title ?? chain}`
        return data
          ? [{ path: evmPaths.nft({ chain, address: value, tokenId }), title, text: `${value} #${tokenId}` }]
          : []
      },
    }
  }
  const hits = callTo(searchEndpoints.evmSearch, { q: value, chain, wait_ms: waitMs })
  return {
    questions: { hits },
    findings: async (ask) => {
      const { data } = await ask(hits)
      const found = (data?.result ?? []).map((hit) => {
        const named = hit.type === 'address' && first && { ...first, chain: hit.chain }
        // A link says of an address that it is a token, or which NFT of it is meant.
        return {
          path: named ? evmRecogniser.path(named, hit.chain) : evmHitPath(hit),
          title: hit.title,
          text: hit.value,
          item: evmHitItem(hit),
        }
      })
      return nameFindings(data?.name, found)
    },
    notice: async (ask) => nameNotice((await ask(hits)).data?.name),
    silence: async (ask) => {
      const { data, fault } = await ask(hits)
      return fault?.code === 'upstream_timeout' ? ['the EVM chains'] : (data?.unanswered ?? [])
    },
  }
}
