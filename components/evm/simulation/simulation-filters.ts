import type { SimulationInput } from '#components/evm/parts/calls/call-row.tsx'
import { argumentNames, calledFunction } from '#components/evm/parts/functions/function-call.ts'
import { wholeAmount } from '#lib/format/amount.ts'
import { type Filters, listOf } from '#lib/format/filters.ts'

/** Query parameters of the page: amounts are in the native coin, not in its smallest unit. */
export const simulationNames = [
  'tx',
  'from',
  'to',
  'value',
  'function',
  ...argumentNames,
  'data',
  'data_of',
  'data_id',
  'gas',
  'block',
  'before',
  'balance',
  'balances',
] as const

type Asked =
  /** Nothing to run yet. */
  | { input?: undefined; fault?: undefined }
  | { input?: undefined; fault: { name: string; message: string } }
  | { input: SimulationInput; fault?: undefined }

const accepted = (decimals: number): string => `an amount such as 0.5, with ${decimals} digits after the point at most`

/** The transaction that a URL describes. */
export const simulationOf = (filters: Filters, decimals: number): Asked => {
  const { from, to, value, data, data_of, data_id, gas, block, before, balance, balances } = filters
  const called = to === undefined ? undefined : calledFunction(filters)
  const isChosenOnly = called !== undefined && called.values.length > 0 && called.values.every((one) => one === '')
  if ((to === undefined && (data ?? data_of ?? data_id) === undefined) || isChosenOnly) return {}
  const amount = value === undefined ? undefined : wholeAmount(value, decimals)
  if (value !== undefined && amount === undefined) return faultOf('value', `must be ${accepted(decimals)}`)
  const own = balance === undefined ? [] : [`${from ?? zeroAddress}:${wholeAmount(balance, decimals)}`]
  if (own[0]?.endsWith(':undefined')) return faultOf('balance', `must be ${accepted(decimals)}`)
  const others = listOf(balances)?.map((one) => {
    const [address = '', held = ''] = one.split(':')
    return `${address}:${wholeAmount(held, decimals)}`
  })
  if (others?.some((one) => !/^0x[0-9a-f]{40}:\d/.test(one)))
    return faultOf('balances', 'must be addresses, each with a colon and an amount: 0x…:0.5')
  const all = [...own, ...(others ?? [])]
  return {
    input: {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(amount !== undefined && { value: amount }),
      ...(called ? { call: JSON.stringify([called.name, ...called.values]) } : dataOf(filters)),
      ...(gas !== undefined && { gas }),
      ...(before !== undefined ? { before } : block !== undefined && { block_number: block }),
      ...(all.length > 0 && { balances: all }),
    },
  }
}

/** Written calldata comes before that of a transaction, and that before kept calldata. */
const dataOf = ({ data, data_of, data_id }: Filters): Pick<SimulationInput, 'data' | 'data_of' | 'data_id'> => {
  if (data !== undefined) return { data }
  if (data_of !== undefined) return { data_of }
  return data_id === undefined ? {} : { data_id }
}

const zeroAddress = `0x${'0'.repeat(40)}`

const faultOf = (name: string, message: string): Asked => ({ fault: { name, message } })
