import { expect, test } from 'vitest'
import { exportAddress, exportFileName } from '#lib/api/export-address.ts'
import { byteSize } from '#lib/format/byte-size.ts'

test('a list is exported under its own path and parameters', () => {
  expect(exportAddress('/api/v2/0xab/nft?chain=eth', 'csv')).toBe('/api/export/csv/v2/0xab/nft?chain=eth')
  expect(exportAddress('/api/explorer/evm/blocks', 'jsonl')).toBe('/api/export/jsonl/explorer/evm/blocks')
})

test('a file name contains the list, the chain and the subject, whatever characters these hold', () => {
  const path = '/api/v2/:address/nft'
  expect(exportFileName('walletNfts', path, { address: '0xab5801a7d398351b8be11c43', chain: 'eth' })).toBe(
    'wallet-nfts-eth-0xab5801a7d3',
  )
  expect(exportFileName('walletNfts', path, { address: '../"x\r\n', chain: 'bsc testnet' })).toBe(
    'wallet-nfts-bsc-testnet-..-x-',
  )
  expect(exportFileName('erc20Transfers', '/api/v2/erc20/transfers', {})).toBe('erc20-transfers')
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [36_221_983, '36.2 MB'],
  [5e15, '5000.0 TB'],
])('%d bytes are shown as %s', (bytes, words) => {
  expect(byteSize(bytes)).toBe(words)
})
