import { describe, expect, test } from 'vitest'
import { fitsChallenge, isWalletMessage, plainWalletMessage, readWalletMessage } from '#lib/account/aptos-sign-in.ts'
import { aptosChallenge, type ChallengeFields } from '#lib/account/challenge-text.ts'

const address = `0x${'e9'.repeat(32)}`
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
  statement: 'Please confirm',
  chainId: 2,
  expirationTime: '2023-08-18T12:00:00.000Z',
  notBefore: '2023-02-06T08:00:00.000Z',
  resources: ['https://explorer.example/a', 'ipfs://bafy/'],
}
const plainText = aptosChallenge.build(plain)
const wholeText = aptosChallenge.build(whole)

describe('a challenge', () => {
  test('without a statement has two blank lines, and no line break at its end', () => {
    expect(plainText).toBe(
      `explorer.example wants you to sign in with your Aptos account:\n${address}\n\n\nURI: https://explorer.example/\n` +
        'Version: 1\nChain ID: 1\nNonce: DbU1DCTmdzR4lg3wi\nIssued At: 2023-02-06T08:38:56.456Z',
    )
  })

  test('with every field follows the order of EIP-4361', () => {
    expect(wholeText.split('\n').slice(2)).toEqual([
      '',
      'Please confirm',
      '',
      'URI: https://explorer.example/',
      'Version: 1',
      'Chain ID: 2',
      'Nonce: DbU1DCTmdzR4lg3wi',
      'Issued At: 2023-02-06T08:38:56.456Z',
      'Expiration Time: 2023-08-18T12:00:00.000Z',
      'Not Before: 2023-02-06T08:00:00.000Z',
      'Resources:',
      '- https://explorer.example/a',
      '- ipfs://bafy/',
    ])
  })

  const variants: Partial<ChallengeFields>[] = [
    {},
    { statement: 'URI: https://evil.example/' },
    { statement: 'nonce: x' },
    { statement: 'APTOS' },
    { statement: ' ' },
    { domain: '[::1]:3000' },
    { domain: 'Explorer.Example:443' },
    { resources: ['a:b'] },
    { resources: Array.from({ length: 10 }, (_, index) => `https://r.example/${index}`) },
    { notBefore: '2023-02-06T08:00:00.000Z' },
    { expirationTime: '9999-12-31T23:59:59.999Z' },
  ]
  test.each([...variants, ...variants.map((each) => ({ ...whole, ...each }))])('is parsed back exactly: %j', (part) => {
    const fields = { ...plain, ...part }
    const text = aptosChallenge.build(fields)
    expect(aptosChallenge.parse(text)).toEqual(fields)
  })
})

const lines = (text: string, change: (lines: string[]) => unknown): string => {
  const list = text.split('\n')
  change(list)
  return list.join('\n')
}

