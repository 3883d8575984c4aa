import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { changePrimaryKey, isPostgres } from './dialect.ts'
import { arrayText } from './drivers/array-text.ts'

/*
 * A full-text search, newest first, with the same results on both databases: an FTS5 table in SQLite, a GIN index on `tsvector` in
 * PostgreSQL. Neither splits text here: words come from the caller, so that both find the same.
 *
 * Texts are grouped into shelves of `shelfSize` ids, and a word is stored with its scope and shelf. A search reads shelf after shelf and stops when it has enough, so the work for a frequent word, for a prefix, or in PostgreSQL, whose index has no order, is bounded by one shelf. A missing word costs one index lookup per shelf.
 */
const shelfSize = 16_384

/** One text. `words` start with a letter a–z, followed by letters a–z, digits and non-ASCII characters. */
export type FullText = { id: number; scope: number; words: Iterable<string> }

/** A word of a text, or a prefix of one. */
type Term = { word: string; isPrefix: boolean }

/**
 * Matches texts with a term from every list of `every`, except those with a term from every list of `except`, which is
 * empty or has terms of the same texts.
 */
export type TextMatch = { every: readonly (readonly Term[])[]; except?: readonly (readonly Term[])[] }

export type TextSearch = {
  scope: number
  match: TextMatch
  /** The highest requested id. */
  highest: number
  /** The lowest existing id: shelves below it are not searched. */
  lowest: number
  /** Maximum number of results. */
  rows: number
  /** A further condition on a text id, checked for matching texts one by one until there are enough. */
  where: (id: RawBuilder<number>) => RawBuilder<unknown>
}

/** Creates the table of the words of texts. */
export const createFullTextTable = async (db: QueryExecutorProvider, table: string): Promise<void> => {
  if (!isPostgres(db)) {
    // Only words are stored, neither texts nor positions; non-ASCII characters are part of a word.
    await sql`create virtual table ${sql.table(table)} using fts5(
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`.execute(db)
    return
  }
  await sql`create table ${sql.table(table)} (
    id bigint not null, words tsvector not null, scope bigint not null, primary key (scope, id))`.execute(db)
  // A list of unsorted entries would be read in full for every shelf.
  await sql`create index ${sql.ref(`${table}_by_word`)} on ${sql.table(table)} using gin (words)
    with (fastupdate = off)`.execute(db)
}

/**
 * Adds the scopes of a table that was created without them, from the column `scope` of the table that has the texts by
 * `id`.
 */
export const addFullTextScopes = async (
  db: QueryExecutorProvider,
  table: string,
  texts: { table: string; scope: string },
): Promise<void> => {
  if (!isPostgres(db)) return
  const words = sql.table(table)
  await sql`alter table ${words} add column if not exists scope bigint`.execute(db)
  await sql`update ${words} as words set scope = texts.${sql.ref(texts.scope)}
    from ${sql.table(texts.table)} as texts where texts.id = words.id and words.scope is null`.execute(db)
  await sql`delete from ${words} where scope is null`.execute(db)
  await sql`alter table ${words} alter column scope set not null`.execute(db)
  await changePrimaryKey(db, table, ['scope', 'id'])
}

/** Replaces the words of these texts. */
export const writeFullTexts = async (
  db: QueryExecutorProvider,
  table: string,
  texts: readonly FullText[],
): Promise<void> => {
  if (texts.length === 0) return
  const rows = texts.map(({ id, scope, words }) => ({ id, words: shelvedWords(id, scope, words), scope }))
  if (isPostgres(db)) {
    await sql`insert into ${sql.table(table)} (id, words, scope)
      select * from unnest(${arrayText('id', rows)}::bigint[], ${arrayText('words', rows)}::tsvector[],
        ${arrayText('scope', rows)}::bigint[])
      on conflict (scope, id) do update set words = excluded.words`.execute(db)
    return
  }
  const given = JSON.stringify(rows.map(({ id, words }) => [id, words]))
  await sql`delete from ${sql.table(table)} where rowid in (
    select json_extract(value, '$[0]') from json_each(${given}))`.execute(db)
  await sql`insert into ${sql.table(table)} (rowid, words)
    select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${given})`.execute(db)
}

/** Deletes texts of a scope by their ids. */
export const deleteFullTexts = async (
  db: QueryExecutorProvider,
  table: string,
  scope: number,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  const deleted = isPostgres(db) ? sql`scope = ${scope} and id` : sql`rowid`
  await sql`delete from ${sql.table(table)} where ${deleted} in (${sql.join(ids)})`.execute(db)
}

/** The ids of matching texts, highest first. */
export const findFullTexts = async (
  db: QueryExecutorProvider,
  table: string,
  search: TextSearch,
): Promise<number[]> => {
  if (search.highest < search.lowest || search.rows <= 0 || search.match.every.length === 0) return []
  return isPostgres(db) ? await findInPostgres(db, table, search) : await findInSqlite(db, table, search)
}

const shelfOf = (id: number): number => Math.floor(id / shelfSize)

const shelvedWords = (id: number, scope: number, words: Iterable<string>): string => {
  const shelf = String(shelfOf(id))
  return [...words].map((word) => `'${shelved(scope, shelf, word)}'`).join(' ')
}

/** Separated by a letter between the numbers and the first letter of the word. */
const shelved = (scope: number, shelf: string, word: string): string => {
  if (!isWord.test(word)) throw new TypeError(`${JSON.stringify(word)} is not a word of a full-text index`)
  return `${scope}s${shelf}${word}`
}
const isWord = /^[a-z][a-z0-9\u{80}-\u{10ffff}]*$/u

/** Placeholder for the shelf in the text of a query. */
const anyShelf = '@'

