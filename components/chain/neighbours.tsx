import { ChevronLeft, ChevronRight } from 'lucide'
import type { ReactNode } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'

type Neighbour = { title: string; href: string | undefined }

/** Previous and next as arrow buttons, and as the keys `[` and `]`. Without `href` that side is disabled. */
export const Neighbours = ({ previous, next }: { previous: Neighbour; next: Neighbour }) => (
  <nav aria-label="Neighbours" className="flex gap-2">
    <Step {...previous} shortcut="[" icon={<Icon of={ChevronLeft} size={16} />} />
    <Step {...next} shortcut="]" icon={<Icon of={ChevronRight} size={16} />} />
  </nav>
)

const Step = ({ title, href, shortcut, icon }: Neighbour & { shortcut: string; icon: ReactNode }) => {
  if (href === undefined)
    return (
      <Button disabled title={`No ${title.toLowerCase()}`} aria-label={title} className="px-2">
        {icon}
      </Button>
    )
  return (
    <Link
      href={href}
      title={`${title} (key ${shortcut})`}
      aria-label={title}
      aria-keyshortcuts={shortcut}
      className={buttonClasses('plain', 'px-2 data-pending:opacity-60 motion-safe:data-pending:animate-pulse')}
    >
      {icon}
    </Link>
  )
}
