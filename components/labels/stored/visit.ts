/** The position of a list's newest row: a block number or version as decimal text, and the time (milliseconds since 1970). */
type Mark = { position: string; at: number }

/** `read` is the end of the previous visit: newer rows are new. `shown` is the progress of this visit. */
export type LabelVisit = { read: Mark; shown: Mark }

/** A return within this time continues the same visit: new rows stay marked. */
const visitEndsAfterMs = 30 * 60_000

/** Starts or continues a visit at `now`. On a first visit everything counts as read. */
export const beginVisit = (known: LabelVisit | undefined, now: number, newest: string): LabelVisit => {
  const shown = { position: newest, at: now }
  if (!known) return { read: shown, shown }
  return { read: now - known.shown.at > visitEndsAfterMs ? known.shown : known.read, shown }
}

/** `Monday 14:02` within a week, otherwise with the date. */
export const readAtText = (at: number, now: number): string =>
  new Intl.DateTimeFormat(
    undefined,
    now - at < 6 * 86_400_000
      ? { weekday: 'long', hour: '2-digit', minute: '2-digit' }
      : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(at)

/** `1 new`, `100+ new`. */
export const newText = ({ count, isMore }: { count: number; isMore: boolean }): string =>
  `${count}${isMore ? '+' : ''} new`
