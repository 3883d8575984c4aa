import { expect, test } from 'vitest'
import { switchChain } from '#components/evm/parts/send-transaction.ts'

const devnet = { chainId: '0x7a69', title: 'Local devnet', symbol: 'ETH', decimals: 18 }

const walletWithout = (chainId: string) => {
  const asked: string[] = []
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    if (method === 'wallet_addEthereumChain') chainId = ''
    else if (chainId !== '') throw Object.assign(new Error('Unrecognized chain ID'), { code: 4902 })
    return null
  }
  return {
    wallet: {
      id: 'test',
      rdns: 'test.wallet',
      name: 'Test wallet',
      isSecond: false,
      account: '0x',
      chainId: 1n,
      request,
      on: () => {},
    },
    asked,
  }
}

test('a wallet that does not know the chain is told so where no public node is configured', async () => {
  const { wallet, asked } = walletWithout(devnet.chainId)
  expect(await switchChain(wallet, { ...devnet, publicNodeUrl: undefined })).toMatch(
    /^The wallet does not know Local devnet \(chain id 31337\)/,
  )
  expect(asked).toEqual(['wallet_switchEthereumChain'])
})

test('with a public node it is offered the chain, and switches to it', async () => {
  const { wallet, asked } = walletWithout(devnet.chainId)
  expect(await switchChain(wallet, { ...devnet, publicNodeUrl: 'https://node.example' })).toBeUndefined()
  expect(asked).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain'])
})
