import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tokenKinds } from '#lib/format/source-tokens.ts'
import { highlight } from '#lib/highlight/highlight.ts'
import { linesOf, pageStarts, sourcePage } from '#lib/highlight/source-pages.ts'

const source = readFileSync(join(import.meta.dirname, '../evm/verification/sources/contracts.sol'), 'utf8')

/** However busy the machine is. */
const patient = { textMs: 600_000, lineMs: 600_000 }

/** The tokens of each line, with their texts. */
const named = async (text: string, language: 'solidity' | 'vyper' | 'json') => {
  const lines = text.split('\n')
  return (await highlight(text, language, patient)).map((tokens, line) =>
    tokens.map(([start, length, kind]) => [tokenKinds[kind], lines[line]?.slice(start, start + length)]),
  )
}

describe('highlighting', () => {
  test('names the tokens of Solidity, also across the lines of a comment', async () => {
    const lines = await named('/* a\n b */ contract Token is Base {\n string x = "a\\"b"; // end', 'solidity')
    expect(lines[0]).toEqual([['comment', '/* a']])
    expect(lines[1]).toEqual(
      expect.arrayContaining([
        ['comment', ' b */'],
        ['keyword', 'contract'],
      ]),
    )
    expect(lines[2]).toEqual(
      expect.arrayContaining([
        ['string', '"a\\"b"'],
        ['comment', '// end'],
      ]),
    )
  })

  test('names those of Vyper and JSON', async () => {
    expect((await named('@external\ndef f() -> uint256:', 'vyper')).flat().length).toBeGreaterThan(2)
    expect((await named('{"a": "b"}', 'json')).flat().length).toBeGreaterThan(0)
  })

  test('remembers the state of earlier lines beyond a hundred of them', async () => {
    const text = `/*\n${'a\n'.repeat(250)}*/ contract A {}`
    const lines = await named(text, 'solidity')
    expect(lines[240]).toEqual([['comment', 'a']])
    expect(lines.at(-1)).toEqual(expect.arrayContaining([['keyword', 'contract']]))
  })

  test('leaves files beyond a size, lines beyond a length and all after a deadline plain', async () => {
    expect(await highlight(source, 'solidity', { charactersMax: 10 })).toEqual([])
    const [long, short] = await highlight(`contract ${'a'.repeat(600)} {}\ncontract B {}`, 'solidity', patient)
    expect(long).toEqual([])
    expect(short).not.toEqual([])
    let time = 0
    const now = () => (time += 1_000)
    const many = await highlight('contract A {}\n'.repeat(1_000), 'solidity', { textMs: 2_500, now })
    expect(many.length).toBeLessThan(400)
  })

  test.each(['mapping(', 'contract a is ', '/// @param ', 'function ', '(', '"\\', 'a.', '1_', '= ', 'using a for '])(
    'ends at the deadline on lines of %j, and lets other work run',
    async (part) => {
      const line = part.repeat(Math.ceil(499 / part.length)).slice(0, 499)
      let [time, turns] = [0, 0]
      const turn = setInterval(() => turns++, 0)
      const limits = { textMs: 1_500, now: () => (time += 700) }
      expect(await highlight(Array(400).fill(line).join('\n'), 'solidity', limits)).toHaveLength(200)
      clearInterval(turn)
      expect(turns).toBeGreaterThan(0)
    },
  )
})

describe('the parts of a long file', () => {
  test('contain every line once, within limits', () => {
    const lines = linesOf('x\n'.repeat(2_500))
    expect(lines).toHaveLength(2_500)
    expect(pageStarts(lines)).toEqual([0, 1_000, 2_000])
    expect(sourcePage(lines, [], 1_000, 2_000)).toMatchObject({ first: 1_001, lines: { length: 1_000 } })
    const wide = Array<string>(100).fill('y'.repeat(3_000))
    for (const [index, start] of pageStarts(wide).entries())
      expect((pageStarts(wide)[index + 1] ?? wide.length) - start).toBeLessThanOrEqual(14)
  })

  test('have a bounded number of tokens', () => {
    const tokens = Array.from({ length: 500 }, () => Array.from({ length: 100 }, (_, at) => [at, 1, 0] as const))
    const page = sourcePage(Array<string>(500).fill('1'.repeat(100)), tokens, 0, 500)
    expect(page.tokens.flat().length).toBeLessThanOrEqual(6_000)
  })

  test('cut a line that is longer than any that is read', () => {
    const [line = ''] = sourcePage(['z'.repeat(1_000_000)], [], 0, 1).lines
    expect(line.length).toBeLessThan(5_000)
  })
})
