/** How far a list of rows goes: a block's number or a version as decimal text, and when it did (milliseconds since 1970). */
type Mark = { position: string; at: number }

/** `read` is where the visit before this one ended: what is newer is new. `shown` is how far this visit has come. */
export type Visit = { read: Mark; shown: Mark }

/** Who comes back within this time is still on the same visit: what was new then stays marked. */
const visitEndsAfterMs = 30 * 60_000

/** A visit that begins, or continues, at `now`. Who comes for the first time has read everything. */
export const beginVisit = (known: Visit | undefined, now: number, newest: string): Visit => {
  const shown = { position: newest, at: now }
  if (!known) return { read: shown, shown }
  return { read: now - known.shown.at > visitEndsAfterMs ? known.shown : known.read, shown }
}

/** `14:02` of a day this week by its name, else by its date. */
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
