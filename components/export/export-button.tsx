import { Download } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'
import type { ExportedList } from './exported-list.ts'

/** Opens the export of a list. Few visitors export, so its code is loaded on the first press. */
export const ExportButton = ({ list }: { list: ExportedList }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    data-opens="export"
    data-value={JSON.stringify(list)}
    className="inline-flex h-7 min-w-7 items-center justify-center gap-1.5 text-muted text-sm hover:text-accent"
  >
    <Icon of={Download} size={15} />
    <span className="max-sm:sr-only">Export</span>
  </button>
)
