import * as z from 'zod'
import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { calldataBytesMax, keptCalldataBytesMax, simulationGasMax } from '#lib/evm/api/format/calldata-bounds.ts'
import * as params from '#lib/evm/api/params.ts'

const balancesMax = 10
const callTextMax = 10_000

const amount = () =>
  parameter<string, string>(
    {
      type: 'amount',
      accepts: 'a whole number below 2^256, in the smallest unit of the native coin',
      json: { type: 'string', pattern: '^([0-9]{1,78}|0x[0-9a-fA-F]{1,64})$' },
    },
    readAmount,
  )

const readAmount = (raw: unknown): string | Fault => {
  const written = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : ''
  if (!/^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(written)) return new Fault('is not a whole number')
  const value = BigInt(written)
  return value < 2n ** 256n ? String(value) : new Fault('is out of range')
}

const balance = () =>
  parameter<string, string>(
    {
      type: 'balance of an address',
      accepts: 'an address, a colon and an amount in the smallest unit, such as 0x…:1000',
      json: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}:([0-9]{1,78}|0x[0-9a-fA-F]{1,64})$' },
    },
    (raw) => {
      const [address = '', written] = typeof raw === 'string' ? raw.split(':') : []
      if (!/^0x[0-9a-f]{40}$/i.test(address)) return new Fault('is not an address, a colon and an amount')
      const value = readAmount(written)
      return value instanceof Fault ? value : `${address.toLowerCase()}:${value}`
    },
  )

export const calldata = (bytesMax: number) =>
  parameter<string, string>(
    {
      type: 'calldata',
      accepts: `0x and an even number of hex digits, ${bytesMax.toLocaleString('en-US')} bytes at most`,
      json: { type: 'string', pattern: '^0x([0-9a-fA-F]{2})*$', maxLength: 2 + 2 * bytesMax },
    },
    (raw) => {
      if (typeof raw !== 'string' || !raw.startsWith('0x')) return new Fault('is not calldata')
      if (raw.length > 2 + 2 * bytesMax) return new Fault(`has more than ${bytesMax.toLocaleString('en-US')} bytes`)
      return /^0x([0-9a-f]{2})*$/i.test(raw) ? raw.toLowerCase() : new Fault('is not calldata')
    },
  )

const dataId = () =>
  parameter<string, string>(
    {
      type: 'id of calldata',
      accepts: 'the data_id of kept calldata: 0x and 64 hex digits',
      json: { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
    },
    (raw) =>
      typeof raw === 'string' && /^0x[0-9a-f]{64}$/i.test(raw)
        ? raw.toLowerCase()
        : new Fault('is not an id of calldata'),
  )

/** A function and its arguments, as a list. */
export const namedCallList = z.tuple([z.string().min(1).max(1_000)], z.unknown())

const call = () =>
  parameter<string, string>(
    {
      type: 'call',
      accepts: `a JSON list of a function and its arguments such as ["transfer(address,uint256)", "0x…", "1"], ${callTextMax} characters at most`,
      json: { type: 'string', maxLength: callTextMax },
    },
    (raw) => {
      if (typeof raw !== 'string' || raw.length > callTextMax) return new Fault('is not a call')
      try {
        return namedCallList.safeParse(parseJson(raw)).success ? raw : new Fault('is not a call')
      } catch {
        return new Fault('is not JSON')
      }
    },
  )

/** The transaction to simulate. */
export const simulationInput = {
  from: params.address().optional().describe('The sender. Default: the zero address.'),
  to: params.address().optional().describe('The called address; without it, `data` creates a contract.'),
  value: amount().optional().describe('The sent amount of the native coin, in its smallest unit. Default: 0.'),
  data: calldata(calldataBytesMax).optional().describe('The calldata. For longer calldata, see `data_id`.'),
  data_id: dataId()
    .optional()
    .describe(
      `Instead of \`data\`: the id of kept calldata of up to ${keptCalldataBytesMax.toLocaleString('en-US')} bytes, by \`POST /evm/simulation/calldata\`.`,
    ),
  data_of: params
    .transactionHash()
    .optional()
    .describe('Instead of `data`: the hash of a transaction whose calldata, of any length, is used.'),
  call: call()
    .optional()
    .describe('Instead of `data`: a function of `to` by signature, selector or name, with its arguments.'),
  gas: parameters
    .integer({ min: 21_000, max: simulationGasMax })
    .optional()
    .describe(
      'The gas limit. Default, and at most: the gas limit of the newest block, or what the operator allows if that is less.',
    ),
  block_number: parameters
    .integer()
    .optional()
    .describe('The block after which it runs. Default: the newest indexed block.'),
  before: params
    .transactionHash()
    .optional()
    .describe('Instead of `block_number`: the hash of a transaction of the chain, right before which it runs.'),
  balances: parameters
    .list(balance(), { max: balancesMax })
    .optional()
    .describe('Native balances that addresses have instead of their own: `0x…:1000`.'),
  chain: params.chain(),
}
