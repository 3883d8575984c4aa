import type { FamilyChain } from '#components/family.ts'
import type { LabelOption } from '#components/labels/stored/label-options.ts'
import { candidateFamily, candidatePathOnAll, recognise } from '#lib/recognise/recognise.ts'
import { type SearchOption, searchOptions } from './search/search-options.ts'

type Command = Pick<SearchOption, 'key' | 'title' | 'text' | 'path' | 'handed' | 'named'>

/** Pages that can be opened from anywhere. */
const pages = (chains: readonly FamilyChain[]): Command[] => [
  ...chains.flatMap(({ chain, title, path, lists = [] }) => [
    { key: `${chain} front`, title, text: 'Newest blocks and transactions', path },
    ...lists.map((list) => ({
      key: `${chain} ${list.title}`,
      title: list.title,
      text: title,
      path: list.path,
    })),
  ]),
  { key: 'paste', title: 'Paste anything', text: 'Many addresses, hashes and links at once', path: '/paste' },
  { key: 'compare', title: 'Compare', text: 'Two items side by side', path: '/compare' },
  { key: 'labels', title: 'Labels', text: 'Your labels and watch list', path: '/labels' },
  { key: 'home', title: 'Home', text: 'All chains', path: '/' },
  { key: 'status', title: 'Status', text: 'Sources, chains and jobs', path: '/status' },
  { key: 'docs', title: 'Docs', text: 'API reference', path: '/docs' },
]

/** Commands for a text: what it is recognised as, then the pages whose names contain all of its words. */
export const commandsFor = (
  text: string,
  recent: readonly string[],
  chains: readonly FamilyChain[],
  pasted: string | undefined,
  labelled: readonly LabelOption[],
): Command[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ title, text: about }: Command) =>
    words.every((word) => `${title} ${about}`.toLowerCase().includes(word))
  const found = pages(chains).filter(isMeant)
  const looked = [...searchOptions({ text, recent, chains, pasted, labelled }), ...onAllChains(text, chains)]
  return [...found, ...looked]
}

const onAllChains = (text: string, chains: readonly FamilyChain[]): Command[] =>
  recognise(text).flatMap((candidate) => {
    const isOnSeveral = chains.filter(({ family }) => family === candidateFamily(candidate)).length > 1
    const path = isOnSeveral ? candidatePathOnAll(candidate) : undefined
    return path ? [{ key: 'all chains', title: 'Wallet on all chains', text: candidate.value, path }] : []
  })
