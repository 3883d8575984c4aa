import type { ReactNode } from 'react'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { TokenMark } from '#components/evm/parts/token-logo.tsx'
import type { ExportedList } from '#components/export/exported-list.ts'
import { LabelButton } from '#components/labels/label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { QrButton } from '#components/page-tools/qr-button.tsx'
import { exportOf } from '#components/source/called-endpoint.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { taxEndpoints } from '#lib/evm/tax/contract.ts'
import { tokenLogo } from '#lib/logos/logos.ts'
import { callTo } from '#lib/pages/question.ts'

const taxForms = [
  { endpoint: taxEndpoints.evmTaxKoinly, title: 'Koinly', about: 'its universal format' },
  { endpoint: taxEndpoints.evmTaxCointracking, title: 'CoinTracking', about: 'its CSV import' },
  { endpoint: taxEndpoints.evmTaxRows, title: 'All columns', about: 'with token addresses, for spreadsheets' },
]

/** Opens the export of what a wallet sent, received and paid, as tax software reads it. */
const TaxExport = ({ chain, address }: { chain: string; address: string }) => {
  const forms = taxForms.map(({ endpoint, title, about }) => ({
    ...{ title, about },
    ...exportOf(callTo(endpoint, { address, chains: [chain] })),
  }))
  const [{ address: url, fileName } = { address: '', fileName: '' }] = forms
  const list: ExportedList = { address: url, fileName, title: 'Tax export', forms }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      data-opens="export"
      data-value={JSON.stringify(list)}
      className="text-accent hover:underline"
    >
      Tax export
    </button>
  )
}

/** The name of an address, the full address, and the state of its chain. */
export const WalletHeader = ({
  state,
  address,
  title,
  facts,
  children,
}: {
  state: EvmChainState
  address: string
  /** Its name, or what it is. May come later. */
  title: ReactNode
  /** The most important figures. May come later. */
  facts?: ReactNode
  /** Badges, which may come later. */
  children?: ReactNode
}) => (
  <PageTitle
    tools={<PageToolsButton />}
    picture={<TokenMark address={address} logo={tokenLogo(Number(state.chain_id), address)} size={40} />}
    kind={<span className="wrap-anywhere min-w-0">{title}</span>}
    aside={facts}
  >
    <span className="break-all font-mono">
      <span className="select-all">{address}</span>
      <CopyButton value={address} label="Copy address" className="ml-1" />
      <QrButton value={address} />
    </span>
    <LabelButton kind="wallet" chain={pathSegment(state.chain)} subject={address} />
    <Badge>{state.title}</Badge>
    {children}
    <Link href={evmPaths.timeline({ address })} className="text-accent hover:underline">
      All chains
    </Link>
    {state.source !== 'hosted' && <TaxExport chain={state.chain} address={address} />}
    <IndexMark state={state} />
  </PageTitle>
)
