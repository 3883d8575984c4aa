import { describe, expect, test } from 'vitest'
import { candidatePath, recognise } from '#lib/recognise/recognise.ts'

const address = `0x${'aB'.repeat(20)}`
const lowAddress = address.toLowerCase()
const hash = `0x${'1c'.repeat(32)}`

const paths = (text: string) => recognise(text).map((candidate) => candidatePath(candidate, 'eth'))

describe('recognised text', () => {
  test.each<[string, string, string[]]>([
    ['an EVM address in any case', address, [`/eth/address/${lowAddress}`]],
    ['an address without 0x', address.slice(2), [`/eth/address/${lowAddress}`]],
    ['an address in quotes with a comma', ` "${address}", `, [`/eth/address/${lowAddress}`]],
    [
      'a 32-byte hash is a transaction, a block, or an Aptos account, transaction, collection or token',
      hash,
      [
        `/eth/tx/${hash}`,
        `/eth/block/${hash}`,
        `/aptos/account/${hash}`,
        `/aptos/txn/${hash}`,
        `/aptos/collection/${hash.slice(2)}`,
        `/aptos/token/${hash.slice(2)}`,
      ],
    ],
    [
      'a number is a block, an Aptos version or a height',
      '17715655',
      ['/eth/block/17715655', '/aptos/txn/17715655', '/aptos/block/17715655'],
    ],
    [
      'a number with separators',
      '#17,715,655',
      ['/eth/block/17715655', '/aptos/txn/17715655', '/aptos/block/17715655'],
    ],
    ['a number with leading zeros', '007', ['/eth/block/7', '/aptos/txn/7', '/aptos/block/7']],
    ['a short Aptos address', '0x1', ['/aptos/account/0x1']],
    ['a chain before a colon', `polygon:${address}`, [`/polygon/address/${lowAddress}`]],
    ['an EIP-3770 short name', `bnb:${address}`, [`/bsc/address/${lowAddress}`]],
    ['a chain name of two words', `bsc-testnet:${address}`, [`/bsc-testnet/address/${lowAddress}`]],
    ['a number on a named chain', 'eth:100', ['/eth/block/100']],
    ['a number on Aptos', 'aptos:100', ['/aptos/txn/100', '/aptos/block/100']],
    ['a link to a transaction', `https://etherscan.io/tx/${hash}#eventlog`, [`/eth/tx/${hash}`]],
    [
      'a link to an address on another chain',
      `https://polygonscan.com/address/${address}`,
      [`/polygon/address/${lowAddress}`],
    ],
    ['a link to a testnet', `https://sepolia.etherscan.io/block/12`, ['/sepolia/block/12']],
    [
      'a link to a token with a holder',
      `https://arbiscan.io/token/${address}?a=${address}`,
      [`/arbitrum/token/${lowAddress}`],
    ],
    ['a link to one token of a contract', `https://etherscan.io/token/${address}?a=17`, [`/eth/nft/${lowAddress}/17`]],
    ['a link to an NFT', `https://etherscan.io/nft/${address}/017`, [`/eth/nft/${lowAddress}/17`]],
    [
      'a Blockscout link to an NFT',
      `https://eth.blockscout.com/token/${address}/instance/9`,
      [`/eth/nft/${lowAddress}/9`],
    ],
    ['a link without its protocol', `www.bscscan.com/tx/${hash}`, [`/bsc/tx/${hash}`]],
    ['a Blockscout link', `https://eth.blockscout.com/tx/${hash}?tab=logs`, [`/eth/tx/${hash}`]],
    ['a link to an unknown EVM explorer', `https://explorer.example.org/tx/${hash}`, [`/eth/tx/${hash}`]],
    ['an Aptos link', 'https://explorer.aptoslabs.com/txn/1000000/events?network=mainnet', ['/aptos/txn/1000000']],
    ['an Aptos account link', 'https://explorer.aptoslabs.com/account/0x1/resources', ['/aptos/account/0x1']],
    ['an Aptos block link', 'https://explorer.aptoslabs.com/block/499540', ['/aptos/block/499540']],
    ['an Aptos token link', `https://explorer.aptoslabs.com/token/${hash}/0`, [`/aptos/token/${hash.slice(2)}`]],
    [
      'an Aptos collection page of this site',
      `/aptos/collection/${hash.slice(2)}`,
      [`/aptos/collection/${hash.slice(2)}`],
    ],
    ['an Aptos creator page of this site', `/aptos/creator/${hash}`, [`/aptos/creator/${hash}`]],
    ['a link to this site', `http://localhost:3000/polygon/tx/${hash}/logs`, [`/polygon/tx/${hash}`]],
    ['an EIP-681 payment', `ethereum:${address}@137?value=2.014e18`, [`/polygon/address/${lowAddress}`]],
    ['an EIP-681 payment with its prefix', `ethereum:pay-${address}`, [`/eth/address/${lowAddress}`]],
    [
      'an EIP-681 call',
      `ethereum:${address}@0x1/transfer?address=${address}&uint256=1`,
      [`/eth/address/${lowAddress}`],
    ],
    ['a CAIP-10 account', `eip155:56:${address}`, [`/bsc/address/${lowAddress}`]],
    ['a CAIP-10 account as a DID', `did:pkh:eip155:1:${address}`, [`/eth/address/${lowAddress}`]],
    ['a CAIP-10 account of a devnet', `eip155:31337:${address}`, [`/0x7a69/address/${lowAddress}`]],
    ['a CAIP-10 account of Aptos', 'aptos:1:0x1', ['/aptos/account/0x1']],
    ['a CAIP-10 account of the Aptos testnet', 'aptos:2:0x1', ['/aptos/account/0x1?network=testnet']],
    ['a CAIP-2 chain', 'eip155:137', ['/polygon']],
    ['a CAIP-19 NFT', `eip155:1/erc721:${address}/0123`, [`/eth/nft/${lowAddress}/123`]],
    ['a CAIP-19 token', `eip155:1/erc20:${address}`, [`/eth/address/${lowAddress}`]],
    ['an address with a token id', `eth:${address}/7`, [`/eth/nft/${lowAddress}/7`]],
    [
      'zero widths, marks of direction and a byte order mark',
      `\uFEFF\u200E0x\u200B${'aB\u00AD'.repeat(20)}\u2069`,
      [`/eth/address/${lowAddress}`],
    ],
    ['non-breaking spaces', `\u00A0eth:\u00A0${address}\u202F`, [`/eth/address/${lowAddress}`]],
    ['an address over two lines', `${address.slice(0, 20)}\r\n  ${address.slice(20)}`, [`/eth/address/${lowAddress}`]],
    [
      'a link over two lines',
      `https://polygonscan.com/tx/${hash.slice(0, 40)}\n${hash.slice(40)}`,
      [`/polygon/tx/${hash}`],
    ],
    ['typographic quotes and a question mark', `“${address}”?`, [`/eth/address/${lowAddress}`]],
    ['square brackets', `[${address}]`, [`/eth/address/${lowAddress}`]],
    [
      'an Aptos link to the testnet',
      'https://explorer.aptoslabs.com/account/0x1?network=testnet',
      ['/aptos/account/0x1?network=testnet'],
    ],
    [
      'a link with the chain after a word',
      `https://opensea.io/assets/matic/${address}/7`,
      [`/polygon/address/${lowAddress}`],
    ],
    ['a link with the page behind #', `https://polygonscan.com/#/tx/${hash}`, [`/polygon/tx/${hash}`]],
    [
      'a link with a chain-qualified parameter',
      `https://app.safe.global/home?safe=bnb:${address}`,
      [`/bsc/address/${lowAddress}`],
    ],
    ['a path of this site', `/bsc-testnet/address/${address}`, [`/bsc-testnet/address/${lowAddress}`]],
  ])('%s', (_, text, expected) => expect(paths(text)).toEqual(expected))

  test.each([
    '',
    '   ',
    'vitalik',
    '0x',
    '0xzz',
    `${address}0${'f'.repeat(30)}`,
    'https://example.org/',
    '1.5',
    '-1',
    'eth:',
    'eip155:1/slip44:60',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
    `${address} ${address}`,
    `https://git.example.org/commit/${address.slice(2)}`,
    'ethereum:0x12@1',
    '1'.repeat(21),
    'x'.repeat(5_000),
  ])('%j is not recognised', (text) => expect(recognise(text)).toEqual([]))
})
