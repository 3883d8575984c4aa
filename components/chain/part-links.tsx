import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { groupedNumber } from '#lib/format/amount.ts'

export type ListPart<Item> = { items: readonly Item[]; offset: number; all: number; size: number }

/** The size of one part of a long list; a part is identified by the number of its first item. */
export const listPart = <Item,>(items: readonly Item[], from: unknown, size: number): ListPart<Item> => {
  const asked = typeof from === 'string' && /^\d{1,9}$/.test(from) ? Number(from) : 0
  const offset = asked < items.length ? asked : 0
  return { items: items.slice(offset, offset + size), offset, all: items.length, size }
}

/** Links to the parts before and after the one that is shown; nothing where the list has only one. */
export const PartLinks = ({
  part: { items, offset, all, size },
  href,
  noun,
}: {
  part: ListPart<unknown>
  /** The URL of the part that starts with an item. */
  href: (from: number) => string
  noun: string
}) => {
  if (items.length === all) return null
  const before = Math.max(0, offset - size)
  const after = offset + items.length
  return (
    <nav
      aria-label={`Parts of the ${noun}`}
      className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-3 text-sm"
    >
      {offset > 0 ? (
        <Link href={href(before)} className={buttonClasses()}>
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span className="text-muted">
        {groupedNumber(offset + 1)}–{groupedNumber(after)} of {groupedNumber(all)} {noun}
      </span>
      {after < all ? (
        <Link href={href(after)} className={buttonClasses()}>
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
