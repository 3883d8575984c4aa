import { expect, test } from 'vitest'
import { parameterNames } from '#lib/aptos/account/parameter-names.ts'

const names = (source: string) => Object.fromEntries(parameterNames(source))

test('parameters have the names of their source', () => {
  expect(
    names(`module 0x1::m {
      public entry fun transfer<CoinType: store + drop, B>(
        from: &signer, // the sender, who pays
        to: address, /* nested /* fun no(a: u8) */ comment */
        mut amount: u64,
      ) acquires Store { let text = b"fun no(b: u8)"; }
      fun empty() {}
      inline fun pair(a: vector<Pair<u8, u8>>, b: (u8, u8)): u64 { 0 }
    }`),
  ).toEqual({ transfer: ['from', 'to', 'amount'], empty: [], pair: ['a', 'b'] })
})

test('functions that are declared twice, or in an unknown form, have none', () => {
  expect(names('fun a(x: u8) {} fun a(y: u8) {} fun b(|u8, u8| u8) {} fun c{} fun d(x: u8')).toEqual({})
  expect(names('spec fun a(x: u8): u8 {} fun a(y: u8) {}')).toEqual({ a: ['y'] })
})

test('hostile sources take no long time', () => {
  for (const part of ['fun a(', 'fun a<', '/*', '"', 'fun ', '(', 'fun a(x:u8,'])
    expect(names(part.repeat(1_000_000 / part.length))).toEqual({})
})
