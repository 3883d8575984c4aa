import { type FailureKind, failureKind } from './database-watch.ts'

/** Why the database is unusable and what to do about it, in one line for the operator. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault'
  /** Whether it may pass without a change of the configuration. */
  readonly mayPass: boolean
  constructor(message: string, { mayPass, cause }: { mayPass: boolean; cause: unknown }) {
    super(message, { cause })
    this.mayPass = mayPass
  }
}

type Place = { isFile: boolean; title: string; database: string; user: string }
type Words = (place: Place) => { says: string; mayPass: boolean }

const passes = (says: string) => ({ says, mayPass: true })
const lasts = (says: string) => ({ says, mayPass: false })

const words: Record<FailureKind, Words> = {
  busy: ({ isFile }) =>
    passes(isFile ? 'is locked by another program. Retrying; close that program if this lasts.' : 'is busy. Retrying.'),
  unreachable: () => passes('cannot be reached. Retrying; check that it is running and that DATABASE_URL is right.'),
  exhausted: () => passes('has no connection or memory left. Retrying; raise its limits if this lasts.'),
  silent: () => passes('does not answer questions to its tables. Retrying; check the machine that they are on.'),
  slow: () => passes('does not answer in time. Retrying.'),
  io: () => passes('could not be read or written. Retrying; check its disk.'),
  full: () => passes('has no disk space left. Retrying; free some space.'),
  'read-only': ({ isFile }) =>
    isFile
      ? lasts('cannot be written. Make the file and its folder writable for this user.')
      : passes('is read-only, like a standby. Retrying; point DATABASE_URL at the primary if this lasts.'),
  damaged: ({ isFile }) =>
    lasts(
      isFile
        ? 'is damaged. Restore a backup, or move the file away to start with an empty database.'
        : 'reports damaged data. Restore a backup.',
    ),
  'not a database': () => lasts('is not a SQLite database. Point DATABASE_URL at another path, or move the file away.'),
  inaccessible: () => lasts('cannot be opened. Check the path in DATABASE_URL and the permissions of its folder.'),
  refused: ({ user }) => lasts(`refused the login of "${user}". Check user and password in DATABASE_URL.`),
  missing: ({ database, user }) => lasts(`has no database "${database}". Create it: createdb -O ${user} ${database}`),
  forbidden: ({ database, user }) =>
    lasts(`does not let "${user}" create tables in "${database}". Make that user its owner.`),
}

/** The setting that the sentences name. */
const usualVariable = 'DATABASE_URL'

/** Migrations that this version does not have: a newer one wrote the database. */
const isOfNewerVersion = (error: unknown): boolean =>
  error instanceof Error &&
  ((error.message.includes('previously executed migration') && error.message.includes('is missing')) ||
    isOfNewerVersion(error.cause))

/**
 * The fault behind an error thrown while opening or migrating a database; undefined if the database is not at fault, so
 * it is a bug. The line names the file or the server, never a password.
 */
export const databaseFault = (
  error: unknown,
  databaseUrl: string,
  variable = usualVariable,
): DatabaseFault | undefined => {
  if (error instanceof DatabaseFault) return error
  const place = placeOf(databaseUrl)
  const kind = failureKind(error)
  if (kind !== undefined) {
    const { says, mayPass } = words[kind](place)
    const node = nodeBehind(error)
    const title = node === undefined ? place.title : `The node ${node} of ${place.title}`
    return new DatabaseFault(`${title} ${says}`.replaceAll(usualVariable, variable), { mayPass, cause: error })
  }
  if (!isOfNewerVersion(error)) return undefined
  const says = 'was written by a newer version of Spyglass. Update, or point DATABASE_URL at another database.'
  const message = `${place.title} ${says}`.replaceAll(usualVariable, variable)
  return new DatabaseFault(message, { mayPass: false, cause: error })
}

/** The sentence for the end of a fault. */
export const recoverySentence = (databaseUrl: string): string => `${placeOf(databaseUrl).title} works again.`

/**
 * The machine that the server could not reach: the coordinator of a Citus cluster answers for its nodes, "connection to the remote
 * node user@host:port failed".
 */
const nodeBehind = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  return remoteNode.exec(error.message.slice(0, messageLength))?.[1] ?? nodeBehind(error.cause)
}
const messageLength = 500
const remoteNode = /\bremote node (?:[^\s@]{1,63}@)?([^\s@]{1,255}:\d{1,5})\b/

/** `eth` of `?options=-c search_path=eth`, in any of the ways in which it can be written. */
const schemaOf = (url: URL | undefined): string | undefined =>
  /\bsearch_path=([^\s,]{1,63})/.exec(url?.searchParams.get('options')?.slice(0, messageLength) ?? '')?.[1]

const placeOf = (databaseUrl: string): Place => {
  if (databaseUrl.startsWith('sqlite:'))
    return { isFile: true, title: `The database file ${databaseUrl.slice('sqlite:'.length)}`, database: '', user: '' }
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined
  const user = decodeURIComponent(url?.username ?? '')
  const schema = schemaOf(url)
  return {
    isFile: false,
    title: `PostgreSQL at ${url?.host || 'the address in DATABASE_URL'}${schema === undefined ? '' : `, schema ${schema},`}`,
    database: decodeURIComponent(url?.pathname.slice(1) ?? '') || user,
    user,
  }
}
