import type { AdapterNotDetectedWallet, AdapterWallet } from '@aptos-labs/wallet-adapter-react'
import { ExternalLink, Wallet } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'

type WalletListProps = {
  wallets: readonly AdapterWallet[]
  /** Known to the adapter, but not installed in this browser. */
  missing: readonly AdapterNotDetectedWallet[]
  onChoose: (name: string) => void
}

/** Names and images come from the wallets: plain text and inlined images. */
const Picture = ({ icon }: { icon: string | undefined }) =>
  icon?.startsWith('data:image/') ? (
    // biome-ignore lint/performance/noImgElement: an inlined image needs no optimisation
    <img src={icon} alt="" width={24} height={24} className="size-6 rounded" />
  ) : (
    <Icon of={Wallet} size={24} className="text-muted" />
  )

/** The wallets of this browser, or links to get one. */
export const WalletList = ({ wallets, missing, onChoose }: WalletListProps) => {
  if (wallets.length > 0)
    return (
      <ul aria-label="Wallets" className="grid gap-2">
        {wallets.map(({ name, icon }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChoose(name)}
              className="flex w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-left font-medium text-sm hover:border-accent hover:text-accent"
            >
              <Picture icon={icon} />
              <span className="wrap-anywhere min-w-0">{name}</span>
            </button>
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
              <Picture icon={icon} />
              <span className="min-w-0 grow truncate">{name}</span>
              <Icon of={ExternalLink} size={14} className="shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
