import { describe, expect, test } from 'vitest'
import { ipfsCid } from '#lib/evm/contract/contract-query.ts'
import {
  compilerSettings,
  importedFiles,
  licenseOf,
  lineCount,
  remappingsOf,
} from '#lib/evm/contract/contract-source.ts'
import { constructorParameters } from '#lib/evm/contract/creation-code.ts'

const imports = (text: string, files: readonly string[], remappings: readonly string[] = []) =>
  importedFiles({ path: 'src/token/Token.sol', text }, new Set(files), remappings)

describe('imports', () => {
  test('are found in every form of the statement, with their lines', () => {
    const text = [
      '// import "no.sol";',
      'import "./A.sol";',
      "import {B, C as D} from '../B.sol';",
      'import * as E from "src/E.sol";',
      'import {',
      '  F',
      '} from "./F.sol";',
      'string constant x = "import";',
    ].join('\n')
    const files = ['src/token/A.sol', 'src/B.sol', 'src/E.sol', 'src/token/F.sol', 'no.sol']
    expect(imports(text, files)).toEqual([
      { line: 2, path: './A.sol', file: 'src/token/A.sol' },
      { line: 3, path: '../B.sol', file: 'src/B.sol' },
      { line: 4, path: 'src/E.sol', file: 'src/E.sol' },
      { line: 7, path: './F.sol', file: 'src/token/F.sol' },
    ])
  })

  test('follow the remapping with the longest context and prefix', () => {
    const files = ['lib/oz/token/A.sol', 'lib/new/A.sol', 'lib/other/A.sol']
    const remappings = ['@oz/=lib/oz/', '@oz/token/=lib/new/', 'lib/:@oz/token/=lib/other/', 'broken']
    expect(imports('import "@oz/token/A.sol";', files, remappings)).toMatchObject([{ file: 'lib/new/A.sol' }])
    expect(imports('import "@oz/token/A.sol";', files, remappings.slice(0, 1))).toMatchObject([
      { file: 'lib/oz/token/A.sol' },
    ])
  })

  test('of files that are not among the sources, or that no statement ends, are left out', () => {
    expect(imports('import "./Nowhere.sol";\nimport "./A.sol"', ['src/token/A.sol'])).toEqual([])
    expect(imports('import '.repeat(50_000), [])).toEqual([])
  })
})

describe('what is read from sources, settings and bytecode', () => {
  test('license and number of lines', () => {
    expect(licenseOf('// SPDX-License-Identifier: GPL-3.0-or-later\n')).toBe('GPL-3.0-or-later')
    expect(licenseOf('/* SPDX-License-Identifier: MIT */')).toBe('MIT')
    expect(licenseOf('contract A {}')).toBeNull()
    expect([lineCount(''), lineCount('a'), lineCount('a\n'), lineCount('a\nb')]).toEqual([1, 1, 1, 2])
  })

  test('the address of metadata on IPFS', () => {
    expect(ipfsCid('12209d6c2be50f706953479ab9df2ce3edca90b68053c00b3004b7f0accbe1e8eedf')).toBe(
      'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
    )
  })

  test('settings of any form', () => {
    expect(compilerSettings({ optimizer: { enabled: true, runs: 200 }, viaIR: true })).toMatchObject({
      optimizer_enabled: true,
      optimizer_runs: 200,
      via_ir: true,
      evm_version: null,
    })
    for (const settings of [undefined, null, 'x', { optimizer: 7, viaIR: 'yes', remappings: [1] }])
      expect(compilerSettings(settings)).toMatchObject({ optimizer_enabled: null, via_ir: null })
    expect(remappingsOf({ remappings: ['a=b'] })).toEqual(['a=b'])
  })

  test('constructor arguments; null if they do not fit', () => {
    const abi = [{ type: 'constructor', inputs: [{ name: 'supply', type: 'uint256' }] }]
    expect(constructorParameters(abi, `0x${'7'.padStart(64, '0')}`)).toEqual([
      { name: 'supply', type: 'uint256', value: '7' },
    ])
    expect(constructorParameters(abi, '0x00')).toBeNull()
    expect(constructorParameters([], '0x')).toEqual([])
  })
})
