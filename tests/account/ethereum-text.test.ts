import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { type ChallengeFields, ethereumChallenge } from '#lib/account/challenge-text.ts'

const address = '0x57af6B90c2237d2F888bf4CAe56f25FE1b14e531'
const plain: ChallengeFields = {
  domain: 'explorer.example',
  address,
  uri: 'https://explorer.example/',
  chainId: 1,
  nonce: 'DbU1DCTmdzR4lg3wi',
  issuedAt: '2023-02-06T08:38:56.456Z',
  resources: [],
}
const whole: ChallengeFields = {
  ...plain,
  statement: 'Please confirm: 1 of 2 (really)',
  domain: 'explorer.example:8443',
  chainId: 8453,
  expirationTime: '2023-08-18T12:00:00.000Z',
  notBefore: '2023-02-06T08:00:00.000Z',
  resources: ['https://explorer.example/a?b=c#d', 'ipfs://bafy/'],
}

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

describe.each([
  ['without optional fields', plain],
  ['with every field', whole],
])('a message of EIP-4361 %s', (_, fields) => {
  const text = ethereumChallenge.build(fields)
  const { address: named, resources, issuedAt, expirationTime, notBefore, ...rest } = fields

  test('is the one that viem writes, and viem reads it', () => {
    const written = createSiweMessage({
      ...rest,
      address: named.toLowerCase() as `0x${string}`,
      version: '1',
      issuedAt: dateOf(issuedAt),
      expirationTime: dateOf(expirationTime),
      notBefore: dateOf(notBefore),
      ...(resources.length > 0 && { resources }),
    })
    expect(text).toBe(written)
    expect(parseSiweMessage(text)).toMatchObject({ ...rest, address: named, version: '1' })
  })

  test('is parsed back exactly', () => {
    expect(ethereumChallenge.parse(text)).toEqual(fields)
  })

  test('changed by any one character is either invalid or another message in its canonical form', () => {
    for (let at = 0; at <= text.length; at += 1)
      for (const put of ['', '\n', ' ', '\r', 'a', 'Z', '0', ':', '"', '\u00A0'])
        for (const rest of [at, at + 1]) {
          const other = text.slice(0, at) + put + text.slice(rest)
          const parsed = ethereumChallenge.parse(other)
          if (parsed !== undefined) expect(ethereumChallenge.build(parsed)).toBe(other)
        }
  })
})

test.each([
  ['an address in lower case', plain.address.toLowerCase()],
  ['a wrong checksum', plain.address.replace('B90c', 'b90C')],
  ['an Aptos address', `0x${'e9'.repeat(32)}`],
])('%s is not a message of this server', (_, named) => {
  expect(ethereumChallenge.parse(ethereumChallenge.build({ ...plain, address: named }))).toBeUndefined()
})
