import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { checksumAddress } from '#lib/base/keccak.ts'
import * as params from './params.ts'

/** An address in any case, parsed to the checksum of EIP-55, as messages of EIP-4361 have it. */
export const address = () =>
  parameters.matching({
    type: 'address',
    accepts: '0x and 40 hex digits',
    pattern: '^0x[0-9a-fA-F]{40}$',
    fault: 'is not a valid address',
    read: checksumAddress,
  })

/** The id of a chain (EIP-155) as a number, in decimal digits or, as SDKs send it, in hex. */
export const chainId = () =>
  parameter<number | string, number>(
    { type: 'integer', accepts: 'a chain id such as 1 or 0x1', json: { type: 'integer', minimum: 1 } },
    (raw) => {
      const isDigits = typeof raw === 'string' && /^(\d{1,16}|0x[0-9a-fA-F]{1,13})$/.test(raw)
      const id = isDigits ? Number(raw) : raw
      return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : new Fault('is not a chain id')
    },
  )

/** One line of the characters that EIP-4361 allows: `reserved` and `unreserved` of RFC 3986, and spaces. */
export const statement = () => {
  const max = params.statementMax
  return parameter<string, string>(
    {
      type: 'string',
      accepts: `up to ${max} letters, digits, spaces and -._~:/?#[]@!$&'()*+,;= without a line break`,
      json: { type: 'string', maxLength: max, pattern: "^[A-Za-z0-9 ._~:/?#@!$&'()*+,;=\\[\\]-]*$" },
    },
    (raw) =>
      typeof raw === 'string' && raw.length <= max && /^[A-Za-z0-9 ._~:/?#@!$&'()*+,;=[\]-]+$/.test(raw)
        ? raw
        : new Fault('is not one line of the characters that EIP-4361 allows'),
  )
}

/** The last 32 bytes of a signature by a wallet that is not deployed (EIP-6492). */
const undeployedSuffix = '6492'.repeat(16)

/**
 * Bytes of a key's or a contract's signature. That of a wallet which is not deployed yet is refused by name: checking it
 * would run code of the signer's choice on the operator's node, and no chain could confirm who owns the wallet.
 */
export const signature = () => {
  const { readHex, ...facts } = params.signatureForm
  return parameter<string, string>(facts, (raw) => {
    const signature = readHex(raw)
    return typeof signature === 'string' && signature.endsWith(undeployedSuffix)
      ? new Fault('is of a wallet that is not deployed on this chain (EIP-6492), which cannot be verified here')
      : signature
  })
}
