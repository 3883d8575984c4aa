import type { FilterField } from '#components/chain/filter-form.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'
import type { AptosNetwork } from './aptos-path.ts'
import { AptosIndexMark } from './index-mark.tsx'
import { NetworkBadge } from './network-badge.tsx'

const searchMax = 40

/** Search and order of a list of everything that is indexed. */
export const catalogFields: readonly FilterField[] = [
  { name: 'search', title: 'Name or symbol', placeholder: 'beginning of a word' },
  {
    name: 'sort',
    isOrder: true,
    title: 'Order',
    choices: [
      ['', 'Most active'],
      ['newest', 'Newest'],
    ],
  },
]

/** The day that the activity of such a list is counted on. */
export const activityDay = ({ result: [first] }: { result: readonly { day: string }[] }) =>
  first && <span className="text-muted text-xs max-sm:hidden">activity on {first.day}, UTC</span>

/** Search and order as part of a title. */
export const inWords = ({ search, sort }: Filters): string =>
  `${search ? `, found by ${cutText(search, searchMax)}` : ''}${sort === 'newest' ? ', newest first' : ''}`

/** The title of a list of everything that is indexed, and how much of the ledger that is. */
export const CatalogTitle = ({
  network,
  status,
  kind,
}: {
  network: AptosNetwork
  status: AptosStatus | undefined
  kind: string
}) => (
  <PageTitle tools={<PageToolsButton />} kind={kind} aside={status && <AptosIndexMark status={status} />}>
    <NetworkBadge network={network} />
  </PageTitle>
)

/** Neither a node nor the hosted service lists everything: only an index can. */
export const NoCatalog = () => (
  <NotIndexedState title="Not available here">
    This needs an index of this network, and this server has none.
  </NotIndexedState>
)
