import { Download } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'

/** A list of a page that can be exported: the URL of its first page, and the file name without its extension. */
export type ExportedList = {
  address: string
  fileName: string
  /** The title of its dialog, if it is not simply the list. */
  title?: string
  /** Other files of the same, each with an address of its own; a period and chains can be chosen for these. */
  forms?: readonly { title: string; about: string; address: string; fileName: string }[]
}

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
