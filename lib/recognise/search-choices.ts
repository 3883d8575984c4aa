import { evmPaths } from '#lib/evm/contract/paths.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import { candidateFamily, candidatePath, candidateTitle, isOnChains } from './recognise.ts'

type Hit = {
  type: 'address' | 'transaction' | 'block' | 'token' | 'collection'
  chain: string
  value: string
  title: string
}

/** What an index has under the searched text, on whatever chain. */
export type SearchFinding = { path: string; title: string; text: string }

export type SearchChoice = {
  path: string
  title: string
  text: string
  /** The index has it. */
  isFound: boolean
  /** No other reading is likely: it may be opened at once. */
  isCertain: boolean
}

const hitPath = ({ type, chain, value }: Hit): string => {
  if (type === 'transaction') return evmPaths.transaction({ chain, hash: value })
  if (type === 'token' || type === 'collection') return evmPaths.token({ chain, address: value })
  return type === 'block' ? evmPaths.block({ chain, block: value }) : evmPaths.wallet({ chain, address: value })
}

/**
 * What to offer for a search: what the index has first, then what the text may be besides, on every served chain. A hash that
 * one chain has is certain: two things never share one.
 */
export const searchChoices = ({
  candidates,
  hits,
  findings = [],
  chains,
  families,
}: {
  candidates: readonly Candidate[]
  hits: readonly Hit[]
  findings?: readonly SearchFinding[]
  chains: readonly { chain: string; title: string }[]
  /** The names of the families without chains that are served. */
  families: readonly string[]
}): SearchChoice[] => {
  const [first] = candidates
  const isHash = first !== undefined && first.value.length === 66
  const isPasted = candidates.length === 1 && first !== undefined && (!isOnChains(first) || first.chain !== undefined)
  const found = [...hits.map((hit) => ({ path: hitPath(hit), title: hit.title, text: hit.value })), ...findings]
  const choices: SearchChoice[] = found.map((one) => ({
    ...one,
    isFound: true,
    isCertain: isHash && found.length === 1,
  }))
  for (const candidate of candidates) {
    const hasChains = isOnChains(candidate)
    if (!hasChains && !families.includes(candidateFamily(candidate))) continue
    const named = candidate.chain
    // On which chain an address was used, it does not say itself.
    if (candidate.kind === 'evm-address' && named === undefined && chains.length > 1)
      choices.push({
        path: evmPaths.timeline({ address: candidate.value }),
        title: `${candidateTitle(candidate)} on all chains`,
        text: candidate.value,
        isFound: false,
        isCertain: false,
      })
    const on = !hasChains ? [undefined] : named ? [{ chain: named, title: titleOf(named, chains) }] : chains
    for (const place of on) {
      const path = candidatePath(candidate, place?.chain ?? '')
      if (choices.some((choice) => choice.path === path)) continue
      const title = place ? `${candidateTitle(candidate)} on ${place.title}` : candidateTitle(candidate)
      choices.push({ path, title, text: candidate.value, isFound: false, isCertain: isPasted })
    }
  }
  return choices
}

const titleOf = (name: string, chains: readonly { chain: string; title: string }[]): string =>
  chains.find(({ chain }) => chain === name)?.title ?? name
