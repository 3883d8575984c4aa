import { TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import type { WalletFault } from './wallet-fault.ts'

/** An error, above the ways to resolve it. */
export const FaultNotice = ({ fault, action }: { fault: WalletFault; action?: ReactNode }) => (
  <div role="alert" className="rounded-lg border border-bad/40 bg-bad/5 px-4 py-3 text-sm">
    <p className="flex items-center gap-2 font-medium">
      <Icon of={TriangleAlert} size={16} className="shrink-0 text-bad" />
      {fault.title}
    </p>
    <p className="wrap-anywhere mt-1">{fault.text}</p>
    {fault.requestId && (
      <p className="mt-1 text-muted text-xs">
        Request <code className="select-all break-all font-mono">{fault.requestId}</code>
      </p>
    )}
    {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
  </div>
)
