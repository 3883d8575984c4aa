import { groupedNumber } from '#lib/format/amount.ts'

/** The last row of a list that shows the first rows only; nothing if it shows them all. */
export const RestInApi = ({ count, shown, noun }: { count: number; shown: number; noun: string }) =>
  count > shown && (
    <li className="px-4 py-2.5 text-muted text-sm">
      {groupedNumber(count - shown)}
      {` more ${noun} are in the API.`}
    </li>
  )
