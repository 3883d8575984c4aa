import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { solcOutput } from './solc-output.ts'

const content = 'import "@openzeppelin/contracts/utils/Address.sol"; contract A { uint256 public a = 1; }'
const input = {
  language: 'Solidity',
  sources: { 'a.sol': { content } },
  settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
}

test.each([
  ['a cut file', (text: string) => text.slice(0, -100)],
  ['a file with another output', (text: string) => text.replace('6080', '6081')],
  ['the output of another import', (text: string) => text.replace(/("@openzeppelin[^"]*Address\.sol":")./, '$1-')],
  ['an empty file', () => ''],
])('%s is compiled again', { timeout: 60_000 }, (_, damage) => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-solc-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const output = solcOutput(input, folder)
  const [name = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  const place = join(folder, name)
  const kept = readFileSync(place, 'utf8')
  expect(solcOutput(input, folder)).toEqual(output)
  writeFileSync(place, damage(kept))
  expect(readFileSync(place, 'utf8')).not.toBe(kept)
  expect(solcOutput(input, folder)).toEqual(output)
  expect(readFileSync(place, 'utf8')).toBe(kept)
})
