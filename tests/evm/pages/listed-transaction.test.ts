import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { listedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import { transactionWith } from './transaction-log.ts'

const input = stringToHex('BFX_REFILL_SWEEP')

test('a list shows Text for readable text that no ABI or known signature names', () => {
  expect(listedTransaction(transactionWith({ input }))).toMatchObject({ methodName: 'Text', input: '0x4246585f' })
  const method = { label: 'sweep', signature: 'sweep()', source: 'abi' as const }
  expect(listedTransaction({ ...transactionWith({ input }), method })).toMatchObject({ methodName: 'sweep' })
})

test('a selector that nothing names, a plain transfer and the code of a contract are not text', () => {
  for (const fields of [{ input: '0x000200ed' }, { input: '0x' }, { input, to_address: null }])
    expect(listedTransaction(transactionWith(fields))).not.toHaveProperty('methodName')
})
