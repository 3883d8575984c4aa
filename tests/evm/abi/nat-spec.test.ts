import { expect, test } from 'vitest'
import { readNatSpec } from '#lib/evm/abi/contract-sources.ts'

const signature = 'send(address,uint256)'

test('documentation of functions and public variables is found by signature', () => {
  const { of } = readNatSpec({
    devdoc: {
      methods: {
        [signature]: { details: 'Checks first.', params: { to: 'Who gets it.' }, returns: { _0: 'Always true.' } },
      },
      stateVariables: { supply: { details: 'In wei.', return: 'The supply.' } },
    },
    userdoc: { methods: { [signature]: { notice: 'Sends coins.' } } },
  })
  expect(of(signature)).toEqual({
    notice: 'Sends coins.',
    details: 'Checks first.',
    params: new Map([['to', 'Who gets it.']]),
    returns: new Map([['_0', 'Always true.']]),
  })
  expect(of('supply()')).toMatchObject({ notice: null, details: 'In wei.', returns: new Map([['_0', 'The supply.']]) })
  expect(of('other()')).toBeUndefined()
})

test('hostile documentation is cut, or left out', () => {
  const long = 'x'.repeat(100_000)
  const { of } = readNatSpec({
    devdoc: { methods: { [signature]: { details: long, params: 'none', returns: { a: 7 } }, 'f()': 7 } },
    userdoc: { methods: { [signature]: { notice: [] }, toString: { notice: 'f' } } },
  })
  expect(of(signature)).toMatchObject({ notice: null, params: new Map(), returns: new Map() })
  expect(of(signature)?.details).toHaveLength(1_000)
  expect(of('f()')).toBeUndefined()
  for (const documentation of [{}, { devdoc: 7, userdoc: null }, { devdoc: { methods: [] } }])
    expect(readNatSpec(documentation).of('constructor')).toBeUndefined()
})