describe('text that is not a challenge', () => {
  test.each<[string, string]>([
    ['nothing', ''],
    ['CRLF', wholeText.replaceAll('\n', '\r\n')],
    ['a carriage return', wholeText.replace('\n', '\r\n')],
    ['a newline at the end', `${wholeText}\n`],
    ['a space at the end', `${wholeText} `],
    ['a space at a line end', plainText.replace('Version: 1', 'Version: 1 ')],
    ['a space at the start', ` ${plainText}`],
    ['a byte order mark', `\uFEFF${plainText}`],
    ['leading text', `Hello\n${plainText}`],
    ['a leading blank line', `\n${plainText}`],
    ['two challenges', `${plainText}\n${plainText}`],
    ['a second nonce', plainText.replace('Nonce: ', 'Nonce: AAAAAAAAAAAAAAAAA\nNonce: ')],
    ['an extra line', plainText.replace('Version: 1', 'Version: 1\nX: y')],
    ['a Request ID', `${plainText}\nRequest ID: 1`],
    ['an upper-case address', plainText.replace(address, address.toUpperCase().replace('X', 'x'))],
    ['an address of 63 digits', plainText.replace(address, address.slice(0, -1))],
    ['a short address', plainText.replace(address, '0x1')],
    ['an address without 0x', plainText.replace(address, address.slice(2))],
    ['a homoglyph', plainText.replace('explorer', 'expl\u043Erer')],
    ['full-width digits', plainText.replace('Version: 1', 'Version: \uFF11')],
    ['another chain', plainText.replace('Chain ID: 1', 'Chain ID: 3')],
    ['a chain id with a leading zero', plainText.replace('Chain ID: 1', 'Chain ID: 01')],
    ['a fractional chain id', plainText.replace('Chain ID: 1', 'Chain ID: 1.0')],
    ['another version', plainText.replace('Version: 1', 'Version: 2')],
    ['Ethereum', plainText.replace('Aptos', 'Ethereum')],
    ['an EVM address', plainText.replace(address, address.slice(0, 42))],
    ['a short nonce', plainText.replace('DbU1DCTmdzR4lg3wi', 'DbU1DCTmdzR4lg3w')],
    ['a nonce with a symbol', plainText.replace('DbU1DCTmdzR4lg3wi', 'DbU1DCTmdzR4lg3w-')],
    ['a time without milliseconds', plainText.replace('.456Z', 'Z')],
    ['a time with a time zone', plainText.replace('.456Z', '.456+00:00')],
    ['an impossible date', plainText.replace('02-06', '02-30')],
    ['an invalid date', wholeText.replace('2023-08-18T12:00:00.000Z', 'never')],
    ['an empty expiration time', wholeText.replace('Expiration Time: 2023-08-18T12:00:00.000Z', 'Expiration Time: ')],
    ['swapped lines', lines(plainText, (list) => list.splice(4, 2, list[5] ?? '', list[4] ?? ''))],
    ['resources without items', `${plainText}\nResources:`],
    ['a resource without a dash', wholeText.replace('- ipfs', 'ipfs')],
    ['a repeated resource', wholeText.replace('ipfs://bafy/', 'https://explorer.example/a')],
    ['a resource that is not a URI', wholeText.replace('ipfs://bafy/', 'bafy')],
    ['a missing blank line', plainText.replace('\n\n\n', '\n\n')],
    ['an extra blank line', plainText.replace('\n\n\n', '\n\n\n\n')],
    ['a statement with two lines', wholeText.replace('Please confirm', 'Please\nconfirm')],
    ['a non-ASCII statement', wholeText.replace('Please', 'Pl\u0435ase')],
    ['a tab', plainText.replace('URI: ', 'URI:\t')],
    ['NUL', plainText.replace('URI', '\0URI')],
    ['a lone surrogate', `${plainText}\uD800`],
    ['a wallet message', plainWalletMessage(plainText, 'x')],
  ])('%s', (_, text) => {
    expect(aptosChallenge.parse(text)).toBeUndefined()
  })

  test('changed by any one character is either invalid or another challenge in its canonical form', () => {
    for (const text of [plainText, wholeText]) {
      for (let at = 0; at <= text.length; at += 1) {
        for (const put of ['', '\n', ' ', '\r', 'a', 'Z', '0', ':', '\u00A0', 'é']) {
          for (const rest of [at, at + 1]) {
            const other = text.slice(0, at) + put + text.slice(rest)
            const parsed = aptosChallenge.parse(other)
            if (parsed !== undefined) expect(aptosChallenge.build(parsed)).toBe(other)
          }
        }
      }
    }
  })
})

