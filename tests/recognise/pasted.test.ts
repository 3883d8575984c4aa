import { describe, expect, test } from 'vitest'
import { readPasted } from '#lib/recognise/pasted.ts'
import { pastedCharactersMax, pastedItemsMax } from '#lib/recognise/pasted-limits.ts'
import { candidatePath } from '#lib/recognise/recognise.ts'

const address = `0x${'aB'.repeat(20)}`
const low = address.toLowerCase()
const other = `0x${'12'.repeat(20)}`
const hash = `0x${'1c'.repeat(32)}`
const second = `0x${'2d'.repeat(32)}`

/** The likeliest page of each recognised item; others with a question mark. */
const read = (text: string): string[] =>
  readPasted(text).items.map(({ text: item, candidates: [first] }) =>
    first ? candidatePath(first, 'eth') : `? ${item}`,
  )

const account = `/eth/address/${low}`
const tx = `/eth/tx/${hash}`
const numberedHash = (index: number) => `0x${index.toString(16).padStart(64, '0').replace(/^0/, 'c')}`

describe('items in pasted text', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['white space and brackets', ' \n\t[ ] { } ,,,\r\n', []],
    ['one address', address, [account]],
    ['lines', `${address}\n${hash}\n`, [account, tx]],
    ['Windows line ends', `${address}\r\n${hash}\r\n`, [account, tx]],
    ['spaces, as pasted into a single-line field', `${address} ${hash}`, [account, tx]],
    ['commas', `${address},${hash}`, [account, tx]],
    ['trailing commas and spaces', `${address}, ${hash},`, [account, tx]],
    ['tabs', `${address}\t${hash}`, [account, tx]],
    ['semicolons and pipes', `${address};${hash}|${second}`, [account, tx, `/eth/tx/${second}`]],
    ['quotes', `"${address}" '${hash}' \`${other}\``, [account, tx, `/eth/address/${other}`]],
    ['hex without 0x', `${low.slice(2)} ${hash.slice(2)}`, [account, tx]],
    ['a JSON array', JSON.stringify([address, hash]), [account, tx]],
    ['a JSON object', JSON.stringify({ from: address, value: '1000', ok: true, tx: { hash } }, null, 2), [account, tx]],
    ['JSON keys', JSON.stringify({ [address]: '12' }), [account]],
    [
      'block numbers in JSON',
      JSON.stringify({ block_number: '25', nonce: 7, height: 26 }),
      ['/eth/block/25', '/eth/block/26'],
    ],
    ['a table column', `Hash\n"${hash}"\n"${second}"`, ['? Hash', tx, `/eth/tx/${second}`]],
    ['JSON lines', `{"from":"${address}"}\n{"hash":"${hash}"}`, [account, tx]],
    ['truncated JSON', `{\n  "from": "${address}",\n  "hash": "${hash}`, [account, tx]],
    ['a log line', `2024-05-01T12:00:00Z INFO sent tx=${hash} from=${address} gas=21000 nonce=0x5`, [tx, account]],
    ['a name before a colon', `from:${address} hash: ${hash}`, [account, tx]],
    ['an error log', `Error: execution reverted (tx ${hash}): at line 12`, [tx]],
    ['a block in a log', 'Imported block 17,715,655 in 12ms', ['/eth/block/17715655']],
    ['a number after a hash sign in a log', 'block=#25 done', ['/eth/block/25']],
    ['a version in a log', 'processed version 1000000', ['/eth/block/1000000']],
    ['a height in a log', 'height: 42', ['/eth/block/42']],
    ['numbers on lines', '25\n26\n#27', ['/eth/block/25', '/eth/block/26', '/eth/block/27']],
    ['numbers on one line', '17715655 17715656', ['/eth/block/17715655', '/eth/block/17715656']],
    ['a number with separators', '17,715,655', ['/eth/block/17715655']],
    ['a table with amounts', `"${hash}","25","1.5"`, [tx]],
    ['a link', `https://etherscan.io/tx/${hash}#eventlog`, [tx]],
    [
      'links on lines',
      `https://polygonscan.com/address/${address}\nhttps://sepolia.etherscan.io/block/12`,
      [`/polygon/address/${low}`, '/sepolia/block/12'],
    ],
    [
      'links in a sentence',
      `See https://etherscan.io/tx/${hash}, then (https://bscscan.com/token/${address}).`,
      [tx, `/bsc/token/${low}`],
    ],
    ['a Markdown link', `[this](https://arbiscan.io/tx/${hash})`, [`/arbitrum/tx/${hash}`]],
    ['a link to an NFT', `https://etherscan.io/nft/${address}/17 and more`, [`/eth/nft/${low}/17`]],
    ['a link without its protocol', `look at etherscan.io/tx/${hash} now`, [tx]],
    [
      'Aptos links',
      'https://explorer.aptoslabs.com/txn/1000000?network=mainnet https://explorer.aptoslabs.com/account/0x1',
      ['/aptos/txn/1000000', '/aptos/account/0x1'],
    ],
    [
      'an Aptos block and token',
      `https://explorer.aptoslabs.com/block/5\nhttps://explorer.aptoslabs.com/token/${hash}/0`,
      ['/aptos/block/5', `/aptos/token/${hash.slice(2)}`],
    ],
    ['paths of this site', `/demo/nft/${address}/3\n/aptos/txn/4`, [`/demo/nft/${low}/3`, '/aptos/txn/4']],
    [
      'a chain before a colon',
      `polygon:${address} bsc-testnet:${hash}`,
      [`/polygon/address/${low}`, `/bsc-testnet/tx/${hash}`],
    ],
    ['numbers after a chain', 'eth:100 aptos:7', ['/eth/block/100', '/aptos/txn/7']],
    ['a short Aptos address on its own', '0x1\n0xa550c18', ['/aptos/account/0x1', '/aptos/account/0xa550c18']],
    ['an Aptos function', `${hash}::coin::transfer<0x1::aptos_coin::AptosCoin>`, [tx]],
    ['an address with an invalid digit', `${address.slice(0, -1)}g`, [`? ${address.slice(0, -1)}g`]],
    ['calldata', `0xa9059cbb${'0'.repeat(128)}`, [`? 0xa9059cbb${'0'.repeat(128)}`]],
    ['a name', 'vitalik.eth', ['? vitalik.eth']],
    ['a link to another site', 'https://example.org/about/us', ['? https://example.org/about/us']],
    ['a line of words', 'hello there', []],
  ])('%s', (_, text, expected) => expect(read(text)).toEqual(expected))

  test('keep the pasted spelling, and 64 hex digits can be several things', () => {
    const [item] = readPasted(`tx ${hash}`).items
    expect(item?.text).toBe(hash)
    expect(item?.candidates.map(({ kind }) => kind)).toEqual([
      'evm-transaction',
      'evm-block',
      'aptos-account',
      'aptos-transaction',
      'aptos-collection',
      'aptos-token',
    ])
  })

  test('are listed once whatever their spelling, and once per chain', () => {
    const { items } = readPasted([address, low, address.slice(2), hash, address].join('\n'))
    expect(items.map(({ text }) => text)).toEqual([address, hash])
    expect(read(`eth:${address} polygon:${address}`)).toHaveLength(2)
  })

  test('are limited to the first 500 in order, and the rest is counted', () => {
    const { items, leftOut } = readPasted(Array.from({ length: 500 }, (_, index) => numberedHash(index)).join('\n'))
    expect(items).toHaveLength(pastedItemsMax)
    expect(items.at(-1)?.text).toBe(numberedHash(pastedItemsMax - 1))
    expect(leftOut).toBe(300)
  })

  test('are not crowded out by unrecognised lines', () => {
    const nonsense = Array.from({ length: 300 }, (_, index) => `nothing-${index}x`)
    const hashes = Array.from({ length: 190 }, (_, index) => numberedHash(index))
    const { items, leftOut } = readPasted([...nonsense, ...hashes].join('\n'))
    expect(items.filter(({ candidates }) => candidates.length > 0)).toHaveLength(190)
    expect(items).toHaveLength(pastedItemsMax)
    expect(leftOut).toBe(290)
  })

  test('are read only from the beginning of a huge text', () => {
    const { items, isCut } = readPasted(`${hash}\n${'x'.repeat(pastedCharactersMax)}\n${address}`)
    expect(isCut).toBe(true)
    expect(items[0]?.text).toBe(hash)
    expect(items).toHaveLength(2)
  })

  test.each<[string, string]>([
    ['letters on one line', 'a'],
    ['dots and letters', 'a.'],
    ['dashes', 'a-'],
    ['slashes', '/a'],
    ['hex', '0x'],
    ['digits', '7 '],
    ['a single number with millions of digits', '7'],
    ['an endless number with separators', '123,'],
    ['words that start with digits', 'block '],
    ['JSON brackets', '['],
    ['prefixes', 'ab:'],
    ['hashes', `${'0x'}${'3e'.repeat(32)} `],
    ['spaces', ' '],
  ])('in millions of %s are bounded, and those of the beginning alone', (_, part) => {
    const beginning = part.repeat(Math.ceil(pastedCharactersMax / part.length)).slice(0, pastedCharactersMax)
    const pasted = readPasted(beginning + part.repeat(1_000_000))
    expect(pasted.items.length).toBeLessThanOrEqual(pastedItemsMax)
    expect(pasted).toEqual({ ...readPasted(beginning), isCut: true })
  })
})
