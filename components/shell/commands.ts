import type { LabelOption } from '#components/labels/label-options.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { recognise } from '#lib/recognise/recognise.ts'
import type { ChainChoice } from './chain-choice.ts'
import { type SearchOption, searchOptions } from './search-options.ts'

type Command = Pick<SearchOption, 'key' | 'title' | 'text' | 'path' | 'handed' | 'named'>

/** The pages that one can go to from anywhere. */
const pages = (chains: readonly ChainChoice[]): Command[] => [
  ...chains.flatMap(({ chain, title }) => [
    { key: `${chain} front`, title, text: 'Newest blocks and transactions', path: evmPaths.chain({ chain }) },
    { key: `${chain} nft`, title: 'NFT search', text: title, path: evmPaths.nftSearch({ chain }) },
    { key: `${chain} moved`, title: 'ERC20 transfers', text: title, path: evmPaths.erc20Transfers({ chain }) },
    { key: `${chain} burns`, title: 'ERC20 burns', text: title, path: evmTabPaths.erc20Burns({ chain }) },
    { key: `${chain} allowed`, title: 'ERC20 approvals', text: title, path: evmTabPaths.erc20Approvals({ chain }) },
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
  chains: readonly ChainChoice[],
  pasted: string | undefined,
  labelled: readonly LabelOption[],
): Command[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ title, text: about }: Command) =>
    words.every((word) => `${title} ${about}`.toLowerCase().includes(word))
  const found = pages(chains).filter(isMeant)
  const looked = [
    ...searchOptions(text, recent, chains[0]?.chain ?? 'eth', pasted, labelled),
    ...onAllChains(text, chains),
  ]
  return [...found, ...looked]
}

const onAllChains = (text: string, chains: readonly ChainChoice[]): Command[] => {
  const address = chains.length > 1 && recognise(text).find(({ kind }) => kind === 'evm-address')?.value
  if (!address) return []
  return [{ key: 'all chains', title: 'Wallet on all chains', text: address, path: evmPaths.timeline({ address }) }]
}
