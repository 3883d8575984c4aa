import * as z from 'zod'
import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { plainVersion } from '#lib/evm/verification/compile/solc-versions.ts'
import {
  type ContractName,
  parseContractName,
  type StandardJson,
  standardJson,
} from '#lib/evm/verification/compile/standard-json.ts'

/** The first fault of a document, as a clause that follows the name of its parameter. */
export const faultOf = ({ issues: [issue] }: z.ZodError): Fault => {
  const place = (issue?.path ?? []).join('.').slice(0, 200)
  return new Fault(`is not valid${place === '' ? '' : ` at ${place}`} (${issue?.message ?? 'unreadable'})`)
}

/** Standard JSON input, as an object. */
export const standardJsonInput = () =>
  parameter<unknown, StandardJson>(
    { type: 'object', accepts: 'the standard JSON input of the Solidity compiler', json: { type: 'object' } },
    (raw) => {
      const parsed = standardJson.safeParse(raw)
      return parsed.success ? parsed.data : faultOf(parsed.error)
    },
  )

/** `v0.8.30+commit.73712a01`, with or without the `v` and the commit. */
export const compilerVersion = () =>
  parameters.matching({
    type: 'version',
    accepts: 'a version such as 0.8.30+commit.73712a01',
    pattern: '^v?[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}',
    fault: 'is not a compiler version',
    read: (text) => plainVersion(text) ?? text.slice(0, 60),
  })

const parsedName = z.object({ file: z.string(), name: z.string() })

/** `src/Token.sol:Token`. */
export const contractIdentifier = () =>
  parameter<unknown, ContractName>(
    { type: 'text', accepts: 'a file and a contract such as src/Token.sol:Token', json: { type: 'string' } },
    (raw) => {
      const name = typeof raw === 'string' ? parseContractName(raw) : parsedName.safeParse(raw).data
      return name ?? new Fault('does not name a contract of a file')
    },
  )

/** An EIP-155 id in decimal. */
export const chainId = () => parameters.integer({ min: 1 }).describe('EIP-155 id of the chain.')
