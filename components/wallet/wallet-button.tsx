import { Wallet } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'

/** Images come from the wallets: only inlined ones are shown. */
export const WalletPicture = ({ icon }: { icon: string | undefined }) =>
  icon?.startsWith('data:image/') ? (
    // biome-ignore lint/performance/noImgElement: an inlined image needs no optimisation
    <img src={icon} alt="" width={24} height={24} className="size-6 rounded" />
  ) : (
    <Icon of={Wallet} size={24} className="text-muted" />
  )

/** A wallet to choose. Its name is its own claim, and shown as text. */
export const WalletButton = ({
  name,
  icon,
  onChoose,
  children,
}: {
  name: string
  icon?: string | undefined
  onChoose: () => void
  children?: ReactNode
}) => (
  <button
    type="button"
    onClick={onChoose}
    className="flex w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-left font-medium text-sm hover:border-accent hover:text-accent"
  >
    <WalletPicture icon={icon} />
    <span className="wrap-anywhere min-w-0">{name}</span>
    {children}
  </button>
)
