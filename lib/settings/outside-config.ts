import { allowedHosts, baseUrl, urlList } from './config-values.ts'
import type { Environment, SettingReader } from './setting-reader.ts'

/** Sources of metadata outside the chains. */
export type OutsideConfig = {
  /** Base URLs that end in `/ipfs/`, in the order in which they are tried; empty if IPFS is off. */
  ipfsGateways: string[]
  /** Ends in `/`; undefined if Arweave is off. */
  arweaveGateway?: string
  /** Base URL of Sourcify's v2 API; undefined if it is off. */
  sourcifyUrl?: string
  /** Lookup address of a signature service; undefined if there is none. */
  signaturesUrl?: string
  /** Private hosts and networks from which documents may be fetched. */
  outboundAllow: string[]
  abiDir?: string
  /** What a build tool compiled, such as Foundry's `out`. */
  artifactsDir?: string
  /** Folder of Solidity compilers with `list.json`; undefined if only the installed one is used. */
  solcUrl?: string
  /** Where downloaded compilers are kept. */
  solcDir: string
  labelsFile?: string
  verifiedFile?: string
  spamFile?: string
  /** The folder of the previews of images. */
  mediaDir: string
}

/** Reads them from the environment; `environment` includes the settings that are set to nothing. */
export const parseOutside = (environment: Environment, reader: SettingReader): OutsideConfig => ({
  ...parsePublicServices(environment, reader),
  signaturesUrl: reader.read('SIGNATURES_URL', baseUrl.optional()),
  outboundAllow: reader.read('OUTBOUND_ALLOW', allowedHosts.optional()) ?? [],
  abiDir: reader.given.ABI_DIR,
  artifactsDir: reader.given.ARTIFACTS_DIR,
  solcUrl: reader.read('SOLC_URL', baseUrl.optional()),
  solcDir: reader.given.SOLC_DIR ?? '.data/solc',
  labelsFile: reader.given.LABELS_FILE,
  verifiedFile: reader.given.VERIFIED_FILE,
  spamFile: reader.given.SPAM_FILE,
  mediaDir: reader.given.MEDIA_DIR ?? '.data/media',
})

const publicDefaults = {
  IPFS_GATEWAYS: 'https://ipfs.io,https://dweb.link,https://gateway.pinata.cloud',
  ARWEAVE_GATEWAY: 'https://arweave.net',
  SOURCIFY_URL: 'https://sourcify.dev/server',
}

/** Each public service has a default; an empty value turns it off. */
const parsePublicServices = (environment: Environment, { read }: SettingReader) => {
  const textOf = (name: keyof typeof publicDefaults): string => (environment[name] ?? publicDefaults[name]).trim()
  const urlOf = (name: keyof typeof publicDefaults): string | undefined =>
    textOf(name) === '' ? undefined : read(name, baseUrl, textOf(name))
  const gateways = textOf('IPFS_GATEWAYS') === '' ? [] : read('IPFS_GATEWAYS', urlList, textOf('IPFS_GATEWAYS'))
  const arweave = urlOf('ARWEAVE_GATEWAY')
  return {
    ipfsGateways: (gateways ?? []).map((url) => `${url.replace(/\/ipfs$/, '')}/ipfs/`),
    arweaveGateway: arweave && `${arweave}/`,
    sourcifyUrl: urlOf('SOURCIFY_URL'),
  }
}
