import { Ellipsis } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'

/** Actions for the page itself: link, data, comparison. Loaded on the first press. */
export const PageToolsButton = () => (
  <button
    type="button"
    aria-haspopup="dialog"
    data-opens="page"
    aria-label="This page: link, data, compare"
    title="This page: link, data, compare"
    className="hit inline-flex size-7 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-accent print:hidden"
  >
    <Icon of={Ellipsis} size={18} />
  </button>
)
