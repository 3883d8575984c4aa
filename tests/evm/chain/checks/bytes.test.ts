import { RLP } from '@ethereumjs/rlp'
import { keccak256, serializeTransaction, type TransactionSerializable, toHex, toRlp } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { hashOf, keccak256 as keccak } from '#lib/base/keccak.ts'
import { orderedTrie } from '#lib/evm/chain/checks/ordered-trie.ts'
import {
  type Excuses,
  type Raw,
  rlpBytes,
  rlpList,
  rlpQuantity,
  transactionDigits,
} from '#lib/evm/chain/checks/rlp-bytes.ts'

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const key = `0x${'7'.repeat(64)}` as const
const address = privateKeyToAccount(key).address.toLowerCase() as `0x${string}`

describe('our RLP encoding of hex matches the library', () => {
  test.each([0, 1, 2, 54, 55, 56, 57, 255, 256, 65_535, 65_536, 200_000])(
    'for %d bytes, alone and in a list',
    (length) => {
      for (const fill of [0x00, 0x7f, 0x80, 0xff]) {
        const bytes = new Uint8Array(length).fill(fill)
        expect(rlpBytes(hexOf(bytes)) === hexOf(RLP.encode(bytes))).toBe(true)
        expect(rlpList(rlpBytes(hexOf(bytes)).repeat(2)) === hexOf(RLP.encode([bytes, bytes]))).toBe(true)
        expect(`0x${rlpBytes(hexOf(bytes))}` === toRlp(toHex(bytes))).toBe(true)
      }
    },
  )

  test.each(['', '0', '00', '0000', '1', '01', '7f', '80', '100', '0100', 'ffff'])('for the number 0x%s', (digits) => {
    expect(rlpQuantity(digits)).toBe(hexOf(RLP.encode(BigInt(`0x${digits || '0'}`))))
  })
})

test('Keccak-256 matches for empty input and around its block of 136 bytes', () => {
  for (const length of [0, 1, 135, 136, 137, 271, 272, 5_000]) {
    const bytes = new Uint8Array(length).fill(length % 251)
    expect(`0x${hexOf(keccak(bytes))}`).toBe(keccak256(bytes))
  }
})

test('the trie of an empty list has the well-known root', () => {
  expect(hexOf(orderedTrie([]).root)).toBe('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
})

describe("a node's transaction is encoded to its signed bytes", () => {
  const common = { chainId: 1, nonce: 7, gas: 90_000n, value: 10n ** 18n, to: address, data: '0xdeadbeef' } as const
  const fees = { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 0n }
  const accessList = [{ address, storageKeys: [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] }] as const
  const hash = `0x01${'a'.repeat(62)}` as const
  const signed: [string, TransactionSerializable][] = [
    ['a legacy transaction', { ...common, type: 'legacy', gasPrice: 5n }],
    ['a legacy transaction before EIP-155', { ...common, chainId: undefined, type: 'legacy', gasPrice: 5n }],
    ['a contract creation', { ...common, to: undefined, value: 0n, type: 'legacy', gasPrice: 5n }],
    ['EIP-2930', { ...common, type: 'eip2930', gasPrice: 5n, accessList }],
    ['EIP-1559', { ...common, ...fees, type: 'eip1559', accessList: [] }],
    [
      'EIP-4844',
      { ...common, ...fees, type: 'eip4844', accessList, maxFeePerBlobGas: 9n, blobVersionedHashes: [hash] },
    ],
    [
      'EIP-7702',
      {
        ...common,
        ...fees,
        type: 'eip7702',
        authorizationList: [{ chainId: 1, address, nonce: 0, r: hash, s: hash, yParity: 1 }],
      },
    ],
  ]
  test.each(signed)('%s', async (_, transaction) => {
    const signature = await sign({ hash: keccak256(serializeTransaction(transaction)), privateKey: key })
    const bytes = serializeTransaction(transaction, signature)
    const excuses: Excuses = new Set()
    expect(`0x${transactionDigits(nodeForm(transaction, signature), excuses)}`).toBe(bytes)
    expect(hashOf(bytes.slice(2))).toBe(keccak256(bytes))
    expect([...excuses]).toEqual([])
  })

  test('missing fields and unknown types are reported', () => {
    const excusesOf = (raw: Raw) => {
      const excuses: Excuses = new Set()
      transactionDigits(raw, excuses)
      return [...excuses]
    }
    const whole = { ...common, gasPrice: 5n, type: 'legacy' } as const
    const raw = nodeForm(whole, { r: hash, s: hash, v: 27n })
    expect(excusesOf(raw)).toEqual([])
    for (const field of ['nonce', 'gasPrice', 'gas', 'value', 'input', 'v', 'r', 's'])
      expect(excusesOf({ ...raw, [field]: undefined }), field).toEqual(['field_missing'])
    expect(excusesOf({ ...raw, type: '0x7f' })).toEqual(['type_unknown'])
  })
})

/** As a node writes it. Legacy signatures carry the chain in `v`. */
const nodeForm = (
  transaction: TransactionSerializable,
  { r, s, v, yParity }: { r: string; s: string; v?: bigint | undefined; yParity?: number | undefined },
): Raw => {
  const hex = (value: unknown) =>
    typeof value === 'bigint' || typeof value === 'number' ? toHex(value) : value === undefined ? undefined : value
  const types = { legacy: '0x0', eip2930: '0x1', eip1559: '0x2', eip4844: '0x3', eip7702: '0x4' }
  const { type = 'legacy', data, chainId, authorizationList, ...rest } = transaction as Record<string, unknown>
  const name = type as keyof typeof types
  const parity = BigInt(yParity ?? Number(v ?? 27n) - 27)
  const legacyV = chainId === undefined ? 27n + parity : BigInt(Number(chainId)) * 2n + 35n + parity
  return {
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, hex(value)])),
    type: types[name],
    input: data,
    chainId: hex(chainId),
    accessList: rest.accessList ?? [],
    authorizationList: Array.isArray(authorizationList)
      ? authorizationList.map((entry) => Object.fromEntries(Object.entries(entry).map(([k, value]) => [k, hex(value)])))
      : undefined,
    r,
    s,
    v: toHex(name === 'legacy' ? legacyV : parity),
    ...(name === 'legacy' ? {} : { yParity: toHex(parity) }),
  }
}