describe("a wallet's full message", () => {
  const challenge = aptosChallenge.build({ ...whole, statement: 'nonce: 1' })
  const read = (...parts: string[]) => readWalletMessage(['APTOS', ...parts].join('\n'))
  const inner = `message: ${challenge}`
  const fields = { address, application: 'explorer.example', chainId: '2' }
  const fieldLines = [`address: ${address}`, 'application: explorer.example', 'chainId: 2']

  test.each([
    ['no extra fields', [inner, 'nonce: null'], {}],
    ['fields before the message', [...fieldLines, inner, 'nonce: 7'], fields],
    ['fields in another order', [...fieldLines.toReversed(), inner, 'nonce: 7'], fields],
    ['fields after the nonce', [inner, 'nonce: 7', ...fieldLines], fields],
    ['fields before and after', [...fieldLines.slice(0, 1), inner, 'nonce: ', ...fieldLines.slice(1)], fields],
  ])('is parsed with %s', (_, parts, expected) => {
    expect(read(...parts)).toEqual({ challenge, ...expected })
  })

  test.each<[string, string[]]>([
    ['no nonce', [inner]],
    ['no message', ['nonce: 1']],
    ['a repeated field', [...fieldLines, 'chainId: 2', inner, 'nonce: 1']],
    ['a field on both sides', [...fieldLines, inner, 'nonce: 1', 'chainId: 2']],
    ['two nonces', [inner, 'nonce: 1', 'nonce: 2']],
    ['a nonce before the message', ['nonce: 1', inner]],
    ['an unknown field', ['sender: x', inner, 'nonce: 1']],
    ['trailing text', [inner, 'nonce: 1', '']],
    ['a nonce that is too long', [inner, `nonce: ${'1'.repeat(257)}`]],
    ['a nonce with a control character', [inner, 'nonce: a\rb']],
    ['a nonce with a lone surrogate', [inner, 'nonce: \uD800']],
    ['a misspelled message field', [inner.replace('message', 'Message'), 'nonce: 1']],
  ])('is refused with %s', (_, parts) => {
    const message = read(...parts)
    // What is left over ends up in the challenge, which is then none.
    expect(message && aptosChallenge.parse(message.challenge)).toBeUndefined()
  })

  test('nested in another one is refused', () => {
    const message = read(`message: ${plainWalletMessage(plainText, '1')}`, 'nonce: 1')
    expect(message && aptosChallenge.parse(message.challenge)).toBeUndefined()
  })

  test('starts with APTOS alone on its first line', () => {
    expect(isWalletMessage(plainWalletMessage(plainText, 'n'))).toBe(true)
    for (const other of ['APTOS', 'Aptos\nx', 'APTOS\r\nx', ' APTOS\nx', plainText])
      expect(isWalletMessage(other)).toBe(false)
  })

  const fits = (given: Partial<typeof fields>, domain = 'explorer.example') =>
    fitsChallenge({ challenge, ...given }, { domain, address, chainId: 2 })

  test.each([
    {},
    fields,
    { address: address.toUpperCase().replace('X', 'x') },
    { application: 'https://explorer.example' },
    { application: 'https://explorer.example/sign-in?a=b#c' },
    { application: 'EXPLORER.example' },
  ])('matches the challenge with %j', (given) => {
    expect(fits(given)).toBe(true)
  })

  test('matches a domain with its port', () => {
    expect(fits({ application: 'http://localhost:3000/sign-in' }, 'localhost:3000')).toBe(true)
    expect(fits({ application: 'http://localhost:3001/sign-in' }, 'localhost:3000')).toBe(false)
  })

  test.each([
    { address: `0x${'e8'.repeat(32)}` },
    { address: '' },
    { chainId: '1' },
    { chainId: '02' },
    { chainId: '' },
    { application: '' },
    { application: 'evil.example' },
    { application: 'https://explorer.example.evil.example' },
    { application: 'https://evil.example/explorer.example' },
    { application: 'https://explorer.example@evil.example/' },
    { application: 'https://evil@explorer.example/' },
    { application: 'https://evil.example#explorer.example' },
    { application: 'https://' },
    { application: 'explorer.example/' },
    { application: 'explorer.example evil.example' },
    { application: 'xn--explrer-u4a.example' },
  ])('does not match with %j', (given) => {
    expect(fits(given)).toBe(false)
  })
})
