import type { FilterField } from '#components/chain/filter-form.tsx'

/** Search and order of a list of tokens; `most` is the order by holders, as it is named in the URL and in words. */
export const tokenListFields = (most: readonly [string, string]): readonly FilterField[] => [
  { name: 'search', title: 'Name or symbol', placeholder: 'beginning of a word' },
  { name: 'sort', isOrder: true, title: 'Order', choices: [['', 'Most active'], most, ['newest', 'Newest']] },
]

/** The day that the transfers of a list of tokens are counted on. */
export const transfersDay = ({ result: [first] }: { result: readonly { day: string }[] }) =>
  first && <span className="text-muted text-xs max-sm:hidden">transfers on {first.day}, UTC</span>
