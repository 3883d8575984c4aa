/** Contracts and published wallets that no package lists by chain. `chain` undefined: the same on every chain. */
export const ownContracts: readonly {
  chain: number | undefined
  address: string
  kind: string
  name: string
  source: string
}[] = [
  ...(
    [
      ['0x00000000219ab540356cbb839cbe05303d7705fa', 'staking', 'Beacon deposit contract', 'ethereum/consensus-specs'],
      ['0x881d40237659c251811cec9c364ef91dc08d300c', 'router', 'MetaMask: swap router', 'MetaMask Swaps'],
      ['0x1111111254fb6c44bac0bed2854e76f90643097d', 'router', '1inch: aggregation router 4', '1inch documentation'],
      ['0x1111111254eeb25477b68fb85ed929f73a960582', 'router', '1inch: aggregation router 5', '1inch documentation'],
      ['0x111111125421ca6dc452d289314280a0f8842a65', 'router', '1inch: aggregation router 6', '1inch documentation'],
      ['0xdef1c0ded9bec7f1a1670819833240f027b25eff', 'router', '0x: exchange proxy', '@0x/contract-addresses'],
      ['0x6131b5fae19ea4f9d964eac0408e4408b66337b5', 'router', 'KyberSwap: router 2', 'KyberSwap documentation'],
      ['0x9008d19f58aabd9ed0d60971565aa8510560ab41', 'exchange', 'CoW Protocol: settlement', '@cowprotocol/contracts'],
      ['0xba12222222228d8ba445958a75a0704d566bf2c8', 'exchange', 'Balancer: vault 2', 'Balancer documentation'],
      ['0x7f268357a8c2552623316e2562d90e642bb538e5', 'exchange', 'Wyvern exchange 2', 'opensea-js'],
      ['0x7be8076f4ea4a4ad08075c2508e481d6c946d12b', 'exchange', 'Wyvern exchange 1', 'opensea-js'],
      ['0x00000000006c3852cbef3e08e8df289169ede581', 'exchange', 'Seaport 1.1', 'seaport'],
      ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', 'router', 'Uniswap: router 2', '@uniswap/sdk-core'],
      ['0xef1c6e67703c7bd7107eed8303fbe6ec2554bf6b', 'router', 'Uniswap: universal router 1', 'Uniswap documentation'],
      ['0x66a9893cc07d91d95644aedd05d03f95e1dba8af', 'router', 'Uniswap: universal router 2', 'Uniswap documentation'],
      ['0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f', 'router', 'SushiSwap: router', '@sushiswap/core'],
      ['0x7d2768de32b0b80b7a3454c06bdac94a69ddc7a9', 'lending', 'Aave 2: lending pool', '@aave/protocol-v2'],
      ['0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', 'lending', 'Aave 3: pool', '@aave/core-v3'],
      [
        '0x889edc2edab5f40e902b864ad4d7ade8e412f9b1',
        'staking',
        'Lido: withdrawal queue',
        '@lidofinance/lido-ethereum-sdk',
      ],
      [
        '0x28c6c06298d514db089934071355e5743bf21d60',
        'exchange wallet',
        'Binance: hot wallet 1',
        'Binance proof of reserves',
      ],
      [
        '0x21a31ee1afc51d94c2efccaa2092ad1028285549',
        'exchange wallet',
        'Binance: hot wallet 2',
        'Binance proof of reserves',
      ],
      [
        '0xdfd5293d8e347dfe59e90efd55b2956a1343963d',
        'exchange wallet',
        'Binance: hot wallet 3',
        'Binance proof of reserves',
      ],
      [
        '0xbe0eb53f46cd790cd13851d5eff43d12404d33e8',
        'exchange wallet',
        'Binance: cold wallet 1',
        'Binance proof of reserves',
      ],
      [
        '0xf977814e90da44bfa03b6295a0616a897441acec',
        'exchange wallet',
        'Binance: cold wallet 2',
        'Binance proof of reserves',
      ],
    ] as const
  ).map(([address, kind, name, source]) => ({ chain: 1, address, kind, name, source })),
  ...(
    [
      [
        '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
        'account',
        'ERC-4337: EntryPoint 0.8',
        '@account-abstraction/contracts',
      ],
      ['0x00000000f9490004c11cef243f5400493c00ad63', 'exchange', 'Seaport: conduit controller', 'seaport'],
      ['0x1e0049783f008a0085193e00003d00cd54003c71', 'exchange', 'OpenSea: conduit', 'seaport'],
    ] as const
  ).map(([address, kind, name, source]) => ({ chain: undefined, address, kind, name, source })),
  ...(
    [
      [1, '0x8315177ab297ba92a06054ce80a67ed4dbd7ed3a', 'Arbitrum One: bridge'],
      [1, '0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f', 'Arbitrum One: inbox'],
      [1, '0x1c479675ad559dc151f6ec7ed3fbf8cee79582b6', 'Arbitrum One: sequencer inbox'],
      [1, '0x0b9857ae2d4a3dbe74ffe1d7df045bb7f96e4840', 'Arbitrum One: outbox'],
      [1, '0x4dceb440657f21083db8add07665f8ddbe1dcfc0', 'Arbitrum One: rollup'],
      [1, '0x72ce9c846789fdb6fc1f34ac4ad25dd9ef7031ef', 'Arbitrum One: gateway router'],
      [42161, '0x5288c571fd7ad117bea99bf60fe0846c4e84f933', 'Arbitrum One: L2 gateway router'],
      [1, '0xa3a7b6f88361f48403514059f1f16c8e78d60eec', 'Arbitrum One: ERC-20 gateway'],
      [42161, '0x09e9222e96e7b4ae2a407b98d48e330053351eee', 'Arbitrum One: L2 ERC-20 gateway'],
      [1, '0xcee284f754e854890e311e3280b767f80797180d', 'Arbitrum One: custom gateway'],
      [42161, '0x096760f208390250649e3e8763348e783aef5562', 'Arbitrum One: L2 custom gateway'],
      [1, '0xd92023e9d9911199a6711321d1277285e6d4e2db', 'Arbitrum One: WETH gateway'],
      [42161, '0x6c411ad3e74de3e7bd422b94a27770f5b86c623b', 'Arbitrum One: L2 WETH gateway'],
      [1, '0xc1ebd02f738644983b6c4b2d440b8e77dde276bd', 'Arbitrum Nova: bridge'],
      [1, '0xc4448b71118c9071bcb9734a0eac55d18a153949', 'Arbitrum Nova: inbox'],
      [1, '0x211e1c4c7f1bf5351ac850ed10fd68cffcf6c21b', 'Arbitrum Nova: sequencer inbox'],
      [1, '0xd4b80c3d7240325d18e645b49e6535a3bf95cc58', 'Arbitrum Nova: outbox'],
      [1, '0xe7e8ccc7c381809bdc4b213ce44016300707b7bd', 'Arbitrum Nova: rollup'],
      [1, '0xc840838bc438d73c16c2f8b22d2ce3669963cd48', 'Arbitrum Nova: gateway router'],
      [42170, '0x21903d3f8176b1a0c17e953cd896610be9ffdfa8', 'Arbitrum Nova: L2 gateway router'],
      [1, '0xb2535b988dce19f9d71dfb22db6da744acac21bf', 'Arbitrum Nova: ERC-20 gateway'],
      [42170, '0xcf9bab7e53dde48a6dc4f286cb14e05298799257', 'Arbitrum Nova: L2 ERC-20 gateway'],
      [1, '0x23122da8c581aa7e0d07a36ff1f16f799650232f', 'Arbitrum Nova: custom gateway'],
      [42170, '0xbf544970e6bd77b21c6492c281ab60d0770451f4', 'Arbitrum Nova: L2 custom gateway'],
      [1, '0xe4e2121b479017955be0b175305b35f312330bae', 'Arbitrum Nova: WETH gateway'],
      [42170, '0x7626841cb6113412f9c88d3adc720c9fac88d9ed', 'Arbitrum Nova: L2 WETH gateway'],
    ] as const
  ).map(([chain, address, name]) => ({ chain, address, kind: 'bridge', name, source: '@arbitrum/sdk@4.1.0' })),
]