type Syntax = { and: string; or: string; exceptFor: string; term: (term: string, isPrefix: boolean) => string }

/** Words contain no character that is special in either syntax. */
const sqliteSyntax: Syntax = {
  and: ' AND ',
  or: ' OR ',
  exceptFor: ' NOT ',
  term: (term, isPrefix) => `"${term}"${isPrefix ? ' *' : ''}`,
}
const postgresSyntax: Syntax = {
  and: ' & ',
  or: ' | ',
  exceptFor: ' & !',
  term: (term, isPrefix) => `'${term}'${isPrefix ? ':*' : ''}`,
}

const queryText = (scope: number, { every, except = [] }: TextMatch, syntax: Syntax): string => {
  const all = (lists: TextMatch['every']): string =>
    lists
      .map((terms) =>
        terms.map(({ word, isPrefix }) => syntax.term(shelved(scope, anyShelf, word), isPrefix)).join(syntax.or),
      )
      .map((either) => `(${either})`)
      .join(syntax.and)
  return except.length > 0 ? `(${all(every)})${syntax.exceptFor}(${all(except)})` : all(every)
}

/**
 * Checked first to rule a shelf out: whole words only. For a prefix both databases collect all matching texts of the
 * shelf before they check other words.
 */
const wholeWords = ({ every }: TextMatch): TextMatch['every'] => {
  const whole = every.filter((terms) => !terms.some(({ isPrefix }) => isPrefix))
  return whole.length < every.length ? whole : []
}

/**
 * One statement that reads shelf after shelf, and text after text, until it has enough. The sums of an id keep the
 * planner from reading all texts in key order instead.
 */
const findInPostgres = async (db: QueryExecutorProvider, table: string, search: TextSearch): Promise<number[]> => {
  const { scope, match, highest, lowest, rows, where } = search
  const matched = (by: TextMatch) =>
    sql`text.scope = ${scope} and text.words @@ replace(${queryText(scope, by, postgresSyntax)}, ${anyShelf}, shelf.number::text)::tsquery`
  const first = wholeWords(match)
  // A separate query uses the index up to its first text; inside `exists` it could become a table scan.
  const isWorthIt = sql`and exists (
    with whole as materialized (select 1 from ${sql.table(table)} as text where ${matched({ every: first })})
    select 1 from whole limit 1 offset 0)`
  const found = await sql<{ id: number }>`
    select matching.id
    from generate_series(${shelfOf(highest)}::bigint, ${shelfOf(lowest)}::bigint, -1) as shelf (number)
    cross join lateral (
      select text.id from ${sql.table(table)} as text
      where ${matched(match)} and text.id + 0 <= ${highest} ${first.length > 0 ? isWorthIt : sql``}
      order by text.id + 0 desc offset 0
    ) as matching
    where ${where(sql`matching.id`)}
    limit ${rows}`.execute(db)
  return inOrder(found.rows)
}

/** Shelves per statement: with prefixes, and without. */
const shelvesMax = { withPrefix: 8, withoutPrefix: 64 }
/** Per statement: long queries read fewer shelves at a time. */
const termsMax = 512

/** Searches a few shelves per statement, doubling while nothing is found. */
const findInSqlite = async (db: QueryExecutorProvider, table: string, search: TextSearch): Promise<number[]> => {
  const { match, highest, lowest, rows, where } = search
  const first = wholeWords(match)
  const bottom = shelfOf(lowest)
  const found: { id: number }[] = []
  let shelves = 1
  for (let shelf = shelfOf(highest); shelf >= bottom && found.length < rows; ) {
    const isJump = first.length > 0 && found.length === 0
    if (isJump) {
      const most = shelvesAtOnce({ every: first })
      const on = shelvesDown(shelf, Math.max(bottom, shelf - most + 1))
      const [next] = await readShelves(db, table, search, {
        match: { every: first },
        shelves: on,
        condition: sql`1 = 1`,
        rows: 1,
      })
      shelf = next ? shelfOf(next.id) : shelf - on.length
      if (!next) continue
    }
    const on = shelvesDown(shelf, isJump ? shelf : Math.max(bottom, shelf - shelves + 1))
    found.push(
      ...(await readShelves(db, table, search, {
        match,
        shelves: on,
        condition: where(sql`matching.rowid`),
        rows: rows - found.length,
      })),
    )
    shelf -= on.length
    shelves = Math.min(shelvesAtOnce(match), shelves * 2)
  }
  return inOrder(found)
}

const shelvesDown = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, below) => from - below)

const shelvesAtOnce = ({ every, except = [] }: TextMatch): number => {
  const terms = [...every, ...except].flat()
  const most = terms.some(({ isPrefix }) => isPrefix) ? shelvesMax.withPrefix : shelvesMax.withoutPrefix
  return Math.max(1, Math.min(most, Math.floor(termsMax / terms.length)))
}

const readShelves = async (
  db: QueryExecutorProvider,
  table: string,
  { scope, highest }: TextSearch,
  {
    match,
    shelves,
    condition,
    rows,
  }: { match: TextMatch; shelves: readonly number[]; condition: RawBuilder<unknown>; rows: number },
): Promise<{ id: number }[]> => {
  const query = queryText(scope, match, sqliteSyntax)
  const found = await sql<{ id: number }>`
    select matching.rowid as id from ${sql.table(table)} as matching
    where matching.${sql.ref(table)} match ${shelves.map((shelf) => `(${query.replaceAll(anyShelf, String(shelf))})`).join(' OR ')}
      and matching.rowid <= ${highest} and ${condition}
    order by matching.rowid desc limit ${rows}`.execute(db)
  return found.rows
}

const inOrder = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => b - a)
