import { describe, test } from 'vitest'

/*
 * What clients of Etherscan's API do with this server: docs/etherscan-clients.md is this table, and every row of it is a test (`testClient`).
 */

export type Client = {
  title: string
  /** The package whose program or library runs unchanged; without one, its requests and its reading of answers are repeated. */
  package?: string
  /** What the client does, and what comes of it. */
  commands: Readonly<Record<string, string>>
}

export const clients = {
  cast: {
    title: 'cast',
    package: '@foundry-rs/cast',
    commands: {
      'cast source': 'Prints the sources; with `-d` it writes them as files, with `--flatten` as one.',
      'cast source, unverified': 'Fails: "Contract source code not verified".',
      'cast interface': 'Prints a Solidity interface with functions, errors and events.',
      'cast creation-code': 'Prints the init code, with and without the arguments of the constructor.',
      'cast constructor-args': 'Prints the arguments, decoded, if each has a fixed length: it cannot decode others.',
      'cast artifact': 'Writes an artifact with ABI and bytecode.',
      'cast storage': "Compiles the sources, and prints the names, types and values of the contract's variables.",
    },
  },
  forge: {
    title: 'forge',
    package: '@foundry-rs/forge',
    commands: {
      'forge verify-contract --watch':
        'Verifies standard JSON, with arguments of the constructor and a linked library.',
      'forge verify-contract --flatten --watch': 'Verifies one file, with a linked library.',
      'forge verify-contract, verified': 'Ends: "is already verified".',
      'forge verify-check': 'Prints `Pass - Verified`; for an unknown id it fails with `Unknown UID`.',
      'forge verify-bytecode': 'Creation code and runtime code match fully.',
      'forge clone': 'Creates a project with the sources, the settings and the creation of the contract.',
    },
  },
  hardhat: {
    title: 'hardhat-verify',
    package: '@nomicfoundation/hardhat-verify',
    commands: {
      'hardhat verify etherscan':
        'Verifies the contract, and then says that it is verified. Its link opens the contract.',
      'hardhat verify blockscout': 'The same.',
    },
  },
  ethers: {
    title: 'ethers',
    package: 'ethers',
    commands: {
      'getBalance, getTransactionCount, getCode, getStorage': "As the chain's node answers.",
      'getBlockNumber, getBlock': 'The block, with its transactions if asked for.',
      'getTransaction, getTransactionReceipt': 'The transaction and its receipt with logs; null for an unknown hash.',
      call: "Returns data, and depends on `from`, `value` and `gasLimit` as on a node's.",
      'call, reverted': '`CALL_EXCEPTION` with the data of the error, which the contract decodes.',
      estimateGas: 'The gas of the sender, or `CALL_EXCEPTION`.',
      getContract: 'A contract with the verified ABI; null if it is not verified.',
      getEtherPrice: 'Without `PRICES=on`: "The price of ETH is not known here".',
      "fetch('account', …)": 'Transactions and transfers; `[]` where there are none.',
      "fetch('logs', …)": 'Logs. `getLogs` itself is not implemented by ethers.',
      'sendTransaction, wait': 'Sends, and returns the receipt. Needs `SEND_TRANSACTIONS=on`.',
    },
  },
  wagmi: {
    title: 'wagmi CLI',
    package: '@wagmi/cli',
    commands: {
      'wagmi generate': 'Writes the ABIs of verified contracts.',
      'wagmi generate, unverified': 'Fails: "Contract source code not verified".',
    },
  },
  remix: {
    title: 'Remix',
    commands: {
      verify: 'Verifies standard JSON that is sent as multipart form data.',
      'check status': '`Pending in queue`, then `Pass - Verified`; `Unknown UID`.',
      'look up': 'Knows whether a contract is verified.',
    },
  },
  rotki: {
    title: 'rotki',
    commands: {
      'transactions, internal transactions, token transfers': 'Whole, in pages that restart at the last block.',
      'internal transactions of a transaction': 'Whole, without a range of blocks.',
      'mined blocks': 'Whole, by number of the page.',
      'a block with more rows than a page': 'rotki cannot pass it by blocks; by number of the page, nothing is lost.',
      logs: 'Whole, with an operator for each pair of topics.',
      'a range that is not indexed': 'An error, so that rotki asks its next source.',
      'block by time, activity, contract creation': 'Understood.',
    },
  },
  apePages: {
    title: 'ape-etherscan',
    commands: { get_all_normal_transactions: 'Whole, in pages of 100.' },
  },
  ape: {
    title: 'ape-etherscan',
    commands: {
      'get_source_code, get_creation_data': 'Understood; an unverified contract is one.',
      verify_source_code: 'Verifies standard JSON and one file.',
    },
  },
  zenmoney: {
    title: 'ZenMoney',
    commands: {
      'txlist, tokentx, descending': 'Whole: ten pages of 1,000, then from the last block seen.',
    },
  },
  foundryLibrary: {
    title: 'foundry-block-explorers',
    commands: {
      'transactions, internal transactions, transfers': 'Every row has the fields and forms that it requires.',
      'gas oracle, block by time, mined blocks': 'Understood.',
    },
  },
  crytic: {
    title: 'crytic-compile, slither',
    commands: {
      getsourcecode: 'The files compile to the code of the chain. The host is fixed: it has to be redirected.',
      'getsourcecode, unverified': 'Understood as "no public source code".',
    },
  },
  safe: {
    title: 'safe-eth-py, Safe config service',
    commands: {
      'contract metadata, ABI': 'Name, ABI and the implementation of a proxy; none for an unverified contract.',
    },
  },
  brownie: {
    title: 'brownie',
    commands: {
      'Contract.from_explorer': 'ABI, sources and settings. The host is fixed: it has to be redirected.',
      publish_source: 'Finds the creating transaction, verifies, and polls until it has passed.',
    },
  },
  sourcify: {
    title: 'Sourcify import',
    commands: {
      'import from Etherscan': 'The input compiles to the code of the chain, metadata included.',
    },
  },
} as const satisfies Record<string, Client>

export type ClientName = keyof typeof clients

type Command<Name extends ClientName> = Extract<keyof (typeof clients)[Name]['commands'], string>

/** The tests of a client: one for each of its rows. */
export const testClient = <Name extends ClientName>(
  name: Name,
  tests: Readonly<Record<Command<Name>, () => Promise<void>>>,
): void => {
  const { title, commands }: Client = clients[name]
  describe(title, () => {
    for (const [command, run] of Object.entries<() => Promise<void>>(tests))
      test(`${command}: ${commands[command]}`, { timeout: 180_000 }, run)
  })
}
