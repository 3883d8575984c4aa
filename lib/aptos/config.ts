import * as z from 'zod'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import {
  baseUrl,
  blockRanges,
  lastNumber,
  type StartBlock,
  startVersion,
  urlList,
} from '#lib/settings/config-values.ts'
import type { SettingName } from '#lib/settings/descriptions.ts'
import type { FamilyConfig, FamilySettings, SettingReader } from '#lib/settings/setting-reader.ts'
import { aptosChainNames } from './api/chain-names.ts'
import type { AptosContent } from './chain/tables.ts'

/** The part of a network to index: ledger versions from a start (with an optional end), or only some ranges. */
export type AptosVersions = { start: StartBlock; end?: number; ranges?: BlockRange[] }

type AptosNetworkSettings = AptosVersions & { urls?: string[] }

export type AptosSettings = FamilySettings & {
  mainnet: AptosNetworkSettings
  testnet: AptosNetworkSettings
  /** What is indexed besides tokens of module 0x3. */
  contents: readonly AptosContent[]
}

const parseNetwork = ({ read }: SettingReader, prefix: 'APTOS' | 'APTOS_TESTNET'): AptosNetworkSettings => ({
  urls: read(`${prefix}_NODE_URL`, urlList.optional()),
  start: read(`${prefix}_START_VERSION`, startVersion.optional()) ?? { beforeHead: 0 },
  end: read(`${prefix}_END_VERSION`, lastNumber.optional()),
  ranges: read(`${prefix}_VERSIONS`, blockRanges.optional()),
})

const isOn = ({ read }: SettingReader, name: SettingName): boolean =>
  read(name, z.enum(['on', 'off'], 'must be on or off').optional()) !== 'off'

export const aptosConfig: FamilyConfig<AptosSettings> = {
  slugs: ['aptos'],
  parse: (reader) => {
    const mainnet = parseNetwork(reader, 'APTOS')
    const testnet = parseNetwork(reader, 'APTOS_TESTNET')
    return {
      mainnet,
      testnet,
      contents: [
        ...(isOn(reader, 'APTOS_TOKEN_V2') ? (['digital_assets'] as const) : []),
        ...(isOn(reader, 'APTOS_FUNGIBLE_ASSETS') ? (['fungible_assets'] as const) : []),
      ],
      chains: [
        { name: aptosChainNames.mainnet, variable: 'APTOS' },
        { name: aptosChainNames.testnet, variable: 'APTOS_TESTNET' },
      ],
      nodeUrls: [...(mainnet.urls ?? []), ...(testnet.urls ?? [])],
      hostedBaseUrl: reader.read('APTOS_BASE_URL', baseUrl.optional()),
    }
  },
}
