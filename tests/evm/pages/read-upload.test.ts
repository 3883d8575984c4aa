import { describe, expect, test } from 'vitest'
import { readLineRange } from '#components/code/line-range.ts'
import { withToken } from '#components/code/source-lines.tsx'
import { interfaceText } from '#components/evm/contract/code/found-functions.tsx'
import { folderOf } from '#components/evm/contract/code/source-files.tsx'
import { readUpload } from '#components/evm/contract/code/verify/read-upload.ts'

const json = (value: unknown, name = 'a.json') => ({ name, text: JSON.stringify(value) })
const input = {
  language: 'Solidity',
  sources: {
    'lib/Base.sol': { content: 'abstract contract Base {}' },
    'src/A.sol': { content: 'contract A {}\ncontract B {}' },
  },
  settings: {},
}

describe('files chosen for a verification', () => {
  test('standard JSON input, with the contracts that it declares', () => {
    expect(readUpload([json(input)])).toEqual({
      kind: 'input',
      title: 'Standard JSON input with 2 source files',
      input,
      compilerVersion: undefined,
      contracts: ['src/A.sol:A', 'src/A.sol:B', 'lib/Base.sol:Base'],
    })
  })

  test('a build-info, with its compiler and its contracts', () => {
    const output = { contracts: { 'src/A.sol': { A: {} } } }
    expect(readUpload([json({ solcLongVersion: '0.8.30+commit.73712a01', input, output })])).toMatchObject({
      kind: 'input',
      compilerVersion: '0.8.30+commit.73712a01',
      contracts: ['src/A.sol:A'],
    })
  })

  test('an artifact of Foundry with its source files; those that lack are named', () => {
    const metadata = {
      compiler: { version: '0.8.30' },
      language: 'Solidity',
      sources: { 'src/A.sol': { keccak256: '0x' }, 'src/B.sol': { keccak256: '0x' } },
      settings: { compilationTarget: { 'src/A.sol': 'A' } },
    }
    const artifact = json({ abi: [], rawMetadata: JSON.stringify(metadata) })
    const a = { name: 'A.sol', text: 'contract A {}' }
    expect(readUpload([artifact, a])).toEqual({
      kind: 'fault',
      message: expect.stringContaining('names 2 source files, and 1 were chosen'),
    })
    expect(readUpload([artifact, a, { ...a, text: 'contract B {}' }])).toMatchObject({
      kind: 'metadata',
      metadata,
      sources: { '0/A.sol': 'contract A {}', '1/A.sol': 'contract B {}' },
    })
  })

  test('anything else is refused in a sentence', () => {
    for (const [files, message] of [
      [[], 'Choose one JSON file'],
      [[{ name: 'A.sol', text: '' }], 'Choose one JSON file'],
      [[{ name: 'a.json', text: '{' }], 'a.json is not JSON.'],
      [[json([1])], 'a.json is not JSON.'],
      [[json({})], 'a.json is neither'],
      [[json({ _format: 'hh3-artifact-1' })], 'artifacts/build-info'],
    ] as const)
      expect(readUpload(files)).toEqual({ kind: 'fault', message: expect.stringContaining(message) })
  })
})

describe('parts of the code page', () => {
  test('folders with one entry share a line with it', () => {
    const { folders, files } = folderOf(['@oz/contracts/token/A.sol', '@oz/contracts/token/B.sol', 'Main.sol'])
    expect(folders).toMatchObject([{ name: '@oz/contracts/token', files: [{ name: 'A.sol' }, { name: 'B.sol' }] }])
    expect(files).toEqual([{ name: 'Main.sol', path: 'Main.sol' }])
    expect(folderOf([`${'a/'.repeat(250)}b`]).folders).toHaveLength(1)
  })

  test('ranges of lines', () => {
    expect(readLineRange('12')).toEqual([12, 12])
    expect(readLineRange('20-12')).toEqual([12, 20])
    expect(readLineRange('L3-L4')).toEqual([3, 4])
    for (const text of [undefined, '', '0', '-1', '1-', 'x', '1-2-3', '99999999'])
      expect(readLineRange(text)).toBeUndefined()
  })

  test('a link cuts the tokens that it covers', () => {
    expect(
      withToken(
        [
          [0, 6, 1],
          [7, 12, 2],
        ],
        [8, 10, 5],
      ),
    ).toEqual([
      [0, 6, 1],
      [7, 1, 2],
      [8, 10, 5],
      [18, 1, 2],
    ])
    expect(withToken([], [3, 4, 5])).toEqual([[3, 4, 5]])
  })

  test('an interface says which names are guesses', () => {
    const one = {
      selector: '0x12345678',
      signature: 'f(uint256[],string)',
      name: 'f',
      inputs: [],
      outputs: [],
      notice: null,
      details: null,
      mutability: null,
      inputs_from: null,
      guessed_mutability: null,
      source: 'guess' as const,
      address: '0x',
    }
    const text = interfaceText([one, { ...one, signature: null }])
    expect(text).toContain(
      'function f(uint256[] calldata,string calldata) external; // 0x12345678, the name is a guess',
    )
    expect(text).toContain('    // 0x12345678\n')
    const view = { ...one, inputs_from: 'bytecode' as const, guessed_mutability: 'view' as const }
    const unnamed = { ...view, signature: null, inputs: [{ name: '', type: 'address', description: null }] }
    expect(interfaceText([view, unnamed])).toContain(' external view; // 0x12345678, name and mutability are guesses')
    expect(interfaceText([view, unnamed])).toContain('    // 0x12345678(address) view\n')
  })
})
