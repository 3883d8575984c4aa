import type { OnChainAccounts } from '#lib/account/own-sign-in.ts'
import type { ActionSystem } from '#lib/api/action-reference.ts'
import type { Api, ApiRoot, Client } from '#lib/api/endpoint.ts'
import type { RenderError } from '#lib/api/error-bodies.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import type { Admit } from '#lib/api/serve/exchange.ts'
import {
  type AnswerCache,
  type IndexPosition,
  type RequestPaths,
  type ServeOptions,
  serve,
} from '#lib/api/serve/serve.ts'
import type { ProcessLog } from '#lib/base/logger.ts'
import type { Source } from '#lib/gateway/gateway.ts'
import type { FamilyHealth, Metrics, SourceHealth } from '#lib/gateway/health.ts'
import type { Tips } from '#lib/gateway/live-stream.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import type { McpParts } from '#lib/mcp/parts.ts'
import type { CopiedChain } from '#lib/store/parquet/chain-copy.ts'
import type { MigrationSet, Store } from '#lib/store/store.ts'
import type { Stores } from '#lib/store/stores.ts'
import type { WorkerStores } from '#lib/store/workers/worker-stores.ts'
import type { Config } from './config.ts'

/** A request handler: exported by a route file, or mounted by any other server. */
export type Handler = (request: Request) => Promise<Response>

/** Admission, log line and metrics of every handler. */
export type RequestGate = {
  log: ProcessLog
  metrics: Metrics
  admit: Admit
  /** Whether answers are compressed here, and not by the server around. */
  compressed: boolean
  /** Shared by all APIs of the process. */
  answers: AnswerCache
}

/**
 * A short path for one below `/api`, where tools expect it. Everything below `from` if it ends with a slash; `:chain` is one segment
 * that is no page of this server.
 */
export type ShortPath = { from: string; to: string }

/** One API of a family on this server. Its type parameter is left behind, so that APIs of all families fit one list. */
export type FamilyMount = Omit<RequestPaths, 'basePath'> &
  ApiRoot & {
    /** Everything below these paths is its own: `/api/v2/`. */
    paths: readonly string[]
    shortPaths?: readonly ShortPath[]
    api: Api
    client: object
    renderError: RenderError
    errorStatus?: number
    indexPosition?: IndexPosition
    unserved?: ServeOptions['unserved']
    /** Limit of a request's body, where the default is too small. */
    bodyBytesMax?: number
    /** Only for callers without scopes, and keys with this one. */
    handler: (gate: RequestGate, scope: string) => Handler
  }

type MountOptions<A extends Api> = Omit<FamilyMount, 'api' | 'client' | 'handler'> & { api: A; client: Client<A> }

export const familyMount = <A extends Api>({ name, paths, api, client, ...rest }: MountOptions<A>): FamilyMount => ({
  ...rest,
  name,
  paths,
  api,
  client,
  handler: ({ log, metrics, admit, compressed, answers }, scope) =>
    metrics.countInFlight(
      name,
      serve(api, client, {
        ...rest,
        scope,
        admit,
        compressed,
        answers,
        observe: createObserve({ system: name, log, metrics }),
      }),
    ),
})

/** The hosted service as the last source of an API, if it is configured. */
export type HostedSource = <A extends Api>(
  api: A,
  baseUrl: string | undefined,
  options?: { unit?: string; refuse?: (input: Record<string, unknown>) => string | undefined },
) => Source<A>[]

/** The shared parts that a process gives to each family. */
export type FamilyBase = {
  config: Config
  /** The main one of `stores`. */
  store: Store<unknown>
  stores: Stores
  /** Signs cursors. */
  secret: Uint8Array
  /** The source label for responses from this server's own index. */
  ownName: 'demo' | 'index'
  hostedSource: HostedSource
  /** The network of a request's visitor, for limits of its own. */
  visitorOf: (request: Request) => string
  log: ProcessLog
}

/** One check of `/api/health`, run once for all concurrent requests. */
export type HealthCheck = {
  /** The check reads the index: without a database it is not run, and its failure is the database's. */
  needsDatabase: boolean
  read: () => Promise<FamilyHealth>
  /** Reported when the check times out. */
  silent?: SourceHealth
}

/** What a family adds to a process that serves requests. */
export type FamilyParts = {
  /** The name of the family, which is also the scope of its APIs. */
  name: string
  /** The in-process calls for pages of this family. */
  pages: object
  mounts: Readonly<Record<string, FamilyMount>>
  /** Handlers of paths outside `/api`. */
  handlers?: Readonly<Record<string, Handler>>
  health: readonly HealthCheck[]
  /** Its tools, for assistants. */
  mcp?: McpParts
  /** How far each of its chains is indexed, for open pages. */
  tips?: () => Promise<Tips>
  /** A hosted service is configured for it. */
  isHosted: boolean
  /** How its accounts sign in. */
  signIn?: OnChainAccounts
  close: () => Promise<void>
}

/** What the worker passes to each family. */
export type WorkBase = { config: Config; stores: Stores; log: ProcessLog }

/** Starts its work, which the signal of the worker ends; `close` follows. */
export type FamilyWork = {
  start: (stores: WorkerStores) => Promise<void>[]
  close?: () => Promise<void>
}

/** Where the rows of a chain (by URL name) are stored with these settings; undefined if it is not a chain of the family. */
export type ChainToCopy = (
  name: string,
  readSetting: (name: string) => Promise<string | undefined>,
) => Promise<Omit<CopiedChain, 'tables'> | undefined>

/** A kind of chains: one folder, of which the rest of the program only imports its declaration (lib/server/families.ts). */
export type Family<Parts extends FamilyParts = FamilyParts> = {
  /** In health documents, metrics and the scopes of API keys: `evm`. */
  name: string
  /** Before a noun: `EVM` data. */
  title: string
  /** The APIs that programs use, and those that our pages add, as reference pages and OpenAPI show them. */
  apis: readonly ServedApi[]
  explorerApis: readonly ServedApi[]
  /** APIs whose operations are named by parameters. */
  actionApis?: readonly ActionSystem[]
  /** Names of tables begin with the name of the family: `evm_blocks`. */
  migrations: MigrationSet
  /** For moving a chain to another database. */
  chainToCopy: ChainToCopy
  /** How statements of coverage name the positions of its chains, in the singular: `block`. */
  coverage: { unit: string }
  compose: (base: FamilyBase) => Promise<Parts>
  /** Faults of the operator's files are thrown here, before the worker starts. */
  prepareWork: (base: WorkBase) => Promise<FamilyWork>
}
