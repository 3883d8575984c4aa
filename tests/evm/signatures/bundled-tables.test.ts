import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import { parseDeclaration } from '#lib/evm/signatures/declaration.ts'
import { eventKeyDigits, functionKeyDigits } from '#lib/evm/signatures/signature-table.ts'
import { publicSignatures } from '#tests/signature-collector/public-signatures.ts'

const linesOf = (name: string) => readFileSync(`lib/evm/signatures/${name}`, 'utf8').trimEnd().split('\n')

test.each([
  ['functions.txt', 'function', functionKeyDigits],
  ['events.txt', 'event', eventKeyDigits],
] as const)('every line of %s hashes to its own key, and keys are in ascending order', (name, type, digits) => {
  const lines = linesOf(name)
  expect(lines.length).toBeGreaterThan(1_000)
  const wrong = lines.filter((line) => {
    const key = line.slice(0, digits)
    const parsed = parseDeclaration(line.slice(digits + 1))
    const { functions, events } = abiIndex([{ type, ...parsed }]) ?? {}
    const [hash = ''] = [...(functions?.keys() ?? []), ...(events?.keys() ?? [])]
    return hash.slice(2, 2 + digits) !== key
  })
  expect(wrong).toEqual([])
  const keys = lines.map((line) => line.slice(0, digits))
  expect(keys).toEqual([...keys].sort())
  expect(new Set(lines).size).toBe(lines.length)
})

test('public-signatures.txt is sorted, has no declaration twice, and all of it is in the tables', () => {
  const declarations = publicSignatures()
  expect(declarations.length).toBeGreaterThan(500)
  expect(declarations).toEqual([...new Set(declarations)].sort())
  const bundled = new Set(
    [
      ['function', 'functions.txt'],
      ['event', 'events.txt'],
    ].flatMap(([type = '', name = '']) => linesOf(name).map((line) => `${type} ${line.slice(line.indexOf(' ') + 1)}`)),
  )
  expect(declarations.filter((declaration) => !bundled.has(declaration))).toEqual([])
})
