import { expect, test } from 'vitest'
import { publicationsOf } from '#lib/aptos/account/publications.ts'
import { sentNodeTransaction } from '#lib/aptos/chain/rpc/node.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'

const sent = (version: string, payload: object, success = true, changes: unknown[] = []) =>
  sentNodeTransaction.parse({
    changes,
    version,
    hash: `0x${version.padStart(64, '0')}`,
    type: 'user_transaction',
    timestamp: '1700000000000000',
    sender: '0x5',
    sequence_number: version,
    gas_used: '1',
    gas_unit_price: '1',
    success,
    vm_status: '',
    payload,
  })
const long = (digit: string) => `0x${digit.padStart(64, '0')}`
const account = long('5')
const registry = (address: string, ...packages: [string, unknown][]) => ({
  type: 'write_resource',
  address,
  data: {
    type: '0x1::code::PackageRegistry',
    data: { packages: packages.map(([name, upgrade_number]) => ({ name, upgrade_number })) },
  },
})
const market = '0x064d61726b6574010000'
const publish = (metadata: unknown) => ({ function: '0x1::code::publish_package_txn', arguments: [metadata, []] })

test('publications have the name of their package, newest first, without failed transactions', () => {
  const found = publicationsOf([
    sent('1', publish('0x064d61726b6574010000')),
    sent('2', publish('0x064d61726b6574010000'), false),
    sent('3', { function: '0x1::aptos_account::transfer', arguments: ['0x1', '2'] }),
    sent('4', publish('0xff')),
    sent('5', publish(7)),
  ])
  expect(found).toEqual(
    [
      ['5', null],
      ['4', null],
      ['1', 'Market'],
    ].map(([transaction_version, package_name]) => ({
      ...{ package_name, code_address: account, upgrade_number: null, transaction_version },
      transaction_timestamp: '2023-11-14T22:13:20.000Z',
    })),
  )
})

test('the number of an upgrade is that of the written registry, and code of objects has the address of the object', () => {
  const asObject = (name: string) => ({ function: `0x1::object_code_deployment::${name}`, arguments: [market, []] })
  const found = publicationsOf([
    sent('1', asObject('publish'), true, [{ type: 'write_module' }, registry('0x0b1', ['Market', '0'])]),
    sent('2', asObject('upgrade'), true, [registry('0x0b1', ['Other', '9'], ['Market', '1'])]),
    sent('3', asObject('freeze_code_object'), true, [registry('0x0b1', ['Market', '1'])]),
    sent('4', publish(market), true, [registry('0x5', ['Market', '18446744073709551615'])]),
    sent('5', publish(market), true, [registry('0x5', ['Market', 7])]),
    sent('6', asObject('upgrade')),
  ])
  expect(found.map((one) => [one.transaction_version, one.code_address, one.upgrade_number])).toEqual([
    ['6', null, null],
    ['5', account, null],
    ['4', account, '18446744073709551615'],
    ['2', long('b1'), '1'],
    ['1', long('b1'), '0'],
  ])
})

test('packages of the demo ledger were published without a name in their metadata', async () => {
  const { transactions } = await recordedLedger()
  const all = transactions.flatMap((one) => sentNodeTransaction.safeParse(one).data ?? [])
  expect(
    publicationsOf(all).map(({ transaction_version, package_name }) => [transaction_version, package_name]),
  ).toEqual([
    ['807', null],
    ['799', null],
    ['492', null],
    ['29', null],
  ])
})
