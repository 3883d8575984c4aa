import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { groupedNumber } from '#lib/format/amount.ts'

/** The rest of a long list, a link away; nothing when nothing is hidden. */
export const ShowAll = ({ href, hidden, what }: { href: string | undefined; hidden: number; what: string }) => {
  if (href === undefined || hidden <= 0) return null
  return (
    <p className="border-line border-t px-4 py-3 text-center">
      <Link href={href} keepScroll className={buttonClasses()}>
        Show {groupedNumber(hidden)} more {what}
      </Link>
    </p>
  )
}
