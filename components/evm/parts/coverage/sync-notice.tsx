import { Hourglass } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'

/** Shown above a list whose contracts are still being indexed, or in its place while it `hasNone`. */
export const SyncNotice = ({ hasNone = false }: { hasNone?: boolean }) => (
  <p role="status" className="flex items-center gap-2 border-line border-b bg-warn/5 px-4 py-2.5 text-sm">
    <Icon of={Hourglass} size={15} className="shrink-0 text-warn" />
    {hasNone
      ? 'The history of this contract is being indexed. Nothing was found in it so far; rows will appear automatically.'
      : 'The history of this contract is being indexed. Missing rows will appear automatically.'}
  </p>
)
