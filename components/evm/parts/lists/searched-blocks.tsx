import { groupedNumber } from '#lib/format/amount.ts'

/** How far a filtered list was searched: a short one is no proof that there are no more. */
export const SearchedBlocks = ({
  found: { searched_to_block, cursor },
}: {
  found: { searched_to_block?: string; cursor: string | null }
}) =>
  searched_to_block !== undefined && (
    <p className="border-line border-b px-4 py-2 text-muted text-xs">
      Searched {cursor === null ? 'all' : ''} indexed blocks down to {groupedNumber(searched_to_block)}.
      {cursor !== null && ' Older blocks are searched as the list loads.'}
    </p>
  )
