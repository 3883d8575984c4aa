import { Badge } from '#components/ui/badge.tsx'

/** Whether each source of metadata is used, never its address. */
type ReadableSources = {
  ipfs: boolean
  arweave: boolean
  sourcify: boolean
  abiDirectory: boolean
  labels: boolean
  verified: boolean
  spam: boolean
}

const rows: readonly { name: keyof ReadableSources; title: string; about: string; variable: string }[] = [
  { name: 'ipfs', title: 'IPFS', about: 'NFT metadata and images', variable: 'IPFS_GATEWAYS' },
  { name: 'arweave', title: 'Arweave', about: 'NFT metadata and images', variable: 'ARWEAVE_GATEWAY' },
  { name: 'sourcify', title: 'Sourcify', about: 'verified ABIs and source code', variable: 'SOURCIFY_URL' },
  { name: 'abiDirectory', title: 'ABI directory', about: 'by the operator', variable: 'ABI_DIR' },
  {
    name: 'labels',
    title: 'Address labels',
    about: 'by the operator, in addition to the built-in list',
    variable: 'LABELS_FILE',
  },
  {
    name: 'verified',
    title: 'Known collections',
    about: 'by the operator',
    variable: 'VERIFIED_FILE',
  },
  { name: 'spam', title: 'Spam collections', about: 'in addition to the rules', variable: 'SPAM_FILE' },
]

export const SourceList = ({ sources }: { sources: ReadableSources }) => (
  <ul className="-mb-px grid overflow-hidden sm:grid-cols-2">
    {rows.map(({ name, title, about, variable }) => (
      <li key={name} className="flex min-h-11 items-center gap-3 border-line border-b px-4 py-2 text-sm">
        <Badge tone={sources[name] ? 'good' : 'neutral'} className="w-10 shrink-0 justify-center">
          {sources[name] ? 'On' : 'Off'}
        </Badge>
        <span className="min-w-0 grow">
          <span className="font-medium">{title}</span> <span className="text-muted">{about}</span>
        </span>
        <code className="shrink-0 font-mono text-muted text-xs max-sm:hidden">{variable}</code>
      </li>
    ))}
  </ul>
)
