import * as z from 'zod'

const sourceFilesMax = 2_000
const pathLengthMax = 512
/** Of all sources and settings together, as text. */
export const inputBytesMax = 5 * 1024 * 1024

/** Text that both databases store: PostgreSQL has no NUL, and UTF-8 no lone surrogates. */
const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
const storableText = (fault: string) => z.string(fault).refine(storable, 'must be text without NUL characters')

const path = storableText('must be a path')
  .min(1)
  .max(pathLengthMax, `must not be longer than ${pathLengthMax} characters`)

const sources = z
  .record(path, z.object({ content: storableText('must be given as text: URLs are not fetched') }))
  .refine((files) => Object.keys(files).length > 0, 'must contain a file')
  .refine((files) => Object.keys(files).length <= sourceFilesMax, `must not have more than ${sourceFilesMax} files`)

/**
 * The standard JSON input of Solidity's compiler. `outputSelection` is replaced; `modelChecker` and `stopAfter` do not change
 * code, and are left out.
 * @see https://docs.soliditylang.org/en/latest/using-the-compiler.html#input-description
 */
export const standardJson = z.object({
  language: z.enum(['Solidity', 'Yul'], 'must be Solidity or Yul'),
  sources,
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .transform(({ outputSelection: _, modelChecker: __, stopAfter: ___, ...settings }) => settings),
})

export type StandardJson = z.output<typeof standardJson>

/** A contract by the file that declares it. */
export type ContractName = { file: string; name: string }

/** Reads `src/Token.sol:Token`; the file may contain colons. */
export const parseContractName = (text: string): ContractName | undefined => {
  const cut = text.lastIndexOf(':')
  const name = text.slice(cut + 1)
  return cut > 0 && /^[A-Za-z_$][\w$.]{0,255}$/.test(name) ? { file: text.slice(0, cut), name } : undefined
}

/** What the verification needs from the compiler, of one contract. */
const selectedOutput = [
  'abi',
  'devdoc',
  'userdoc',
  'storageLayout',
  'metadata',
  'evm.legacyAssembly',
  'evm.bytecode.object',
  'evm.bytecode.linkReferences',
  'evm.deployedBytecode.object',
  'evm.deployedBytecode.linkReferences',
  'evm.deployedBytecode.immutableReferences',
]

/** The text of the input that compiles one contract. */
export const inputFor = ({ settings, ...input }: StandardJson, { file, name }: ContractName): string =>
  JSON.stringify({ ...input, settings: { ...settings, outputSelection: { [file]: { [name]: selectedOutput } } } })
