/*
 * Parts of untrusted texts that once took more than linear time, or could: milliseconds for a text and for one of twice its length.
 * A growth far above 2 is a fault; the tests check the limits that make it small.
 *
 *   node tests/bench/hostile-text.ts
 */

import { performance } from 'node:perf_hooks'
import { toBytes } from '#lib/base/bytes.ts'
import { abiType } from '#lib/evm/abi/abi-type.ts'
import { readValues } from '#lib/evm/abi/read-values.ts'
import { highlight } from '#lib/highlight/highlight.ts'
import { isSvg } from '#lib/media/make-previews.ts'
import { readPasted } from '#lib/recognise/pasted.ts'

type Read = (text: string) => unknown

const word = (value: number): string => value.toString(16).padStart(64, '0')
/** A list of texts that all refer to the same bytes. */
const sharedTail: Read = ({ length }) => {
  const count = Math.floor(length / 64)
  const data = `0x${word(32)}${word(count)}${word(32 * count).repeat(count)}${word(length)}${'61'.repeat(length)}`
  return readValues(
    [abiType({ type: 'string[]' })].filter((type) => type !== undefined),
    toBytes(data),
  )
}

const readers: [string, Read, length: number, parts: string[]][] = [
  ['SVG prolog', isSvg, 500_000, ['', '<?', '<!--', '<!doctype svg ', '<!doctype svg>', '<!DOCTYPE svg [']],
  ['pasted text', readPasted, 200_000, ['a', 'a.', 'a-', '/a', '0x', '7 ', '7', '123,', 'block ', '[', 'ab:', ' ']],
  ['ABI lists that share bytes', sharedTail, 60_000, ['x']],
  [
    'source text',
    (text) => highlight(`${text.slice(0, 499)}\n`.repeat(Math.ceil(text.length / 500)), 'solidity', { textMs: 60_000 }),
    50_000,
    ['mapping(', 'contract a is ', '/// @param ', 'function ', '(', '"\\', 'a.', '1_', '= ', 'using a for '],
  ],
]

/** The shortest of three. */
const msOf = async (read: Read, text: string): Promise<number> => {
  const took: number[] = []
  for (let round = 0; round < 3; round++) {
    const startedAt = performance.now()
    await read(text)
    took.push(performance.now() - startedAt)
  }
  return Math.min(...took)
}

const table = []
for (const [reader, read, length, parts] of readers)
  for (const part of parts) {
    const textOf = (size: number) => `${part}${part === '' ? ' ' : ''}`.repeat(size).slice(0, size)
    const [once, twice] = [await msOf(read, textOf(length)), await msOf(read, textOf(2 * length))]
    const growth = Number((twice / once).toFixed(1))
    table.push({
      reader,
      part,
      characters: length,
      ms: Number(once.toFixed(1)),
      'ms of twice': Number(twice.toFixed(1)),
      growth,
    })
  }
console.table(table)
