import type { AdapterNotDetectedWallet, AdapterWallet } from '@aptos-labs/wallet-adapter-react'
import { ExternalLink } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'
import { WalletButton, WalletPicture } from './wallet-button.tsx'

type WalletListProps = {
  wallets: readonly AdapterWallet[]
  /** Known to the adapter, but not installed in this browser. */
  missing: readonly AdapterNotDetectedWallet[]
  onChoose: (name: string) => void
}

/** The wallets of this browser, or links to get one. */
export const WalletList = ({ wallets, missing, onChoose }: WalletListProps) => {
  if (wallets.length > 0)
    return (
      <ul aria-label="Wallets" className="grid gap-2">
        {wallets.map(({ name, icon }) => (
          <li key={name}>
            <WalletButton name={name} icon={icon} onChoose={() => onChoose(name)} />
          </li>
        ))}
      </ul>
    )
  const known = missing.filter(({ url }) => url.startsWith('https://')).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return (
    <div className="space-y-3 text-sm">
      <p role="status" className="font-medium">
        No Aptos wallet was found in this browser.
      </p>
      <p className="text-muted">
        Install one of these and it appears here; on a phone, open this page in the browser inside the wallet’s app.
        Links lead to the makers’ own sites, which we do not vouch for.
      </p>
      <ul aria-label="Wallets to install" className="grid gap-2 sm:grid-cols-2">
        {known.map(({ name, url, icon }) => (
          <li key={name}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="flex items-center gap-3 rounded-lg border border-line px-3 py-2 hover:border-accent hover:text-accent"
            >
              <WalletPicture icon={icon} />
              <span className="min-w-0 grow truncate">{name}</span>
              <Icon of={ExternalLink} size={14} className="shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
