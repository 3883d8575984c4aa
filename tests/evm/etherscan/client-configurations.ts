import { apiKey } from '#tests/support/api-server.ts'

/* What docs/etherscan-clients.md says to paste, which the tests of the clients use as it is shown. */

export const exampleChainId = 4242

const vault = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const site = 'http://localhost:3000'
const key = 'change-this-key'

export type ClientConfiguration = { title: string; note: string; language: string; text: string }

/** What is pasted into each client's configuration. */
export const configurations = {
  foundry: {
    title: 'Foundry',
    note:
      '`foundry.toml`. `forge verify-contract`, `verify-check` and `verify-bytecode` also need `--verifier etherscan`,\n' +
      '`--etherscan-api-key`, and `--verifier-url` with the same URL; `cast source` needs it as `--explorer-api-url`, and\n' +
      '`--explorer-url http://localhost:3000/local`.',
    language: 'toml',
    text: `[etherscan]
local = { key = "${key}", url = "${site}/local/api", chain = ${exampleChainId} }
`,
  },
  hardhat: {
    title: 'Hardhat 3',
    note: '`hardhat.config.ts`, in the object that `defineConfig` is given.',
    language: 'js',
    text: `verify: { etherscan: { apiKey: '${key}' } },
chainDescriptors: {
  ${exampleChainId}: {
    name: 'Devnet',
    blockExplorers: {
      etherscan: { url: '${site}/local', apiUrl: '${site}/local/api' },
      blockscout: { url: '${site}/local', apiUrl: '${site}/local/api' },
    },
  },
},
`,
  },
  ethers: {
    title: 'ethers 6',
    note: 'For the chains that ethers lists in `EtherscanProvider`.',
    language: 'js',
    text: `import { EtherscanProvider } from 'ethers'

export class SpyglassProvider extends EtherscanProvider {
  getUrl(...request) {
    return super.getUrl(...request).replace('https://api.etherscan.io', '${site}')
  }
  getPostUrl() {
    return super.getPostUrl().replace('https://api.etherscan.io', '${site}')
  }
}

export const provider = new SpyglassProvider('mainnet', '${key}')
`,
  },
  wagmi: {
    title: 'wagmi CLI',
    note: '`wagmi.config.js`.',
    language: 'js',
    text: `import { defineConfig } from '@wagmi/cli'
import { blockExplorer } from '@wagmi/cli/plugins'

export default defineConfig({
  out: 'abis.js',
  plugins: [
    blockExplorer({
      baseUrl: '${site}/local/api',
      apiKey: '${key}',
      contracts: [{ name: 'Vault', address: '${vault}' }],
    }),
  ],
})
`,
  },
  remix: {
    title: 'Remix',
    note: 'The plugin "Contract Verification", under Settings: the API URL of the chain. Remix appends `/api`.',
    language: 'text',
    text: `${site}/local
`,
  },
  ape: {
    title: 'ape',
    note: '`ape-config.yaml`, for a network of ape. Read from its source: ape itself was not run.',
    language: 'yaml',
    text: `etherscan:
  ethereum:
    mainnet:
      uri: ${site}/eth
      api_uri: ${site}/eth/api
`,
  },
  safe: {
    title: 'Safe config service',
    note: '`block_explorer_uri_api_template` of a chain.',
    language: 'text',
    text: `${site}/local/api?module={{module}}&action={{action}}&address={{address}}&apiKey={{apiKey}}
`,
  },
} as const satisfies Record<string, ClientConfiguration>

/** A configuration as the document shows it, for a server of a test. */
export const configurationFor = (name: keyof typeof configurations, url: string, address: string = vault): string =>
  configurations[name].text.replaceAll(site, url).replaceAll(key, apiKey).replaceAll(vault, address)
