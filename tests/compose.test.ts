import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseConfig } from '#lib/config/config.ts'

const environment = z.record(z.string(), z.union([z.string(), z.number()]))
const service = z.object({
  profiles: z.array(z.string()).default([]),
  build: z.string().optional(),
  image: z.string().optional(),
  command: z.string().optional(),
  environment: environment.default({}),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  volumes: z.array(z.string()).default([]),
  configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
})
const composeFile = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
  configs: z.record(z.string(), z.object({ content: z.string() })),
})

const { services, volumes, configs } = composeFile.parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }))

/** The services that start with these profiles. */
const startedWith = (...profiles: string[]): string[] =>
  Object.entries(services)
    .filter(([, { profiles: own }]) => own.length === 0 || own.some((profile) => profiles.includes(profile)))
    .map(([name]) => name)

/** As Compose replaces variables that are not set, except those that it asks for. */
const interpolated = (text: string): string =>
  text.replace(/\$\{\w+(?::(-|\?)([^}]*))?\}/g, (_, kind, value) => (kind === '-' ? value : 'given'))

test('each profile of compose.yaml starts what docs/operating.md says', () => {
  expect(startedWith()).toEqual(['web', 'worker', 'database'])
  expect(startedWith('replica')).toEqual(['web', 'worker', 'database', 'replica'])
  expect(startedWith('proxy')).toEqual(['web', 'worker', 'database', 'api-1', 'api-2', 'proxy'])
  expect(startedWith('three-node').filter((name) => !startedWith('proxy').includes(name))).toEqual(['worker-2'])
})

test('services only depend on services, volumes and configurations that start with them', () => {
  for (const [name, { profiles, depends_on, volumes: mounted, configs: used }] of Object.entries(services)) {
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    const started = startedWith(...profiles)
    expect([name, needed.filter((other) => !started.includes(other))]).toEqual([name, []])
    const named = mounted.map((mount) => mount.split(':')[0] ?? '')
    expect(named.filter((volume) => !(volume in volumes))).toEqual([])
    expect(used.filter(({ source }) => !(source in configs))).toEqual([])
  }
})

const ours = Object.entries(services).filter(([, { build }]) => build !== undefined)

test.each(ours)('%s runs a program of ours with settings that it accepts', (_, { command = '', environment }) => {
  expect(existsSync(command.replace(/^node (?:--[a-z-]+=\d+ )?/, ''))).toBe(true)
  const given = Object.entries(environment).map(([name, value]) => [name, interpolated(String(value))])
  const config = parseConfig(Object.fromEntries(given))
  expect(config.databaseUrl).toBe('postgres://spyglass:given@database/spyglass')
})

test('the proxy only names services of its profile, with their ports', () => {
  const upstreams = [...interpolated(configs.proxy?.content ?? '').matchAll(/([a-z][a-z0-9-]*):(\d+)/g)]
  const started = startedWith('proxy')
  expect(upstreams.length).toBe(4)
  for (const [, name = '', port] of upstreams) {
    expect(started).toContain(name)
    expect(port).toBe(String(services[name]?.environment.PORT ?? 3000))
  }
})

test('the API servers trust one proxy, as web must behind it', () => {
  for (const name of ['api-1', 'api-2'])
    expect(services[name]?.environment).toMatchObject({ TRUST_PROXY: 1, HOST: '0.0.0.0' })
})
