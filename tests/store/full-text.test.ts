import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createFullTextTable,
  type FullText,
  findFullTexts,
  type TextMatch,
  type TextSearch,
  writeFullTexts,
} from '#lib/store/full-text.ts'
import { seeded } from '#tests/support/seeded.ts'
import { dialects, testStores } from './test-stores.ts'

const everyText = () => sql`1 = 1`
const whole = (word: string) => ({ word, isPrefix: false })
const beginning = (word: string) => ({ word, isPrefix: true })

/** What a match says, read plainly. */
const matches = ({ every, except = [] }: TextMatch, words: ReadonlySet<string>): boolean => {
  const has = ({ word, isPrefix }: { word: string; isPrefix: boolean }) =>
    isPrefix ? [...words].some((one) => one.startsWith(word)) : words.has(word)
  const all = (lists: TextMatch['every']) => lists.every((terms) => terms.some(has))
  return all(every) && !(except.length > 0 && all(except))
}

describe.each(dialects)('full text on %s', (dialect) => {
  const stores = testStores(dialect)
  const open = async (texts: readonly FullText[]) => {
    const { db } = await stores.createStore()
    await createFullTextTable(db, 'texts')
    await writeFullTexts(db, 'texts', texts)
    const find = (search: Partial<TextSearch> & Pick<TextSearch, 'match'>) =>
      findFullTexts(db, 'texts', { scope: 1, highest: 1e9, lowest: 1, rows: 1_000, where: everyText, ...search })
    return { db, find }
  }

  test('finds what a scan of every text finds, newest first, over many shelves', async () => {
    const random = seeded(7)
    const pick = (count: number) => Math.floor(random() * count)
    const words = ['na', 'nab', 'nabc', 'nb', 'da', 'dab', 'db', 'n火の', 'n火', 'd🔥', 'n1', 'n10']
    const texts = Array.from({ length: 300 }, (_, index) => ({
      id: 1 + index * 1_000 + pick(900),
      scope: 1 + pick(2),
      words: new Set(words.filter(() => pick(3) === 0)),
    }))
    const { find } = await open(texts)
    const term = () => ({ word: words[pick(words.length)] ?? 'na', isPrefix: pick(2) === 0 })
    const lists = () => Array.from({ length: 1 + pick(3) }, () => Array.from({ length: 1 + pick(2) }, term))
    for (let turn = 0; turn < 60; turn++) {
      const match = { every: lists(), ...(pick(2) && { except: lists() }) }
      const [highest, rows, scope] = [pick(330_000), 1 + pick(40), 1 + pick(2)]
      const expected = texts
        .filter((text) => text.scope === scope && text.id <= highest && matches(match, text.words))
        .map(({ id }) => id)
        .sort((a, b) => b - a)
        .slice(0, rows)
      expect(await find({ match, scope, highest, rows }), JSON.stringify(match)).toEqual(expected)
    }
  })

  test('finds an updated text only by its new words', async () => {
    const { db, find } = await open([
      { id: 1, scope: 1, words: ['nred'] },
      { id: 2, scope: 1, words: ['nred'] },
    ])
    await writeFullTexts(db, 'texts', [{ id: 1, scope: 1, words: ['nblue'] }])
    expect(await find({ match: { every: [[whole('nred')]] } })).toEqual([2])
    expect(await find({ match: { every: [[beginning('nbl')]] } })).toEqual([1])
  })

  test('rolls back with a failed transaction', async () => {
    const { db, find } = await open([{ id: 1, scope: 1, words: ['nred'] }])
    const failing = db.transaction().execute(async (transaction) => {
      await writeFullTexts(transaction, 'texts', [{ id: 1, scope: 1, words: ['nblue'] }])
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await find({ match: { every: [[whole('nred')]] } })).toEqual([1])
  })

  test('applies additional filters to each match', async () => {
    const { find } = await open(Array.from({ length: 20 }, (_, id) => ({ id, scope: 1, words: ['nred'] })))
    const where: TextSearch['where'] = (id) => sql`${id} % 7 = 0`
    expect(await find({ match: { every: [[whole('nred')]] }, lowest: 0, where })).toEqual([14, 7, 0])
  })

  test('refuses words with special syntax', async () => {
    const { find } = await open([])
    for (const word of ['', 'n"', "n'", 'n a', 'n*', 'n:A', 'n@1', 'N', '1', 'n\\', 'n\0'])
      await expect(find({ match: { every: [[whole(word)]] } }), word).rejects.toThrow(TypeError)
  })
})
