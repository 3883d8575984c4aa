import { describe, expect, test } from 'vitest'
import { feeStatement } from '#components/aptos/transaction/transaction-facts.tsx'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { aptosValidatorApi } from '#lib/aptos/validators/contract.ts'
import { createAptosValidatorService } from '#lib/aptos/validators/validator-service.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import { type Bend, demoNode, refusal } from '#tests/aptos/account/demo-node.ts'

const long = (hex: string) => `0x${hex.padStart(64, '0')}`
const serviceOver = (bend?: Bend) =>
  createAptosValidatorService(aptosNodeContext({ nodes: { mainnet: demoNode(bend) } }))
const validatorsOf = async (raw: Record<string, string> = {}, bend?: Bend) => {
  const found = await serviceOver(bend).aptosValidators(parseInput(aptosValidatorApi.aptosValidators, raw))
  expect(readOutput(aptosValidatorApi.aptosValidators, found)).toEqual(found)
  return found
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (isServiceError(error) ? error.code : String(error)),
  )

const validator = (address: string, power: string, index: string) => ({
  addr: address,
  voting_power: power,
  config: { validator_index: index, consensus_pubkey: '0x', network_addresses: '0x', fullnode_addresses: '0x' },
})
const resources: Record<string, unknown> = {
  '0x1::stake::ValidatorSet': {
    active_validators: [validator('0xa', '100', '1'), validator('0xb', '18446744073709551615', '0')],
    pending_active: [validator('0xc', '50', '0')],
    pending_inactive: [validator('0xd', '10', '2')],
  },
  '0x1::stake::ValidatorPerformance': {
    validators: [
      { successful_proposals: '7', failed_proposals: '1' },
      { successful_proposals: '3', failed_proposals: '0' },
    ],
  },
  '0x1::block::BlockResource': { epoch_interval: '7200000000' },
  '0x1::reconfiguration::Configuration': { epoch: '12', last_reconfiguration_time: '1700000000123456' },
}
const chain: Bend = (path) => {
  const type = decodeURIComponent(path.split('/resource/')[1] ?? '')
  return resources[type] ? Response.json({ type, data: resources[type] }) : undefined
}

describe('validators', () => {
  test('are listed by voting power with their proposals, whether they stay, leave or join', async () => {
    expect(await validatorsOf({ ledger_version: '5' }, chain)).toEqual({
      ledger_version: '5',
      epoch: '12',
      epoch_started_at: '2023-11-14T22:13:20.123Z',
      epoch_seconds: 7200,
      total_voting_power: '18446744073709551725',
      result: [
        {
          pool_address: long('b'),
          state: 'active',
          validator_index: '0',
          voting_power: '18446744073709551615',
          successful_proposals: '7',
          failed_proposals: '1',
        },
        {
          pool_address: long('a'),
          state: 'active',
          validator_index: '1',
          voting_power: '100',
          successful_proposals: '3',
          failed_proposals: '0',
        },
        // Of the next epoch: the index of a validator that joins says nothing yet.
        {
          pool_address: long('c'),
          state: 'joining',
          validator_index: null,
          voting_power: '50',
          successful_proposals: null,
          failed_proposals: null,
        },
        {
          pool_address: long('d'),
          state: 'leaving',
          validator_index: '2',
          voting_power: '10',
          successful_proposals: null,
          failed_proposals: null,
        },
      ],
    })
  })

  test('of the demo ledger are those of its newest write set', async () => {
    const { resources: recorded } = await recordedLedger()
    const set = Object(recorded.get('0x1')?.get('0x1::stake::ValidatorSet')?.data)
    expect((await validatorsOf()).result).toHaveLength(set.active_validators.length)
  })

  test('without a resource of the framework are not available', async () => {
    const bend: Bend = (path) =>
      path.includes('ValidatorSet') ? refusal(404, 'resource_not_found') : chain(path, new URLSearchParams())
    expect(await codeOf(validatorsOf({}, bend))).toBe('not_available')
  })
})

