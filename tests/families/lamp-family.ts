import * as z from 'zod'
import { endpoint, endpointsOf, type Service } from '#lib/api/endpoint.ts'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import { decimal, record } from '#lib/api/record.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { type Family, type FamilyParts, familyMount } from '#lib/config/family.ts'
import type { Recogniser } from '#lib/format/recogniser.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { baseUrl } from '#lib/settings/config-values.ts'
import type { FamilyConfig } from '#lib/settings/setting-reader.ts'
import { lampPaths, lampRoot } from './lamp-routes.ts'

/* A family of chains that count lamps: the smallest that has everything. It exists to prove that no other file names families. */

export type LampTables = { lamp_heads: { chain: number; height: number } }

export const lampApi = endpointsOf(lampRoot, {
  lampHead: endpoint({
    path: '/head',
    summary: 'Get the newest lamp',
    description: 'The newest indexed lamp.',
    tag: 'Lamps',
    input: z.object({}),
    output: record({ height: decimal() }),
    example: { input: {}, output: { height: '7' } },
  }),
  lampList: endpoint({
    path: '/lamps',
    paged: 'cursor',
    summary: 'Get lamps',
    description: 'Every indexed lamp.',
    tag: 'Lamps',
    input: z.object({}),
    output: z.object({ result: z.array(record({ height: decimal() })), cursor: z.null() }),
    example: { input: {}, output: { result: [{ height: '7' }], cursor: null } },
  }),
})

const reference: ServedApi = {
  ...lampRoot,
  title: 'Lamps',
  summary: 'The lamps of a chain.',
  api: lampApi,
  file: 'tests/families/lamp-family.ts',
  renderError: renderPlainError,
}

const chain = 1

export const lampFamily = {
  name: 'lamp',
  title: 'Lamp',
  coverage: { unit: 'lamp' },
  apis: [reference],
  explorerApis: [],
  migrations: {
    name: 'lamp',
    migrations: (types) => ({
      '001-heads': {
        up: (db) =>
          db.schema
            .createTable('lamp_heads')
            .addColumn('chain', types.integer, (column) => column.notNull())
            .addColumn('height', types.integer, (column) => column.notNull())
            .addPrimaryKeyConstraint('lamp_heads_key', ['chain', 'height'])
            .execute(),
      },
    }),
  },
  chainToCopy: async (name) =>
    name === 'lamps' ? { name, id: chain, jobKinds: [], settings: [], serials: {} } : undefined,
  compose: async ({ store, ownName }) => {
    const { db } = store.withTables<LampTables>()
    const newest = async (): Promise<number> => {
      const row = await db
        .selectFrom('lamp_heads')
        .select('height')
        .where('chain', '=', chain)
        .orderBy('height', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.height ?? 0
    }
    const service: Service<typeof lampApi> = {
      lampHead: async () => ({ height: String(await newest()) }),
      lampList: async () => {
        const rows = await db.selectFrom('lamp_heads').select('height').where('chain', '=', chain).limit(100).execute()
        return { result: rows.map(({ height }) => ({ height: String(height) })), cursor: null }
      },
    }
    const client = createGateway(lampApi, [{ name: ownName, service }])
    return {
      name: 'lamp',
      pages: { client },
      mounts: {
        lamp: familyMount({
          name: 'lamp',
          paths: ['/api/lamp/'],
          api: lampApi,
          client,
          basePath: '/api/lamp',
          renderError: renderPlainError,
        }),
      },
      health: [
        {
          needsDatabase: true,
          read: async () => ({
            sources: [{ system: 'lamp', name: 'index:lamps', state: 'ok' }],
            chains: [{ system: 'lamp', chain: 'lamps', indexed: await newest(), head: 7 }],
          }),
        },
      ],
      isHosted: false,
      close: async () => {},
    } satisfies FamilyParts
  },
  prepareWork: async ({ stores }) => ({
    start: () => [
      stores.main
        .withTables<LampTables>()
        .db.insertInto('lamp_heads')
        .values({ chain, height: 7 })
        .execute()
        .then(() => {}),
    ],
  }),
} satisfies Family

export const lampConfig: FamilyConfig = {
  slugs: ['lamps'],
  parse: ({ read }) => {
    // @ts-expect-error: a setting of the product has to be described in lib/settings/descriptions.ts.
    const url = read('LAMP_NODE_URL', baseUrl.optional())
    return { nodeUrls: url === undefined ? [] : [url] }
  },
}

export const lampRecogniser: Recogniser = {
  family: 'lamp',
  hasChains: false,
  chainNamed: (name) => (name.toLowerCase() === 'lamps' ? 'lamps' : undefined),
  chainOfLink: ({ hostname }) => (hostname === 'lamps.example' ? 'lamps' : undefined),
  read: (text) => (/^lamp\d{1,9}$/.test(text) ? [{ kind: 'lamp-lamp', value: text.slice(4) }] : []),
  readLink: ({ word, value }) => (word === 'lamp' && /^\d{1,9}$/.test(value) ? [{ kind: 'lamp-lamp', value }] : []),
  ownWords: new Set(['lamp']),
  path: ({ value }) => lampPaths.lamp({ height: value }),
  titles: { 'lamp-lamp': 'Lamp' },
}
