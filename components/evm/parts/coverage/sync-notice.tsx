import { Hourglass } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'

/** Shown above a list whose contracts are still being indexed. */
export const SyncNotice = () => (
  <p role="status" className="flex items-center gap-2 border-line border-b bg-warn/5 px-4 py-2.5 text-sm">
    <Icon of={Hourglass} size={15} className="shrink-0 text-warn" />
    This contract is not fully indexed yet; missing rows will appear automatically.
  </p>
)