describe('stake pools', () => {
  const stake = (operator: string, voter: string) => ({
    ...Object.fromEntries(
      ['active', 'inactive', 'pending_active', 'pending_inactive'].map((name) => [name, { value: '1' }]),
    ),
    ...{ locked_until_secs: '1700000000', operator_address: operator, delegated_voter: voter },
  })
  const delegation = (commission: string) => ({ operator_commission_percentage: commission })
  const announced = (commission: string, from: string) => ({
    commission_percentage_next_lockup_cycle: commission,
    effective_after_secs: from,
  })
  const pools: Record<string, Record<string, unknown>> = {
    [long('a')]: { '0x1::stake::StakePool': stake('0x1', '0x2') },
    [long('b')]: {
      '0x1::stake::StakePool': stake('0x3', '0x3'),
      '0x1::delegation_pool::DelegationPool': delegation('750'),
      '0x1::delegation_pool::NextCommissionPercentage': announced('900', '2001'),
    },
    [long('c')]: {
      '0x1::stake::StakePool': stake('0x3', '0x3'),
      '0x1::delegation_pool::DelegationPool': delegation('750'),
      '0x1::delegation_pool::NextCommissionPercentage': announced('900', '2000'),
    },
  }
  const time = { microseconds: '2000999999' }
  const bend: Bend = (path) => {
    const [, , address = '', , type = ''] = decodeURIComponent(path).split('/')
    if (type === '0x1::timestamp::CurrentTimeMicroseconds') return Response.json({ type, data: time })
    const own = pools[address]?.[type]
    if (own) return Response.json({ type, data: own })
    return (
      chain(path, new URLSearchParams()) ??
      (path.includes('/resource/') ? refusal(404, 'resource_not_found') : undefined)
    )
  }
  const asking = (service: ReturnType<typeof serviceOver>, raw: Record<string, string> = {}) =>
    service.aptosValidatorPools(parseInput(aptosValidatorApi.aptosValidatorPools, raw))

  test('have an operator and a voter, and a commission if others may delegate: an announced one from its time on', async () => {
    const found = await asking(serviceOver(bend), { ledger_version: '5' })
    expect(readOutput(aptosValidatorApi.aptosValidatorPools, found)).toEqual(found)
    const locked = { locked_until: '2023-11-14T22:13:20.000Z' }
    const own = { operator_address: long('3'), voter_address: long('3'), is_delegation_pool: true }
    expect(found.result).toEqual([
      {
        ...{ pool_address: long('a'), operator_address: long('1'), voter_address: long('2'), ...locked },
        ...{ is_delegation_pool: false, commission_percent: null },
      },
      { pool_address: long('b'), ...own, ...locked, commission_percent: 7.5 },
      { pool_address: long('c'), ...own, ...locked, commission_percent: 9 },
    ])
    expect(found).toMatchObject({ unknown: 0, note: null })
  })

  test('that are in a form not known here are counted, and those of the demo ledger that it lacks are not', async () => {
    const broken: Bend = (path, query) =>
      path.includes(`${long('d')}/resource/0x1::stake::StakePool`)
        ? Response.json({ type: '0x1::stake::StakePool', data: {} })
        : bend(path, query)
    const found = await asking(serviceOver((path, query) => broken(decodeURIComponent(path), query)))
    expect(found).toMatchObject({ unknown: 1, note: expect.stringContaining(`no readable stake pool at ${long('d')}`) })
    expect(await asking(serviceOver())).toMatchObject({ unknown: 0, note: null, result: [] })
  })

  test('are read once in ten minutes, and accounts without one are asked again', async () => {
    const asked: string[] = []
    const service = serviceOver((path, query) => {
      if (path.includes('StakePool')) asked.push(path.split('/')[2] ?? '')
      return bend(path, query)
    })
    await asking(service)
    expect(asked).toEqual(['a', 'b', 'd', 'c'].map(long))
    await asking(service)
    expect(asked.slice(4)).toEqual([long('d')])
  })
})

describe('the gas price', () => {
  const priceOf = (body: unknown) => {
    const bend: Bend = (path) => (path === '/estimate_gas_price' ? Response.json(body) : undefined)
    return serviceOver(bend).aptosGasPrice({})
  }

  test('is that of the node, which may only give a regular one', async () => {
    const all = { deprioritized_gas_estimate: 90, gas_estimate: 100, prioritized_gas_estimate: 150 }
    expect(await priceOf(all)).toEqual({ low: '90', regular: '100', high: '150' })
    expect(await priceOf({ gas_estimate: 100 })).toEqual({ low: null, regular: '100', high: null })
  })

  test('in another format is a failure of the node; without the route it is not available', async () => {
    expect(await codeOf(priceOf({ gas_estimate: '1e9' }))).toBe('upstream_failed')
    expect(await codeOf(serviceOver().aptosGasPrice({}))).toBe('not_available')
  })
})

describe('a fee statement', () => {
  const event = (data: unknown) => ({ type: '0x1::transaction_fee::FeeStatement', data })
  const data = {
    execution_gas_units: '5',
    io_gas_units: '3',
    storage_fee_octas: '48560',
    storage_fee_refund_octas: '0',
    total_charge_gas_units: '494',
  }

  test('is read from the events of a transaction', () => {
    const statement = { execution: '5', io: '3', storageFee: '48560', storageRefund: '0' }
    expect(feeStatement([{ type: '0x1::coin::DepositEvent' }, event(data)])).toEqual(statement)
  })

  test.each([[undefined], [[]], [[event(null)]], [[event({ ...data, io_gas_units: '-1' })]], ['events']])(
    'is not invented from %j',
    (events) => expect(feeStatement(events)).toBeUndefined(),
  )
})
