/** PostgreSQL tells the listeners of this channel about each commit that changes what public answers are made of. */
export const changesChannel = 'spyglass_changes'

/** Tables of accounts, limits and jobs: they change with nearly every request, and no public answer reads them. */
const otherTables =
  /^(?:account(?:_event|_note|_session)?|api_key(?:_use)?|daily_use|job|rate_limit|setting|sign_in_(?:challenge|pre_session)|work_attempt|work_lease|worker)$/

/** False if no public answer reads this table. */
export const isPublic = (table: string): boolean => !otherTables.test(table)

const change = /^(?:insert into|update|delete from) "?(\w{1,63})/i
const startLength = 100

/** The table that a statement changes; undefined if it begins in another way. */
export const changedTable = (sql: string): string | undefined => change.exec(sql.slice(0, startLength).trimStart())?.[1]
