import { describe, expect, test } from 'vitest'
import { type CountedTraits, gatherTraits, traitCoverage, traitRows } from '#components/nft/traits/counted-traits.ts'

const attribute = (trait_type: string, value: string) => ({ trait_type, value })
const token = (token_id: string, attributes: ReturnType<typeof attribute>[] | null) => ({
  token_id,
  attributes,
})
type Token = ReturnType<typeof token>
const gathered = (stopped: string | null, status = 'SYNCED'): CountedTraits => {
  const { take, answer } = gatherTraits(({ token_id, attributes }: Token) => ({ id: token_id, attributes }))()
  const first = [
    token('1', [attribute('Colour', 'Red'), attribute('Hat', '=1+1')]),
    token('2', [attribute('Colour', 'Blue')]),
  ]
  take({ result: first, cursor: 'b', ...{ total: 1_500, status } })
  take({
    result: [token('3', null), token('4', [attribute('Colour', 'Blue')])],
    cursor: null,
    ...{ total: null, status },
  })
  return answer(stopped) as CountedTraits
}

describe('traits of a collection as data', () => {
  test('are counted over all pages, with shares of the tokens whose metadata is known', () => {
    expect(gathered(null)).toEqual({
      ...{ counted: 4, total: 1_500, described: 3, is_complete: true, stopped: null, is_syncing: false },
      traits: [
        {
          ...{ trait_type: 'Colour', tokens: 3 },
          values: [
            { value: 'Blue', count: 2, share: 0.666667 },
            { value: 'Red', count: 1, share: 0.333333 },
          ],
        },
        { trait_type: 'Hat', tokens: 1, values: [{ value: '=1+1', count: 1, share: 0.333333 }] },
      ],
    })
  })

  test('are never reported as complete unless they are', () => {
    expect(gathered('too slow').is_complete).toBe(false)
    expect(gathered(null, 'SYNCING').is_complete).toBe(false)
  })

  test('state their coverage in a sentence and in every row of the table', () => {
    expect(traitCoverage(gathered(null))).toBe('Counted all 4 tokens, 1 of them without metadata.')
    expect(traitCoverage(gathered('It was too slow.', 'SYNCING'))).toBe(
      'Counted 4 of 1,500 tokens, 1 of them without metadata, then stopped: It was too slow, the collection is still being indexed.',
    )
    const { titles, rows } = traitRows('contractNfts', gathered('too slow'))
    expect(titles.slice(-3)).toEqual(['described_tokens', 'counted_tokens', 'collection_tokens'])
    expect(rows[0]).toEqual(['Colour', 'Blue', 2, 0.666667, 3, 4, 1_500])
  })
})
