import { describe, expect, test } from 'vitest'
import { signInApi } from '#lib/account/contract/api.ts'
import { createMatcher, type Routes } from '#lib/api/route.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'

const a = '0x1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'

const nameAt = (routes: Routes, path: string, method = 'GET'): string => {
  const match = createMatcher(routes)(method, path)
  return match.kind === 'found' ? match.name : match.kind
}

describe('a path is matched to its endpoint', () => {
  test.each([
    [`/api/v2/${a}`, 'walletTransactions'],
    [`/api/v2/${a}/verbose`, 'walletTransactionsVerbose'],
    [`/api/v2/${a}/nft`, 'walletNfts'],
    [`/api/v2/${a}/nft/transfers`, 'walletNftTransfers'],
    ['/api/v2/nft/search', 'searchNfts'],
    [`/api/v2/nft/${a}`, 'contractNfts'],
    [`/api/v2/nft/${a}/owners`, 'contractNftOwners'],
    [`/api/v2/nft/${a}/101`, 'nftMetadata'],
    [`/api/v2/nft/${a}/0x65`, 'nftMetadata'],
    ['/api/v2/nft/search/101', 'nftMetadata'],
    ['/api/v2/block/17715655/nft/transfers', 'blockNftTransfers'],
    ['/api/v2/erc20/burns', 'erc20Burns'],
    ['/api/v2/erc20/transfers', 'erc20Transfers'],
    ['/api/v2/erc20/approvals', 'erc20Approvals'],
    [`/api/v2/transaction/0x${'ab'.repeat(32)}`, 'transaction'],
    [`/api/v2/transaction/0x${'ab'.repeat(32)}/verbose`, 'transactionVerbose'],
    // A literal goes before a parameter even where the parameter would fit and the rest is the same.
    ['/api/v2/nft/nft', 'contractNfts'],
    ['/api/v2/transaction/verbose', 'transaction'],
    ['/api/v2/nft', 'walletTransactions'],
    ['/api/v2', 'none'],
    [`/api/v2/${a}/nope`, 'none'],
    [`/api/v2/${a}/nft/transfers/more`, 'none'],
    ['/api/v3/nft/search', 'none'],
  ])('EVM %s is %s', (path, name) => {
    expect(nameAt(evmApi, path)).toBe(name)
  })

  test.each([
    ['/nfts/transfers/creators', 'creatorNftTransfers'],
    [`/nfts/transfers/collections/${'6c'.repeat(32)}`, 'collectionNftTransfers'],
    ['/wallets/nfts/transfers', 'walletNftTransfers'],
    ['/nfts/transfers/wallets', 'walletNftTransfers'],
    ['/nfts/owners', 'nftOwners'],
    ['/blocks/by_version/5', 'blockByVersion'],
    ['/blocks/5', 'blockByHeight'],
    ['/blocks/by_version', 'blockByHeight'],
  ])('Aptos %s is %s', (path, name) => {
    expect(nameAt(aptosApi, path)).toBe(name)
  })

  test('an explorer block and its transactions are distinguished', () => {
    expect(nameAt(evmExplorerApi, '/evm/blocks')).toBe('evmBlocks')
    expect(nameAt(evmExplorerApi, '/evm/blocks/5')).toBe('evmBlock')
    expect(nameAt(evmExplorerApi, '/evm/blocks/5/transactions')).toBe('evmBlockTransactions')
  })
})

describe('route order does not matter', () => {
  const get = (path: string) => ({ method: 'GET', path }) as const
  // Found by permutation: a shorter pattern between two that compete must not hide their order.
  const routes: Routes = { parameter: get('/x/:y'), short: get('/x'), literal: get('/x/z'), deep: get('/x/:y/w') }
  const permutations = (names: string[]): string[][] =>
    names.length < 2
      ? [names]
      : names.flatMap((name) => permutations(names.filter((other) => other !== name)).map((rest) => [name, ...rest]))

  test('the earlier literal segment wins in every order', () => {
    const found = permutations(Object.keys(routes)).map((names) => {
      const ordered = Object.fromEntries(names.flatMap((name) => (routes[name] ? [[name, routes[name]]] : [])))
      return nameAt(ordered, '/x/z')
    })
    expect(new Set(found)).toEqual(new Set(['literal']))
  })

  test('the EVM routes match the same in reverse order', () => {
    const reversed = Object.fromEntries(Object.entries(evmApi).reverse()) as Routes
    expect(nameAt(reversed, '/api/v2/nft/search')).toBe('searchNfts')
    expect(nameAt(reversed, `/api/v2/nft/${a}/owners`)).toBe('contractNftOwners')
    expect(nameAt(reversed, `/api/v2/${a}/nft`)).toBe('walletNfts')
  })
})

describe('path parameters', () => {
  test('are decoded', () => {
    const match = createMatcher(evmApi)('GET', '/api/v2/block/%31%32/nft/transfers')
    expect(match).toEqual({ kind: 'found', name: 'blockNftTransfers', parameters: { block_number_or_hash: '12' } })
  })

  test('with a broken percent sequence match nothing instead of failing', () => {
    expect(nameAt(evmApi, '/api/v2/%E0%A4%A')).toBe('none')
  })

  test('keep an encoded slash', () => {
    const match = createMatcher(evmApi)('GET', '/api/v2/a%2Fnft')
    expect(match).toEqual({ kind: 'found', name: 'walletTransactions', parameters: { address: 'a/nft' } })
  })

  test('ignore a trailing slash', () => {
    expect(nameAt(evmApi, `/api/v2/${a}/nft/`)).toBe('walletNfts')
  })

  test('with the wrong method are distinguished from an unknown path', () => {
    const match = createMatcher(signInApi)('GET', '/challenge/verify/aptos')
    expect(match).toEqual({ kind: 'wrong_method', allowed: ['POST'] })
    expect(nameAt(signInApi, '/challenge/verify/solana', 'POST')).toBe('none')
  })
})
