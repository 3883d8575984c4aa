import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import type { Column } from '#components/kit/define-list.ts'

/** The version and the time of the last change of what a row shows. */
export const sinceColumns: readonly Column<{ version: string; since: string }, { network: AptosNetwork }>[] = [
  {
    key: 'version',
    title: 'Since version',
    width: '8rem',
    align: 'end',
    cell: ({ version }, { network }) => <VersionLink version={version} network={network} />,
  },
  {
    key: 'since',
    title: 'Since',
    width: 'var(--time-width)',
    phoneAlign: 'end',
    look: 'muted clip',
    cell: ({ since }) => <Timestamp iso={since} />,
  },
]
